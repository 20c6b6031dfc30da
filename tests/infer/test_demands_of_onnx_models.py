"""What a model with symbols demands of them: onnxruntime runs the sizes that are allowed, and no others.

Each model is inferred once with symbols and once for each choice of sizes with numbers in their places; onnxruntime
runs it with tensors of those sizes. All three say the same: these shapes, or no.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import onnx.parser
import onnxruntime as ort
import pytest

from metadef import Graph
from metadef.frontend.onnx import read_onnx
from metadef.infer.engine import infer
from metadef.types.dim import Dim, DimLike

ort.set_default_logger_severity(4)
_TYPES = {1: np.float32, 6: np.int32, 7: np.int64}

Outcome = list[tuple[int, ...]] | None  # shapes of the outputs, None where the sizes are refused


def model_of(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 21]> {text}')


def with_numbers(text: str, sizes: dict[str, int]) -> str:
    """The model's text with numbers for symbols, which stand in the brackets of input types alone."""
    head, rest = text.split("=>", 1)
    return re.sub(r"\b[a-z]\b(?=[,\]])", lambda found: str(sizes.get(found[0], found[0])), head) + "=>" + rest


def by_onnxruntime(model: onnx.ModelProto) -> Outcome:
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    feeds = {
        item.name: np.zeros(
            [dim.dim_value for dim in item.type.tensor_type.shape.dim], _TYPES[item.type.tensor_type.elem_type]
        )
        for item in model.graph.input
    }
    try:
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        results: list[Any] = list(session.run(None, feeds))
        return [result.shape for result in results]
    except Exception:  # onnxruntime's own errors share no public base class
        return None


def inferred(model: onnx.ModelProto) -> Graph | None:
    """The graph with its shapes; None where the import or inference finds an error."""
    imported = read_onnx(model.SerializeToString())
    findings = [*imported.findings, *infer(imported.graph).findings]
    return None if any(item.is_error for item in findings) else imported.graph


def dims_of(graph: Graph) -> list[tuple[DimLike | None, ...]]:
    return [value.desc.origin_shape.dims for _, value in graph.outputs]


def number(dim: DimLike | None, sizes: dict[str, int]) -> Any:
    return dim.evaluate(sizes) if isinstance(dim, Dim) else dim


def check(text: str, *choices: dict[str, int], empty: bool = True) -> None:
    """`empty` says whether results without elements count; torch refuses those of windows, onnxruntime does not."""
    symbolic = inferred(model_of(text))
    assert symbolic is not None
    seen: set[bool] = set()
    for sizes in choices:
        plain = model_of(with_numbers(text, sizes))
        expected = by_onnxruntime(plain)
        if expected is not None and not empty and any(0 in dims for dims in expected):
            expected = None
        seen.add(expected is None)
        static = inferred(plain)
        assert (None if static is None else dims_of(static)) == expected, f"{sizes}, with numbers"
        if symbolic.store.copy().specialise(sizes) is not None:
            found = None
        else:
            found = [tuple([number(dim, sizes) for dim in dims]) for dims in dims_of(symbolic)]
        assert found == expected, f"{sizes}, with symbols"
    assert len(seen) == 2 or len(choices) > 3, "sizes that run and sizes that do not"


def n_from(first: int, last: int, name: str = "n") -> list[dict[str, int]]:
    return [{name: size} for size in range(first, last + 1)]


@pytest.mark.parametrize("op", ["MaxPool", "AveragePool"])
@pytest.mark.parametrize(("kernel", "stride"), [(2, 2), (3, 3), (3, 2), (4, 3), (2, 1)])
def test_poolings_that_round_up_take_a_window_larger_than_the_input(op: str, kernel: int, stride: int):
    window = f"kernel_shape = [{kernel}, {kernel}], strides = [{stride}, {stride}], ceil_mode = 1"
    check(f"g (float[1,4,n,n] x) => (y) {{ y = {op}<{window}>(x) }}", *n_from(1, 7), empty=False)


def test_volumes_pooled_and_rounded_up():
    check(
        "g (float[1,4,n,4,4] x) => (y) { y = MaxPool<kernel_shape = [3,3,3], strides = [2,2,2], ceil_mode = 1>(x) }",
        *n_from(1, 6),
        empty=False,
    )


@pytest.mark.parametrize("parts", [1, 2, 3, 4])
def test_parts_as_equal_as_can_be(parts: int):
    """The last is smaller where the number of parts does not divide the axis; it may not be less than nothing."""
    names = ", ".join("abcd"[:parts])
    check(f"g (float[n,4] x) => ({names}) {{ {names} = Split<axis = 0, num_outputs = {parts}>(x) }}", *n_from(1, 9))


def test_parts_of_given_sizes_add_up():
    check("g (float[n,4] x) => (a, b) <int64[2] s = {2, 2}> { a, b = Split<axis = 0>(x, s) }", *n_from(3, 6))
    check("g (float[n,4] x) => (a, b) <int64[2] s = {1, 2}> { a, b = Split<axis = 0>(x, s) }", *n_from(2, 6))


