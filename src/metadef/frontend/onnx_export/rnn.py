"""Recurrent networks: Ascend has operators with ONNX's own gates, orders and directions."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def recurrent(op: str, flag: str) -> Exporter:
    """The export of a whole layer."""

    def exporter(call: ExportCall) -> None:
        attrs: dict[str, object] = {
            "direction": call.attr("direction"),
            "hidden_size": call.int("hidden_size"),
            flag: call.int(flag),
        }
        for name in ("activation_alpha", "activation_beta", "activations"):
            if call.attr(name):
                attrs[name] = call.attr(name)
        if call.float("clip") > 0:
            attrs["clip"] = call.float("clip")
        outputs = [index if call.wants(index) else -1 for index in range(len(call.node.outputs))]
        call.add(op, call.inputs(), attrs, out=outputs)

    return exporter


OPS: dict[str, Exporter] = {
    "CommonGRU": recurrent("GRU", "linear_before_reset"),
    "CommonLSTM": recurrent("LSTM", "input_forget"),
}
