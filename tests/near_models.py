"""Small ONNX models that fusions fit, or nearly fit: right ones beside wrong axes, wrong numbers and further readers.

Each family yields (name, model, inputs). Weights and inputs are drawn from a fixed seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

__all__ = ["FAMILIES", "Near"]

Array = np.ndarray[Any, np.dtype[Any]]
Near = tuple[str, onnx.ModelProto, dict[str, Array]]
SIZES = {"batch": 2, "seq": 5}


@dataclass(slots=True)
class Model:
    """Collects nodes, weights and inputs; every value is called after its number."""

    seed: int = 0
    dtype: type[np.generic] = np.float32
    nodes: list[onnx.NodeProto] = field(default_factory=list[onnx.NodeProto])
    weights: list[onnx.TensorProto] = field(default_factory=list[onnx.TensorProto])
    inputs: list[onnx.ValueInfoProto] = field(default_factory=list[onnx.ValueInfoProto])
    fed: dict[str, Array] = field(default_factory=dict[str, Array])

    @property
    def rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed + len(self.weights) + 100 * len(self.inputs))

    def __call__(self, op: str, *inputs: str, outs: int = 1, domain: str = "", **attrs: object) -> Any:
        names = [f"v{len(self.nodes)}" + (f"_{place}" if place else "") for place in range(outs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, names[0], domain=domain, **attrs))
        return names[0] if outs == 1 else names

    def const(self, value: object, dtype: Any = None) -> str:
        array = np.asarray(value)
        chosen = dtype or (self.dtype if array.dtype.kind == "f" else array.dtype)
        self.weights.append(numpy_helper.from_array(np.asarray(array, chosen), f"c{len(self.weights)}"))
        return self.weights[-1].name

    def ints(self, *values: int) -> str:
        return self.const(np.array(values, np.int64))

    def weight(self, *shape: int, scale: float = 0.5, around: float = 0.0) -> str:
        return self.const(around + scale * self.rng.normal(size=shape))

    def input(self, *shape: int | str) -> str:
        name = f"x{len(self.inputs)}"
        kind = helper.np_dtype_to_tensor_dtype(np.dtype(self.dtype))
        self.inputs.append(helper.make_tensor_value_info(name, kind, list(shape)))
        sizes = [SIZES[size] if isinstance(size, str) else size for size in shape]
        self.fed[name] = self.rng.normal(size=sizes).astype(self.dtype)
        return name

    def near(self, name: str, *outputs: str) -> Near:
        kind = helper.np_dtype_to_tensor_dtype(np.dtype(self.dtype))
        given = [helper.make_tensor_value_info(out, kind, None) for out in dict.fromkeys(outputs)]
        graph = helper.make_graph(self.nodes, "g", self.inputs, given, self.weights)
        return name, helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), self.fed


def gelus() -> Iterator[Near]:
    """Both forms in three groupings, with numbers that are right or slightly wrong, and with another value inside."""
    forms = ("erf", "tanh", "sigmoid")
    for form, grouping, twist in product(forms, range(3), ("", "root", "half", "one", "other", "reader", "half type")):
        if form == "sigmoid" and (grouping or twist in ("half", "one")):
            continue
        m = Model(dtype=np.float16 if twist == "half type" else np.float32)
        x, other = m.input(3, 4), m.input(3, 4)
        inner = other if twist == "other" else x
        off = 1.1 if twist == "root" else 1.0
        if form == "sigmoid":
            gate = m("Sigmoid", m("Mul", inner, m.const(1.702 * off)))
            y = m("Mul", x, gate)
            yield m.near(f"{form} {twist}", y, *([gate] if twist == "reader" else []))
            continue
        if form == "erf":
            gate = m("Erf", m("Div", inner, m.const(np.sqrt(2) * off)))
        else:
            cube = m("Mul", m("Pow", inner, m.const(3.0)), m.const(0.044715 * off))
            gate = m("Tanh", m("Mul", m("Add", inner, cube), m.const(np.sqrt(2 / np.pi))))
        total = m("Add", gate, m.const(1.01 if twist == "one" else 1.0))
        half = m.const(0.4 if twist == "half" else 0.5)
        if grouping == 0:
            y = m("Mul", m("Mul", x, half), total)
        elif grouping == 1:
            y = m("Mul", x, m("Mul", total, half))
        else:
            y = m("Mul", m("Mul", x, total), half)
        yield m.near(f"{form} {grouping} {twist}", y, *([total] if twist == "reader" else []))


def attentions() -> Iterator[Near]:
    """Scales, masks, axes of the softmax, orders of axes, further readers, widths, types and symbols."""
    masks = ("", "added", "computed", "chosen", "causal", "small", "row")
    for scale, mask in product(("mul", "div", "query", "both", ""), masks):
        yield _attention(f"scale {scale} mask {mask}", scale=scale, mask=mask)
    for twist in ("axis", "queries", "scores out", "weights out", "width", "order", "transposed v", "no heads", "self"):
        yield _attention(twist, twist=twist)
    for twist, mask in product(("", "axis", "weights out"), ("", "added", "computed")):
        yield _attention(f"half type {twist} {mask}", twist=twist, mask=mask, dtype=np.float16)
        yield _attention(f"symbols {twist} {mask}", twist=twist, mask=mask, symbols=True)


def _attention(
    name: str,
    scale: str = "mul",
    mask: str = "",
    twist: str = "",
    dtype: type[np.generic] = np.float32,
    symbols: bool = False,
) -> Near:
    m = Model(dtype=dtype)
    batch, rows = ("batch", "seq") if symbols else (2, 5)
    lead: tuple[int | str, ...] = (batch,) if twist == "no heads" else (batch, 5 if twist == "order" else 3)
    q, k = m.input(*lead, rows, 4), m.input(*lead, rows, 4)
    v = m.input(*lead, rows, 6 if twist == "width" else 4)
    if twist == "self":
        k = v = q
    if scale in ("query", "both"):
        q = m("Mul", q, m.const(0.7))
    if scale == "both":
        k = m("Mul", k, m.const(0.6))
    swap = [0, 2, 1] if twist == "no heads" else [0, 1, 3, 2]
    if twist == "order":
        swap = [0, 2, 3, 1]
        k = m("Transpose", k, perm=[0, 2, 1, 3])
    scores = m("MatMul", q, m("Transpose", k, perm=swap))
    if scale in ("mul", "div"):
        scores = m("Mul" if scale == "mul" else "Div", scores, m.const(0.5 if scale == "mul" else 2.0))
    hidden = np.zeros((5, 5))
    hidden[1, 2:] = hidden[3, 0] = 1
    if mask == "added":
        scores = m("Add", scores, m.const(hidden * -6e4))
    elif mask == "small":
        scores = m("Add", scores, m.const(hidden * -3.0))
    elif mask == "row":
        scores = m("Add", scores, m.const(np.where(np.arange(5) == 1, -6e4, 0.0)[:, None] * np.ones((5, 5))))
    elif mask == "computed":
        scores = m("Add", scores, m.input(batch, 1, rows, rows) if twist != "no heads" else m.input(rows, rows))
    elif mask == "chosen":
        scores = m("Where", m.const(hidden.astype(bool)), m.const(-6e4), scores)
    elif mask == "causal":
        scores = m("Where", m.const(np.tril(np.ones((5, 5))).astype(bool)), scores, m.const(-6e4))
    weights = m("Softmax", scores, axis=-2 if twist in ("axis", "queries") else -1)
    if twist == "transposed v":
        v = m("Transpose", v, perm=swap)
        v = m("Transpose", v, perm=swap)
    y = m("MatMul", weights, v)
    return m.near(name, y, *([scores] if twist == "scores out" else [weights] if twist == "weights out" else []))


def normalisations() -> Iterator[Near]:
    """Layer, root-mean-square and group normalisations written out, with axes and numbers that are right or wrong."""
    twists = (
        "",
        "axis",
        "outside",
        "no shift",
        "scale axis",
        "centred out",
        "maximum",
        "other",
        "two axes",
        "half",
        "symbol",
    )
    for kind, twist in product(("layer", "rms"), twists):
        if kind == "rms" and twist == "no shift":
            continue
        m = Model(dtype=np.float16 if twist == "half" else np.float32)
        x = m.input("batch" if twist == "symbol" else 4, 4, 4)
        axes = [1] if twist == "axis" else [1, 2] if twist == "two axes" else [-1]
        centred = m("Sub", x, m("ReduceMean", x, axes=axes, keepdims=1)) if kind == "layer" else x
        second = m.input(4, 4, 4) if twist == "other" else centred
        square = m("Mul", centred, second) if twist == "other" else m("Pow", centred, m.const(2.0))
        moment = m("ReduceMax" if twist == "maximum" else "ReduceMean", square, axes=axes, keepdims=1)
        if twist == "outside":
            deviation = m("Add", m("Sqrt", m("Abs", moment)), m.const(1e-2))
        else:
            deviation = m("Sqrt", m("Add", m("Abs", moment) if twist == "other" else moment, m.const(1e-2)))
        y = m("Div", centred, deviation)
        y = m("Mul", y, m.weight(4, 1, around=1.0) if twist == "scale axis" else m.weight(4, around=1.0))
        if kind == "layer" and twist != "no shift":
            y = m("Add", y, m.weight(4))
        yield m.near(f"{kind} {twist}", y, *([centred] if twist == "centred out" else []))
    for groups, twist in product((1, 2, 4), ("", "axis", "reader", "silu")):
        m = Model()
        x = m.input(2, 4, 3, 3)
        flat = m("Reshape", x, m.ints(2, groups, -1))
        normal = m("InstanceNormalization", flat, m.const(np.ones(groups)), m.const(np.zeros(groups)), epsilon=1e-2)
        back = m("Reshape", normal, m.ints(2, 4, 3, 3))
        shape = (3, 1) if twist == "axis" else (4, 1, 1)
        y = m("Add", m("Mul", back, m.weight(*shape, around=1.0)), m.weight(*shape))
        if twist == "silu":
            y = m("Mul", y, m("Sigmoid", y))
        yield m.near(f"groups {groups} {twist}", y, *([back] if twist == "reader" else []))


def convolutions() -> Iterator[Near]:
    """What stands behind a convolution or in front of it, on the right axis or not, and with further readers."""
    shapes: dict[str, tuple[int, ...]] = {
        "channels": (4, 1, 1),
        "full": (1, 4, 1, 1),
        "number": (),
        "columns": (4,),
        "rows": (4, 1),
        "all": (4, 4, 4),
        "batch": (2, 1, 1, 1),
    }
    for op, (kind, shape) in product(("Mul", "Add", "Div", "Sub"), shapes.items()):
        m = Model()
        conv = m("Conv", m.input(2, 3, 6, 6), m.weight(4, 3, 3, 3), m.weight(4))
        yield m.near(f"{op} {kind}", m(op, conv, m.weight(*shape, around=2.0)))
    for twist in (
        "",
        "reader",
        "output",
        "no bias",
        "groups",
        "depthwise",
        "symbol",
        "twice",
        "weights",
        "half",
        "transposed",
        "one axis",
    ):
        m = Model(dtype=np.float16 if twist == "half" else np.float32)
        size = (2, 4, 6) if twist == "one axis" else ("batch" if twist == "symbol" else 2, 4, 6, 6)
        x = m.input(*size)
        groups = {"groups": 2, "depthwise": 4}.get(twist, 1)
        filters = (
            m.input(4, 4, 3, 3) if twist == "weights" else m.weight(4, 4 // groups, *(3,) * (len(size) - 2), scale=0.3)
        )
        operands = [x, filters, *([] if twist == "no bias" else [m.weight(4)])]
        conv = m("ConvTranspose" if twist == "transposed" else "Conv", *operands, group=groups)
        norm = [m.weight(4, around=1.0), m.weight(4), m.weight(4), m.const(np.array([0.5, 1e-3, 2.0, 1.0]))]
        y = m("BatchNormalization", conv, *norm, epsilon=1e-2)
        if twist == "twice":
            y = m("BatchNormalization", y, *norm)
        extra = [m("Relu", conv)] if twist == "reader" else [conv] if twist == "output" else []
        yield m.near(f"batch normalisation {twist}", y, *extra)
    pads = {"zero": (0.0, "constant"), "number": (1.5, "constant"), "reflect": (0.0, "reflect"), "edge": (0.0, "edge")}
    sizes = {
        "even": (0, 0, 1, 1, 0, 0, 1, 1),
        "odd": (0, 0, 0, 1, 0, 0, 2, 0),
        "channel": (0, 1, 0, 0, 0, 0, 0, 0),
        "crop": (0, 0, -1, 0, 0, 0, 0, 0),
    }
    for (fill, (number, mode)), (where, amounts) in product(pads.items(), sizes.items()):
        if mode != "constant" and where in ("crop", "channel"):
            continue
        m = Model()
        operands = [m.input(2, 3, 6, 6), m.ints(*amounts), *([m.const(number)] if mode == "constant" else [])]
        padded = m("Pad", *operands, mode=mode)
        yield m.near(f"pad {fill} {where}", m("Conv", padded, m.weight(4, 4 if where == "channel" else 3, 3, 3)))
    for op, number, inside in product(("AveragePool", "MaxPool"), (0.0, -1e4), (0, 1)):
        m = Model()
        padded = m("Pad", m.input(2, 3, 6, 6), m.ints(0, 0, 1, 1, 0, 0, 1, 1), m.const(number))
        attrs = {"count_include_pad": inside} if op == "AveragePool" else {}
        yield m.near(f"pad {number} {op} {inside}", m(op, padded, kernel_shape=[3, 3], strides=[2, 2], **attrs))
    for act, twist in product(("Relu", "LeakyRelu", "Sigmoid", "HardSwish"), ("", "reader")):
        m = Model()
        conv = m("Conv", m.input(2, 3, 6, 6), m.weight(4, 3, 3, 3), m.weight(4), pads=[1, 1, 1, 1])
        yield m.near(f"{act} {twist}", m(act, conv), *([m("Abs", conv)] if twist else []))


def products() -> Iterator[Near]:
    """Terms, factors, normalisations, transposes and activations around products, of matrices and of more."""
    shapes: dict[str, tuple[int, ...]] = {"columns": (4,), "full": (1, 4), "number": (), "rows": (4, 1), "all": (4, 4)}
    for op, (kind, shape), rank in product(("Mul", "Add", "Div"), shapes.items(), (2, 3)):
        m = Model()
        y = m("MatMul", m.input(*(2, 4, 6)[3 - rank :]), m.weight(6, 4))
        yield m.near(f"{op} {kind} {rank}", m(op, y, m.weight(*shape, around=2.0)))
    for rank, bias, twist in product((2, 3), (False, True), ("behind", "in front", "both", "reader", "computed")):
        m = Model()
        x = m.input(*((4, 6) if rank == 2 else (2, 6, 6)))
        norm = [m.weight(6, around=1.0), m.weight(6), m.weight(6), m.const(np.linspace(1e-3, 2, 6))]
        if twist in ("in front", "both"):
            x = m("BatchNormalization", x, *norm, epsilon=1e-2)
        y = m("MatMul", x, m.input(6, 6) if twist == "computed" else m.weight(6, 6))
        first = y
        if bias:
            y = m("Add", y, m.weight(6))
        if twist != "in front":
            y = m("BatchNormalization", y, *norm, epsilon=1e-2)
        yield m.near(f"normalisation {twist} {rank} {bias}", y, *([first] if twist == "reader" else []))
    for left, right, alpha, beta in product((0, 1), (0, 1), (1.0, 0.5), (1.0, 2.0)):
        m = Model()
        a, b = m.input(*((6, 4) if left else (4, 6))), m.weight(*((5, 6) if right else (6, 5)))
        y = m("Gemm", a, b, m.weight(5), transA=left, transB=right, alpha=alpha, beta=beta)
        yield m.near(f"gemm {left} {right} {alpha} {beta}", m("Relu", y))
    for perm in ([0, 2, 1], [1, 0, 2], [2, 1, 0], [0, 1, 2], [1, 2, 0], [2, 0, 1]):
        for side in (0, 1):
            m = Model()
            operands = [m.input(4, 4, 4), m.input(4, 4, 4)]
            operands[side] = m("Transpose", operands[side], perm=perm)
            yield m.near(f"transpose {perm} {side}", m("MatMul", *operands))
    for act, rank, twist in product(
        ("Relu", "Gelu", "Tanh"), (2, 3, 4), ("", "reader", "wide", "chain", "half", "symbol")
    ):
        m = Model(dtype=np.float16 if twist == "half" else np.float32)
        x = m.input(
            *(("batch", 3, 4, 6)[:1] + (2, 3, 4, 6)[5 - rank :] if twist == "symbol" else (2, 3, 4, 6)[4 - rank :])
        )
        y = x
        for _ in range(2 if twist == "chain" else 1):
            y = m("MatMul", y, m.weight(*((3, 6, 6) if twist == "wide" and rank == 4 else (6, 6))))
            inner = y = m("Add", y, m.weight(6))
            if act == "Gelu":
                gate = m("Add", m("Erf", m("Div", y, m.const(np.sqrt(2)))), m.const(1.0))
                y = m("Mul", m("Mul", y, m.const(0.5)), gate)
            else:
                y = m(act, y)
        yield m.near(f"{act} {rank} {twist}", y, *([inner] if twist == "reader" else []))


def rotations() -> Iterator[Near]:
    """Rotary embeddings with halves in both orders, other widths and axes, further readers, types and symbols."""
    for twist, how in product(
        ("", "order", "sign", "axis", "third", "reader", "other", "half", "symbol", "stride"), ("slice", "split")
    ):
        m = Model(dtype=np.float16 if twist == "half" else np.float32)
        x = m.input(*(("batch", 3, "seq", 6) if twist == "symbol" else (2, 3, 6, 6)))
        last = 6 if twist != "symbol" else SIZES["seq"]
        cos, sin = (m.input(1, 1, "seq" if twist == "symbol" else last, 6) for _ in range(2))
        axis, middle = 2 if twist == "axis" else 3, 2 if twist == "third" else 3
        if how == "split":
            low, high = m("Split", x, m.ints(middle, 6 - middle), axis=axis, outs=2)
        else:
            step = m.ints(-1) if twist == "stride" else m.ints(1)
            ends = (2, -7) if twist == "stride" else (0, middle)
            low = m("Slice", x, m.ints(ends[0]), m.ints(ends[1]), m.ints(axis), step)
            high = m("Slice", x, m.ints(middle), m.ints(2**62), m.ints(axis))
        if twist == "order":
            low, high = high, low
        turned = m("Neg", low if twist == "sign" else high)
        pair = (turned, high) if twist == "sign" else (turned, low)
        joined = m("Concat", *pair, axis=axis)
        y = m("Add", m("Mul", m.input(2, 3, 6, 6) if twist == "other" else x, cos), m("Mul", joined, sin))
        yield m.near(f"{how} {twist}", y, *([joined] if twist == "reader" else []))


def recurrences() -> Iterator[Near]:
    """Unrolled cells with their gates in all orders, several steps, further readers and symbols."""
    orders = ("ifgo", "igfo", "iofg", "figo", "ofgi")
    for order, steps, symbol in product(orders, (1, 3), (False, True)):
        m = Model()
        batch = "batch" if symbol else 2
        h, c = m.input(batch, 3), m.input(batch, 3)
        w, r, b = m.weight(5, 12), m.weight(3, 12), m.weight(12)
        seen: list[str] = []
        for _ in range(steps):
            x = m.input(batch, 5)
            total = m("Add", m("Add", m("MatMul", x, w), b), m("MatMul", h, r))
            parts = dict(zip(order, m("Split", total, m.ints(3, 3, 3, 3), axis=1, outs=4), strict=True))
            i, f, o = (m("Sigmoid", parts[name]) for name in "ifo")
            c = m("Add", m("Mul", f, c), m("Mul", i, m("Tanh", parts["g"])))
            h = m("Mul", o, m("Tanh", c))
            seen.append(h)
        yield m.near(f"lstm {order} {steps} {symbol}", h, c, *(seen if order == "ifgo" else []))
    for twist, steps, symbol in product(("", "difference", "reset", "kept"), (1, 3), (False, True)):
        m = Model()
        batch = "batch" if symbol else 2
        h = m.input(batch, 3)
        w, r, b, d = m.weight(5, 9), m.weight(3, 9), m.weight(9), m.weight(9)
        for _ in range(steps):
            first = m("Split", m("Add", m("MatMul", m.input(batch, 5), w), b), m.ints(3, 3, 3), axis=1, outs=3)
            second = m("Split", m("Add", m("MatMul", h, r), d), m.ints(3, 3, 3), axis=1, outs=3)
            reset, update = (m("Sigmoid", m("Add", first[place], second[place])) for place in (0, 1))
            gated = m("Mul", reset if twist != "reset" else update, second[2])
            new = m("Tanh", m("Add", first[2], gated))
            if twist == "difference":
                h = m("Add", m("Mul", m("Sub", h, new), update), new)
            else:
                kept = first[0] if twist == "kept" else h
                h = m("Add", m("Mul", m("Sub", m.const(1.0), update), new), m("Mul", update, kept))
        yield m.near(f"gru {twist} {steps} {symbol}", h)


def projections() -> Iterator[Near]:
    """Queries, keys and values of one tensor, with biases and widths that are equal or not, and shared heads."""
    twists = ("", "one bias", "no bias", "widths", "two inputs", "reader", "symbols", "half", "merged")
    for twist, shared in product(twists, (1, 2, 4)):
        m = Model(dtype=np.float16 if twist == "half" else np.float32)
        lead: Sequence[int | str] = ("batch", "seq") if twist == "symbols" else (2, 5)
        x = m.input(*lead, 8)
        other = m.input(*lead, 8) if twist == "two inputs" else x
        heads: list[str] = []
        for place in range(3):
            count = 4 if place == 0 else 4 // shared
            width = 3 if twist == "widths" and place == 2 else 2
            y = m("MatMul", other if place == 1 else x, m.weight(8, count * width))
            if twist not in ("one bias", "no bias") or (twist == "one bias" and place == 1):
                y = m("Add", y, m.weight(count * width))
            y = m("Transpose", m("Reshape", y, m.ints(0, 0, count, width)), perm=[0, 2, 1, 3])
            if shared > 1 and place:
                shape = m("Shape", y)
                rows = [m("Gather", shape, m.ints(axis)) for axis in (0, 2)]
                wide = m("Concat", rows[0], m.ints(count, shared), rows[1], m.ints(width), axis=0)
                y = m("Expand", m("Unsqueeze", y, m.ints(2)), wide)
                full = m("Concat", rows[0], m.ints(4), rows[1], m.ints(width), axis=0)
                y = m("Reshape", y, full)
            heads.append(y)
        scores = m("Mul", m("MatMul", heads[0], m("Transpose", heads[1], perm=[0, 1, 3, 2])), m.const(0.7))
        mixed = m("Transpose", m("MatMul", m("Softmax", scores, axis=-1), heads[2]), perm=[0, 2, 1, 3])
        y = m("Reshape", mixed, m.ints(0, 0, 12 if twist == "widths" else 8))
        yield m.near(f"{twist} {shared}", y, *([heads[1]] if twist == "reader" else []))


def small_things() -> Iterator[Near]:
    """Views, casts, slices, clips, reductions and equal nodes, where one number decides."""
    for first, second in product(([1, 2, 0], [2, 0, 1], [0, 2, 1]), repeat=2):
        m = Model()
        y = m("Transpose", m("Relu", m("Transpose", m.input(4, 4, 4), perm=first)), perm=second)
        yield m.near(f"transposes {first} {second}", y)
    for shape in ((4, 1), (1, 4), (4,), (4, 4), (1,)):
        m = Model()
        x = m("Reshape", m.input(16), m.ints(4, 4))
        yield m.near(f"reshape under a broadcast {shape}", m("Reshape", m("Add", x, m.weight(*shape)), m.ints(16)))
    for start, end, step in ((0, 9, 1), (-1, -9, -1), (-1, -4, -1), (3, 0, -1), (0, 4, 2), (1, 9, 1), (-4, 9, 1)):
        m = Model()
        x = m.input(4, 4)
        taken = m("Slice", x, m.ints(start), m.ints(end), m.ints(0), m.ints(step))
        yield m.near(
            f"slice {start} {end} {step}", m("Slice", m("Neg", taken), m.ints(-1), m.ints(-9), m.ints(0), m.ints(-1))
        )
    for low, high in ((0.0, 6.0), (-1.0, 1.0), (1.0, -1.0), (0.5, 0.5)):
        m = Model()
        y = m("Clip", m("Clip", m.input(4, 4), m.const(low), m.const(high)), m.const(-0.5), m.const(5.0))
        yield m.near(f"clip {low} {high}", y)
    for keep, axis in product((0, 1), (0, -1)):
        m = Model()
        x = m.input(4, 4)
        yield m.near(f"mean {keep} {axis}", m("Sub", x, m("ReduceMean", x, axes=[axis], keepdims=keep)))
        m = Model()
        x = m.input(4, 4)
        one, two = m("Softmax", x, axis=0), m("Softmax", x, axis=axis)
        yield m.near(f"softmaxes {keep} {axis}", m("Concat", *((one, two) if keep else (two, one)), axis=0))
    for between in (TensorProto.DOUBLE, TensorProto.FLOAT16, TensorProto.INT32, TensorProto.BFLOAT16):
        m = Model()
        y = m("Cast", m("Cast", m("Mul", m.input(4, 4), m.const(3.3)), to=between), to=TensorProto.FLOAT)
        yield m.near(f"casts {between}", m("Neg", y))
    for first, second, point in product((0.1, 0.2), (0.1, 0.2), (0, 3)):
        m = Model()
        q = m("QuantizeLinear", m.input(4, 4), m.const(first), m.const(np.int8(0)))
        x = m("DequantizeLinear", q, m.const(first), m.const(np.int8(0)))
        q = m("QuantizeLinear", x, m.const(second), m.const(np.int8(point)))
        yield m.near(
            f"quantisation {first} {second} {point}", m("DequantizeLinear", q, m.const(second), m.const(np.int8(point)))
        )
    for cube in (2.0, 3.0, 0.5, 1.0, -1.0, 0.0):
        m = Model()
        yield m.near(f"power {cube}", m("Pow", m("Add", m("Abs", m.input(4, 4)), m.const(1.0)), m.const(cube)))


FAMILIES: dict[str, Callable[[], Iterator[Near]]] = {
    "gelus": gelus,
    "attentions": attentions,
    "normalisations": normalisations,
    "convolutions": convolutions,
    "products": products,
    "rotations": rotations,
    "recurrences": recurrences,
    "projections": projections,
    "small things": small_things,
}