@pytest.mark.parametrize("target", [(1, 0, 8), (0, 4, 8), (0, 0, 8), (0, 4, 0), (0, -1, 4), (2, 0, 0)])
def test_lengths_that_a_reshape_copies(target: tuple[int, int, int]):
    wanted = ", ".join(map(str, target))
    text = f"g (float[b,s,8] x) => (y) <int64[3] t = {{ {wanted} }}> {{ y = Reshape(x, t) }}"
    check(text, *[{"b": b, "s": s} for b in (1, 2, 3) for s in (1, 3, 4)])


@pytest.mark.parametrize("start", [-1000, -3, -2, -1, 0, 2, 9])
@pytest.mark.parametrize("end", [-2000, -2, 0, 1])
def test_slices_that_walk_down_begin_inside(start: int, end: int):
    """ONNX moves a start before the first element onto it; a slice of nothing would be NumPy's."""
    bounds = f"int64[1] s = {{ {start} }}, int64[1] e = {{ {end} }}, int64[1] a = {{0}}, int64[1] t = {{-1}}"
    static = f"""g (float[n,4] x) => (y, z) <{bounds}> {{
        y = Slice(x, s, e, a, t)
        size = Shape(x)
        part = Slice(size, s, e, a, t)
        z = ConstantOfShape(part)
    }}"""
    for size in (2, 3, 5):
        plain = model_of(with_numbers(static, {"n": size}))
        graph = inferred(plain)
        assert graph is not None
        assert dims_of(graph) == by_onnxruntime(plain)


