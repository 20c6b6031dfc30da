"""Random graphs that can be computed, over more than 60 operators and the clusters that passes look for.

Values keep a moderate size, so that reassociated sums stay near. Operators with steps (`Floor`, `Greater`) are put
only on values that no pass rounds differently: inputs, and what only moves their elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.infer.engine import Inference, infer
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["OPERATORS", "random_graph"]

_ACTIVATIONS = (
    "Relu Sigmoid Tanh Neg Abs Square Erf Softplus Softsign Elu Relu6 HardSwish HardSigmoid Gelu GeluV2 Swish Mish "
    "Sin Cos Atan Asinh Identity LeakyRelu Selu"
).split()
_STEPS = ("Floor", "Ceil", "Sign", "Rint")
_PAIRS = ("Add", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference")
_COMPARISONS = ("Greater", "Less", "Equal")
_REDUCTIONS = ("ReduceSumD", "ReduceMeanD", "ReduceMax", "ReduceMin", "ReduceMean")


@dataclass
class _Builder:
    """A graph that grows by one operator or cluster a step."""

    rng: np.random.Generator
    graph: Graph
    values: list[Value] = field(default_factory=list[Value])  # float32, rank 1 to 4, few elements
    exact: set[Value] = field(default_factory=set[Value])
    state: Inference = field(default_factory=Inference)

    def pick(self, rank: int | None = None, least: int = 1) -> Value | None:
        """A value, the younger ones more often."""
        found = [v for v in self.values if (len(dims(v)) == rank if rank else len(dims(v)) >= least)]
        return found[int(len(found) * self.rng.uniform() ** 0.5)] if found else None

    def one_of(self, options: Sequence[Any]) -> Any:
        return options[int(self.rng.integers(len(options)))]

    def add(self, op: str, inputs: Sequence[Any], attrs: dict[str, Any] | None = None, **more: Any) -> Value:
        node = self.graph.add(op, inputs, attrs or {}, **more)
        infer(self.graph, [node], self.state)
        assert not self.state.findings, [str(item) for item in self.state.findings]
        return node.output

    def const(self, array: Any, dtype: Any = np.float32) -> Value:
        return self.graph.constant(np.asarray(array, dtype))

    def number(self, value: float) -> Value:
        return self.const(value)

    def keep(self, value: Value, of: Value | None = None) -> None:
        """Offer a value to later steps; `of`: it holds only elements of that one."""
        if value.desc.dtype is DataType.FLOAT and 1 <= len(dims(value)) <= 4 and np.prod(dims(value)) <= 4096:
            self.values.append(value)
            if of is not None and of in self.exact:
                self.exact.add(value)


def dims(value: Value) -> tuple[int, ...]:
    known = value.desc.origin_shape.known_dims()
    assert known is not None
    return known


def _activation(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        b.keep(b.add(b.one_of(_ACTIVATIONS), [x]), None)


def _step(b: _Builder) -> None:
    found = [value for value in b.values if value in b.exact]
    x = b.one_of(found)
    b.keep(b.add(b.one_of(_STEPS), [x]), None)


def _pair(b: _Builder) -> None:
    x = b.pick()
    same = [value for value in b.values if x is not None and dims(value) == dims(x)]
    if x is not None:
        y = b.add("Tanh", [b.one_of(same)])  # keeps products small
        b.keep(b.add(b.one_of(_PAIRS), [x, y] if b.rng.uniform() < 0.5 else [y, x]))


def _with_constant(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        shape = b.one_of([(), (dims(x)[-1],), dims(x)])
        values = b.one_of([np.ones(shape), np.zeros(shape), b.rng.uniform(0.5, 1.5, shape)])
        op = b.one_of(["Add", "Mul", "Sub", "Add", "Mul"])
        if op == "Mul" and not values.any():
            values = values + 0.5
        b.keep(b.add(op, [x, b.const(values)]))


def _divided(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        b.keep(b.add(b.one_of(["Div", "RealDiv"]), [x, b.number(float(b.one_of([1.0, 2.0, 3.0])))]))


def _compared(b: _Builder) -> None:
    found = [value for value in b.values if value in b.exact]
    x = b.one_of(found)
    same = [value for value in b.values if dims(value) == dims(x)]
    condition = b.add(b.one_of(_COMPARISONS), [x, b.number(0.25)])
    if b.rng.uniform() < 0.5:
        condition = b.add("LogicalNot", [condition])
    if b.rng.uniform() < 0.5:
        condition = b.add(b.one_of(["LogicalAnd", "LogicalOr"]), [condition, b.add("Less", [x, b.number(1.0)])])
    b.keep(b.add("SelectV2", [condition, b.one_of(same), b.one_of(same)]))


def _transposed(b: _Builder) -> None:
    x = b.pick(least=2)
    for _ in range(int(b.rng.integers(1, 3)) if x is not None else 0):
        assert x is not None
        perm = b.rng.permutation(len(dims(x)))
        y = b.add("Transpose", [x, b.const(perm, np.int64)])
        b.keep(y, x)
        x = y


def _reshaped(b: _Builder) -> None:
    x = b.pick()
    for _ in range(int(b.rng.integers(1, 3)) if x is not None else 0):
        assert x is not None
        total, target = int(np.prod(dims(x))), []
        for _ in range(int(b.rng.integers(0, 3))):
            factor = int(b.one_of([size for size in (1, 2, 3, 4, 6) if total % size == 0]))
            target.append(factor)
            total //= factor
        y = b.add("Reshape", [x, b.const([*target, total], np.int64)])
        b.keep(y, x)
        x = y


def _ones(b: _Builder) -> None:
    x = b.pick()
    if x is not None and len(dims(x)) < 4:
        axis = int(b.rng.integers(len(dims(x)) + 1))
        y = b.add("Unsqueeze", [x], {"axes": (axis,)})
        b.keep(y, x)
        if b.rng.uniform() < 0.5:
            b.keep(b.add("Squeeze", [y], {"axis": (axis,)}), x)


def _sliced(b: _Builder) -> None:
    x = b.pick()
    if x is None:
        return
    rank, sizes = len(dims(x)), np.array(dims(x))
    kind = b.one_of(["SliceD", "StridedSlice", "GatherV2", "SplitD", "ReverseV2"])
    axis = int(b.rng.integers(rank))
    if kind == "SliceD":
        start = b.rng.integers(0, sizes)
        size = [int(b.rng.integers(1, n - s + 1)) for n, s in zip(sizes, start, strict=True)]
        b.keep(b.add(kind, [x], {"offsets": tuple(map(int, start)), "size": tuple(size)}), x)
    elif kind == "StridedSlice":
        begin, end, stride = np.zeros(rank), sizes.copy(), np.ones(rank)
        if b.rng.uniform() < 0.5:
            begin[axis], end[axis], stride[axis] = sizes[axis] - 1, -sizes[axis] - 1, -1
        elif sizes[axis] > 1:
            begin[axis] = 1
        b.keep(b.add(kind, [x, *(b.const(part, np.int64) for part in (begin, end, stride))]), x)
    elif kind == "GatherV2":
        picks = b.rng.integers(0, sizes[axis], int(b.rng.integers(1, 4)))
        b.keep(b.add(kind, [x, b.const(picks, np.int32), b.const([axis], np.int64)]), x)
    elif kind == "ReverseV2":
        b.keep(b.add(kind, [x, b.const([axis], np.int64)]), x)
    elif sizes[axis] % 2 == 0:
        node = b.graph.add(kind, [x], {"split_dim": axis, "num_split": 2}, output_counts=[2])
        infer(b.graph, [node], b.state)
        for value in node.outputs:
            b.keep(value, x)


def _joined(b: _Builder) -> None:
    x = b.pick()
    same = [value for value in b.values if x is not None and dims(value) == dims(x)]
    if x is None:
        return
    parts = [x, *(b.one_of(same) for _ in range(int(b.rng.integers(0, 3))))]
    if b.rng.uniform() < 0.4 and len(dims(x)) < 4:
        b.keep(b.add("Pack", [parts], {"axis": 0, "N": len(parts)}))
    elif b.rng.uniform() < 0.5:
        axis = int(b.rng.integers(len(dims(x))))
        b.keep(b.add("ConcatD", [parts], {"concat_dim": axis, "N": len(parts)}))
    else:
        b.keep(b.add("Muls", [b.add("AddN", [parts], {"N": len(parts)})], {"value": 1 / len(parts)}))


def _unpacked(b: _Builder) -> None:
    x = b.pick(least=2)
    if x is not None and dims(x)[0] <= 6:
        count = dims(x)[0]
        node = b.graph.add("Unpack", [x], {"num": count, "axis": 0}, output_counts=[count])
        infer(b.graph, [node], b.state)
        for value in node.outputs:
            b.keep(value, x)


def _taken_apart(b: _Builder) -> None:
    """Every slice of a tensor, one by one."""
    x = b.pick(least=2)
    if x is not None and dims(x)[0] <= 4:
        for index in range(dims(x)[0]):
            b.keep(b.add("GatherV2", [x, b.const(index, np.int32), b.const([0], np.int64)]), x)


def _padded(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        widths = b.rng.integers(0, 2, (len(dims(x)), 2)) * b.one_of([0, 1])
        b.keep(b.add("Pad", [x, b.const(widths, np.int64)]))


def _repeated(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        times = [int(b.one_of([1, 1, 2])) for _ in dims(x)]
        if b.rng.uniform() < 0.5:
            b.keep(b.add("TileD", [x], {"multiples": tuple(times)}), x)
        else:
            b.keep(b.add("BroadcastTo", [x, b.const((2, *dims(x))[-4:], np.int64)]), x)


def _reduced(b: _Builder) -> None:
    x = b.pick(least=2)
    if x is None:
        return
    op, axis, keep = b.one_of(_REDUCTIONS), int(b.rng.integers(len(dims(x)))), bool(b.rng.integers(2))
    if op.endswith("D"):
        y = b.add(op, [x], {"axes": (axis,), "keep_dims": keep})
    else:
        y = b.add(op, [x, b.const([axis], np.int64)], {"keep_dims": keep})
    b.keep(b.add("Muls", [y], {"value": 0.5}))


def _normalised(b: _Builder) -> None:
    x = b.pick(least=2)
    if x is None:
        return
    width = dims(x)[-1]
    gamma, beta = (b.const(b.rng.uniform(0.5, 1.5, width)) for _ in range(2))
    kind = b.one_of(["SoftmaxV2", "LogSoftmaxV2", "LayerNormV3", "RmsNorm", "softmax", "layer", "rms", "L2Normalize"])
    axes = b.const([-1], np.int64)
    if kind == "SoftmaxV2" or kind == "LogSoftmaxV2":
        b.keep(b.add(kind, [x], {"axes": (int(b.rng.integers(len(dims(x)))),)}))
    elif kind == "L2Normalize":
        b.keep(b.add(kind, [x], {"axis": (len(dims(x)) - 1,), "eps": 0.01}))
    elif kind == "LayerNormV3":
        attrs = {"begin_norm_axis": -1, "begin_params_axis": -1, "epsilon": 1e-2}
        b.keep(b.add(kind, [x, gamma, beta], attrs))
    elif kind == "RmsNorm":
        b.keep(b.add(kind, [x, gamma], {"epsilon": 1e-2}))
    elif kind == "softmax":
        e = b.add("Exp", [b.add("Sub", [x, b.add("ReduceMax", [x, axes], {"keep_dims": True})])])
        b.keep(b.add("RealDiv", [e, b.add("ReduceSum", [e, axes], {"keep_dims": True})]))
    else:
        centred = x
        if kind == "layer":
            centred = b.add("Sub", [x, b.add("ReduceMean", [x, axes], {"keep_dims": True})])
        squared = b.add("Mul", [centred, centred])
        variance = b.add("ReduceMean", [squared, axes], {"keep_dims": True})
        deviation = b.add("Sqrt", [b.add("Add", [variance, b.number(0.01)])])
        scaled = b.add("Mul", [b.add("RealDiv", [centred, deviation]), gamma])
        b.keep(b.add("Add", [scaled, beta]) if kind == "layer" else scaled)


def _product(b: _Builder) -> None:
    x = b.pick(least=2)
    if x is None:
        return
    width = dims(x)[-1]
    many = int(b.one_of([1, 1, 3])) if len(dims(x)) > 2 else 1
    for _ in range(many):
        weight = b.rng.normal(size=(width, 6)) / np.sqrt(width)
        if len(dims(x)) == 2:
            flag = bool(b.rng.integers(2))
            w = b.const(weight.T if flag else weight)
            y = b.add("MatMulV2", [x, w], {"transpose_x2": flag})
        else:
            y = b.add("BatchMatMulV2", [x, b.const(weight)])
        if b.rng.uniform() < 0.6:
            y = b.add("Add", [y, b.const(b.rng.normal(size=6))])
        if b.rng.uniform() < 0.4:
            y = b.add(b.one_of(["Relu", "GeluV2"]), [y])
        b.keep(y)


def _attention(b: _Builder) -> None:
    x = b.pick(rank=3)
    if x is not None:
        turned = b.add("Transpose", [x, b.const([0, 2, 1], np.int64)])
        scores = b.add("Mul", [b.add("BatchMatMulV2", [x, turned]), b.number(0.1)])
        b.keep(b.add("BatchMatMulV2", [b.add("SoftmaxV2", [scores], {"axes": (-1,)}), x]))


def _convolution(b: _Builder) -> None:
    x = b.pick(rank=4)
    if x is None or min(dims(x)[2:]) < 2:
        return
    channels = dims(x)[1]
    weight = b.const(b.rng.normal(size=(4, channels, 2, 2)) / np.sqrt(4 * channels))
    attrs = {"strides": (1, 1, 1, 1), "pads": (1, 0, 0, 1), "data_format": "NCHW"}
    y = b.add("Conv2D", [x, weight], attrs)
    kind = b.one_of(["none", "norm", "mul", "add"])
    if kind == "norm":
        rows = [b.const(b.rng.uniform(0.5, 1.5, 4)) for _ in range(4)]
        y = b.add("BNInfer", [y, *rows], {"epsilon": 1e-3})
    elif kind != "none":
        y = b.add(kind.capitalize(), [y, b.const(b.rng.uniform(0.5, 1.5, (4, 1, 1)))])
    b.keep(y)


def _pooled(b: _Builder) -> None:
    x = b.pick(rank=4)
    if x is not None and min(dims(x)[2:]) >= 2:
        attrs = {"ksize": (1, 1, 2, 2), "strides": (1, 1, 1, 1), "data_format": "NCHW"}
        b.keep(b.add(b.one_of(["MaxPoolV3", "AvgPoolV2"]), [x], attrs))


def _gelu(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        inner = b.add("Erf", [b.add("Mul", [x, b.number(0.70710678)])])
        half = b.add("Mul", [x, b.number(0.5)])
        b.keep(b.add("Mul", [half, b.add("Add", [inner, b.number(1.0)])]))


def _silu(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        b.keep(b.add("Mul", [x, b.add("Sigmoid", [x])]))


def _shape_arithmetic(b: _Builder) -> None:
    x = b.pick(least=2)
    if x is not None:
        shape = b.add("Shape", [x], {"dtype": 9})
        rows = b.add("Slice", [shape, b.const([0], np.int64), b.const([1], np.int64)])
        target = b.add("ConcatD", [[rows, b.const([-1], np.int64)]], {"concat_dim": 0, "N": 2})
        b.keep(b.add("Reshape", [x, target]), x)


def _cast(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        there = b.add("Cast", [x], {"dst_type": int(b.one_of([1, 11]))})  # FLOAT16 or DOUBLE
        b.keep(b.add("Cast", [there], {"dst_type": 0}))


def _constants_only(b: _Builder) -> None:
    size = int(b.one_of([2, 4, 6]))
    left, right = (b.const(b.rng.normal(size=(size,))) for _ in range(2))
    b.keep(b.add("Mul", [b.add("Add", [left, right]), left]))


def _twice(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        one, other = (b.add("Sigmoid", [x]) for _ in range(2))
        b.keep(b.add("Mul", [one, other]))


def _sums(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        y = b.add("CumsumD", [x], {"axis": len(dims(x)) - 1})
        b.keep(b.add("Tanh", [y]))


def _clipped(b: _Builder) -> None:
    x = b.pick()
    if x is not None:
        b.keep(b.add("ClipByValue", [x, b.number(-0.5), b.number(0.75)]))


_STEPS_OF_GROWTH: tuple[Callable[[_Builder], None], ...] = (
    *(_activation, _activation, _pair, _pair, _with_constant, _with_constant, _divided, _compared, _step, _transposed),
    *(_transposed, _reshaped, _reshaped, _ones, _sliced, _sliced, _joined, _unpacked, _taken_apart, _padded, _repeated),
    *(_reduced, _normalised, _normalised, _product, _product, _attention, _convolution, _convolution, _pooled, _gelu),
    *(_silu, _shape_arithmetic, _cast, _constants_only, _twice, _sums, _clipped),
)

OPERATORS = frozenset(
    (
        *(*_ACTIVATIONS, *_STEPS, *_PAIRS, *_COMPARISONS, *_REDUCTIONS),
        *"Div RealDiv LogicalNot LogicalAnd LogicalOr SelectV2 Transpose Reshape Unsqueeze Squeeze SliceD".split(),
        *"Slice StridedSlice GatherV2 SplitD ReverseV2 Pack ConcatD AddN Muls Unpack Pad TileD".split(),
        *"SoftmaxV2 LogSoftmaxV2 LayerNormV3 RmsNorm L2Normalize Exp Sqrt MatMulV2 BatchMatMulV2 Conv2D".split(),
        *"BroadcastTo ReduceSum BNInfer MaxPoolV3 AvgPoolV2 Shape Cast CumsumD ClipByValue".split(),
    )
)


def random_graph(seed: int, steps: int = 20) -> Graph:
    """A graph with three inputs, equal for equal seeds; it returns a few values and leaves some unread."""
    rng = np.random.default_rng(seed)
    graph = Graph(f"random{seed}", registry())
    builder = _Builder(rng, graph)
    for name, size in (("a", (2, 4, 6, 6)), ("b", (2, 3, 6)), ("c", (4, 6))):
        value = graph.add_input(name, TensorDesc(size, DataType.FLOAT))
        builder.keep(value)
        builder.exact.add(value)
    for _ in range(steps):
        builder.one_of(_STEPS_OF_GROWTH)(builder)
    unread = [value for value in builder.values if not value.use_count]
    chosen = [value for value in unread if rng.uniform() < 0.7] or builder.values[-1:]
    if rng.uniform() < 0.5:
        chosen.append(builder.one_of(builder.values))
    graph.set_outputs((f"y{i}", value) for i, value in enumerate(dict.fromkeys(chosen)))
    return graph
