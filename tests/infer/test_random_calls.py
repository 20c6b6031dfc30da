"""Any call of an operator is answered, or refused with what it breaks; no rule fails otherwise."""

from __future__ import annotations

from random import Random
from typing import Any

from infer_cases import by_meaning
from metadef import DataType, MetadefError, TensorDesc
from metadef.catalogue import registry
from metadef.infer.call import infer_call
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.known_value import KnownValue

SIZES: tuple[int | str | None, ...] = (0, 1, 2, 3, 4, 5, 8, 16, None, "a", "b")
NUMBERS = (-5, -1, 0, 1, 2, 3, 10_000)
TEXTS = ("", "NCHW", "NHWC", "SAME", "none", "mean")


def some_attr(rng: Random, kind: str) -> Any:
    if kind.startswith("List"):
        return tuple(some_attr(rng, kind.removeprefix("List")) for _ in range(rng.randrange(5)))
    return rng.choice(
        {"Int": NUMBERS, "Float": (-1.0, 0.5, 2.0), "Bool": (True, False), "String": TEXTS}.get(kind, (1,))
    )


def some_call(rng: Random, proto: OpProto) -> list[TensorDesc]:
    """Any ranks and sizes, any elements of small integer tensors, any attributes."""
    inputs: list[TensorDesc | None] = []
    values: list[KnownValue | None] = []
    counts = [rng.randrange(3) if port.kind is PortKind.DYNAMIC else 1 for port in proto.inputs]
    for port, count in zip(proto.inputs, counts, strict=True):
        for _ in range(count):
            items = [rng.choice(NUMBERS) for _ in range(rng.randrange(4))] if rng.random() < 0.3 else None
            rank = rng.randrange(7)
            dims = None if rank == 6 else [rng.choice(SIZES) for _ in range(rank)]
            dtype = next(iter(port.types), DataType.FLOAT)
            desc = TensorDesc(dims, dtype) if items is None else TensorDesc([len(items)], DataType.INT64)
            is_absent = port.kind is PortKind.OPTIONAL and rng.random() < 0.3
            inputs.append(None if is_absent else desc)
            values.append(None if is_absent or items is None else KnownValue.vector(items))
    attrs = {spec.name: some_attr(rng, spec.kind.name) for spec in proto.attrs if spec.required or rng.random() < 0.6}
    return infer_call(proto, inputs, attrs, counts=tuple(counts), values=values)


def test_no_call_makes_a_rule_fail_otherwise_than_with_a_law():
    rng, failed = Random(1), set[str]()
    for op in sorted({case.op for case in by_meaning()}):
        for _ in range(10):
            try:
                some_call(rng, registry().lookup(op))
            except MetadefError as error:
                failed |= {f"{op}: {item}" for item in error.findings if item.name in ("shape-rule-failed", "bad-dim")}
    assert failed == set()