@pytest.mark.parametrize(("less", "step"), [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_bounds_that_are_the_length_less_one_or_two(less: int, step: int):
    """The last one or two places, as a model computes where they begin; PyTorch's roll cuts at Mod(-1, length)."""
    numbers = f"int64[1] less = {{ {less} }}, int64[1] t = {{ {step} }}, int64[1] zero = {{0}}, int64[1] far = {{99}}"
    text = f"""g (float[n,4] x) => (y, z) <{numbers}> {{
        size = Shape<start = 0, end = 1>(x)
        at = Sub(size, less)
        y = Slice(x, at, far, zero, t)
        z = Slice(x, zero, at, zero, t)
    }}"""
    symbolic = inferred(model_of(text))
    assert symbolic is not None
    for size in range(1, 6):
        expected = by_onnxruntime(model_of(with_numbers(text, {"n": size})))
        assert [tuple([number(dim, {"n": size}) for dim in dims]) for dims in dims_of(symbolic)] == expected


def test_a_rolled_axis_keeps_its_length():
    text = """g (float[n,4] x) => (y) <int64[1] m = {-1}, int64[1] zero = {0}, int64[1] far = {9223372036854775807}> {
        size = Shape<start = 0, end = 1>(x)
        at = Mod(m, size)
        last = Slice(x, at, far, zero)
        first = Slice(x, zero, at, zero)
        y = Concat<axis = 0>(last, first)
    }"""
    symbolic = inferred(model_of(text))
    assert symbolic is not None
    assert [str(dim) for dim in dims_of(symbolic)[0]] == ["n", "4"]


def test_starts_on_several_axes_one_of_which_walks_up():
    text = """g (float[3,4] x) => (y) <int64[2] s = {-1000, -1000}, int64[2] e = {-2000, 3}, int64[2] t = {-1, 1}> {
        y = Slice(x, s, e, , t)
    }"""
    graph = inferred(model_of(text))
    assert graph is not None
    assert dims_of(graph) == by_onnxruntime(model_of(text)) == [(1, 3)]


def test_an_index_is_not_larger_than_what_it_picks_from():
    check("g (float[b,4] x, int64[5,4] i) => (y) { y = GatherElements<axis = 1>(x, i) }", *n_from(3, 7, "b"))
    check(
        "g (float[3,m] x, int64[2,5] i, float[2,5] u) => (y) { y = ScatterElements<axis = 0>(x, i, u) }",
        *n_from(3, 7, "m"),
    )


def test_constant_indices_lie_inside_the_axis():
    check("g (float[n,4] x) => (y) <int64[2] i = {1, -3}> { y = Gather<axis = 0>(x, i) }", *n_from(1, 5))
    check("g (float[4,n] x) => (y) <int64[2,2] i = {1, 0, 3, 4}> { y = GatherND(x, i) }", *n_from(3, 7))


def test_batches_of_data_and_indices_are_equal():
    """onnxruntime takes 2 batches for 4, which the standard does not, and divides the indices between them."""
    check("g (float[b,3,5] x, int64[4,2,1] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", *n_from(3, 7, "b"))


@pytest.mark.parametrize("op", ["LSTM", "GRU"])
def test_weights_and_states_of_recurrent_layers_have_the_size_of_the_state(op: str):
    gates = {"LSTM": 4, "GRU": 3}[op]
    inputs = f"float[7,2,5] x, float[1,{gates * 6},5] w, float[1,{gates * 6},6] r, float[1,{2 * gates * 6}] b"
    call = f"y = {op}<hidden_size = 6>(x, w, r, b"
    check(f"g ({inputs}, int32[n] l) => (y) {{ {call}, l) }}", *n_from(1, 3))
    check(f"g ({inputs}, float[1,n,6] h) => (y) {{ {call}, , h) }}", *n_from(1, 3))
    check(
        f"g ({inputs.replace('float[7,2,5]', 'float[7,n,5]')}, float[1,2,6] h) => (y) {{ {call}, , h) }}", *n_from(1, 3)
    )
    for old, new in ((f"1,{gates * 6},5", "1,n,5"), (f"{gates * 6},6", f"{gates * 6},n"), (f"1,{12 * gates}", "1,n")):
        text = f"g ({inputs.replace(old, new)}) => (y) {{ {call}) }}"
        check(text, *[{"n": size} for size in (5, 6, 7, gates * 6, 12 * gates)])


@pytest.mark.parametrize("place", range(4))
def test_parameters_of_a_batch_normalisation_have_one_number_a_channel(place: int):
    inputs = ", ".join(f"float[{'n' if at == place else 6}] {name}" for at, name in enumerate("abde"))
    check(f"g (float[2,6,4,4] x, {inputs}) => (y) {{ y = BatchNormalization(x, a, b, d, e) }}", *n_from(5, 7))


def test_boxes_and_scores_are_equally_many():
    text = "g (float[1,n,4] b, float[1,2,5] s) => (y) { y = NonMaxSuppression(b, s) }"
    symbolic = inferred(model_of(text))
    assert symbolic is not None
    for size in (4, 5, 6):
        runs = by_onnxruntime(model_of(with_numbers(text, {"n": size}))) is not None
        assert (inferred(model_of(with_numbers(text, {"n": size}))) is not None) == runs
        assert (symbolic.store.copy().specialise({"n": size}) is None) == runs


def test_indices_that_scatter_lie_inside_the_axis():
    check(
        "g (float[n,2] x, float[2,2] u) => (y) <int64[2,2] i = {0, 3, -2, 1}> { y = ScatterElements(x, i, u) }",
        *n_from(2, 6),
    )
    check("g (float[n,2] x, float[2,2] u) => (y) <int64[2,1] i = {1, 3}> { y = ScatterND(x, i, u) }", *n_from(2, 6))


@pytest.mark.parametrize(
    "text",
    [
        "g (float[3,4] x) => (y) <int64[1,1] s = {0}, int64[1] e = {2}> { y = Slice(x, s, e) }",
        "g (float[3,4] x) => (y, z) <int64[1,1] k = {2}> { y, z = TopK(x, k) }",
        "g (float[3,4] x) => (y) <float[2] low = {0.0, 1.0}> { y = Clip(x, low) }",
        "g (float[3,4] x) => (y) <int64[1,1] a = {0}> { y = ReduceSum(x, a) }",
        "g (float[3,4] x) => (y) <int64[3] r = {2, 1, 1}> { y = Tile(x, r) }",
        "g (float[3,4] x) => (y) <int64[1] r = {2}> { y = Tile(x, r) }",
        "g (int64[3] x) => (y) <int64 d = {4}, float[3] v = {0.0, 1.0, 2.0}> { y = OneHot(x, d, v) }",
        "g (float[3,4] x) => (y) <int64[4] p = {0, 0, 1, 1}, float[2] v = {0.0, 1.0}> { y = Pad(x, p, v) }",
        "g (float[1,1,4,4] x) => (y) <float[2] s = {2.0, 2.0}> { y = Resize<axes = [2]>(x, , s) }",
        "g (float[2,3,4] x, float[1,3] s, float[3] b) => (y) { y = InstanceNormalization(x, s, b) }",
        "g (float[3,4] x, float[1,2] u) => (y) <int64[2,2] i = {0, 1, 1, 0}> { y = ScatterElements(x, i, u) }",
        "g () => (y) <int64[2] a = {0, 0}, int64 b = {4}, int64 c = {1}> { y = Range(a, b, c) }",
    ],
)
def test_inputs_of_another_form_than_the_standard_says_are_refused(text: str):
    assert by_onnxruntime(model_of(text)) is None
    assert inferred(model_of(text)) is None


def test_transposed_convolutions_whose_pads_cut_off_all():
    attrs = "kernel_shape = [1, 1], pads = [0, 1, 0, 1]"
    check(f"g (float[1,4,2,n] x, float[4,2,1,1] f) => (y) {{ y = ConvTranspose<{attrs}>(x, f) }}", *n_from(1, 4))


def test_numbers_by_channel():
    check("g (float[2,c,4] x, float[6,1] s) => (y) { y = PRelu(x, s) }", *n_from(5, 7, "c"))
    check(
        "g (float[2,c,4] x, float[6] s) => (y) { y = GroupNormalization<num_groups = 3>(x, s, s) }", *n_from(5, 9, "c")
    )
    check("g (float[2,n] x) => (y, z) <int64[1] k = {3}> { y, z = TopK(x, k) }", *n_from(2, 5))
