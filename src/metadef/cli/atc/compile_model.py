"""`--mode=0`: a model is compiled, with ATC's flags, to an `.mdef` file.

metadef atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend310P3 --input_shape="x:1,3,224,224"

What ATC's flags ask for and this does not do is an error, not a silence; flags that only say how kernels are built have
no effect here and are a warning.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.cli.atc.flags import Flags
from metadef.cli.atc.modes import Outcome
from metadef.cli.output import plugins_to_stderr, require_destination
from metadef.driver.compile import compile as compile_model
from metadef.driver.compiled import is_compute
from metadef.driver.load import Source, open_source
from metadef.driver.target import open_target
from metadef.errors import Finding, UsageError, did_you_mean, finding
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.infer.input_shapes import (
    InputShapes,
    apply_input_shapes,
    check_gears,
    parse_gears,
    parse_input_shapes,
    with_gear,
    within_gears,
)
from metadef.passes.base import Pass
from metadef.passes.switches import apply_switches, parse_switch_list, read_switches
from metadef.passes.table import default_passes

__all__ = ["REFUSED", "run"]

_READ = {"1": ("ge-ir", "ge-ir-text"), "5": ("onnx",)}
_OTHER = {"0": "Caffe", "3": "TensorFlow"}
_GEARS = ("dynamic_batch_size", "dynamic_image_size", "dynamic_dims")

# flags that change what is computed, and that this does not follow: what to do instead
REFUSED: dict[str, str] = {
    "insert_op_conf": "preprocessing as operators of the model",
    "input_fp16_nodes": "a Cast in the model",
    "is_input_adjust_hw_layout": "layouts as they are chosen",
    "is_output_adjust_hw_layout": "layouts as they are chosen",
    "output_type": "a Cast in the model",
    "compression_optimize_conf": "a model that is quantised already",
    "compress_weight_conf": "a model that is quantised already",
    "singleop": "metadef ops import",
    "weight": "a model of ONNX, which holds its weights",
    "customize_dtypes": "Casts in the model",
    "keep_dtype": "Casts in the model",
    "precision_mode": "types as the model has them",
    "precision_mode_v2": "types as the model has them",
    "input_shape_range": '--input_shape="x:1~10,3"',
    "raw_ge_options": "the flags themselves",
}
_KEPT = {"precision_mode": ("must_keep_origin_dtype",), "precision_mode_v2": ("origin",)}  # what is done anyway


def run(flags: Flags) -> Outcome:
    """Compile what `--model` names and write `--output`.

    Raises:
        UsageError: for flags that contradict each other or are not followed, unknown chips and unknown names.
        FileError: if the model cannot be read or the output cannot be written.
    """
    model = flags.required("model")
    refused = _refused(flags)
    if refused:
        raise UsageError(refused)
    target = open_target(flags.required("soc_version"))
    output = flags.required("output").removesuffix(".om")
    written = output if output.endswith(".mdef") else f"{output}.mdef"
    place = require_destination("--output", written, model)
    source = _opened(model, flags.required("framework"))
    findings: list[Finding] = list(source.findings)
    shapes = parse_input_shapes(flags.one("input_shape")) if flags.one("input_shape") else {}
    findings += _check_format(flags.one("input_format"))
    findings += _shaped(source.graph, shapes, flags)
    if flags.one("out_nodes"):
        _set_outputs(source.graph, flags.one("out_nodes"))
    with plugins_to_stderr():
        passes, problems = _passes(flags)
    findings += problems
    if any(item.is_error for item in findings):
        return Outcome((), tuple(dict.fromkeys(findings)))
    with plugins_to_stderr():
        compiled = compile_model(source.graph, target, passes=passes)
    findings += compiled.findings
    if not compiled.ok:
        return Outcome((), tuple(dict.fromkeys(findings)))
    compiled.save(place)
    peak = compiled.memory.peak_bytes if compiled.memory is not None else 0
    left = sum(is_compute(node) for each in all_graphs(compiled.graph) for node in each.nodes)
    counts = f"{compiled.imported} nodes imported, {left} left, peak memory {peak} B"
    lines = (f"compiled for {compiled.target}: {counts}", f"written {written}")
    return Outcome(lines, tuple(dict.fromkeys(findings)))


def _refused(flags: Flags) -> list[Finding]:
    """A finding for each flag that is not followed."""
    found: list[Finding] = []
    for name, instead in REFUSED.items():
        if name not in flags or flags.one(name) in ("", "0", *_KEPT.get(name, ())):
            continue
        found.append(finding("flag-not-followed", f"--{name}", "metadef does not do this", hint=instead))
    return found


def _opened(model: str, framework: str) -> Source:
    if framework in _OTHER:
        what = f"models of {_OTHER[framework]} are not read"
        raise UsageError.of("bad-usage", f"--framework={framework}", what, hint="the model as ONNX, and --framework=5")
    if framework not in _READ:
        raise UsageError.of("bad-usage", f"--framework={framework[:20]}", "there is no such framework", hint="5")
    source = open_source(model)
    if source.form not in _READ[framework]:
        expected, got = " or ".join(_READ[framework]), f"{source.form} file"
        raise UsageError.of("bad-usage", f"--framework={framework}", "is not the model's", expected=expected, got=got)
    return source


def _passes(flags: Flags) -> tuple[list[Pass], list[Finding]]:
    """The default passes without those that switches turn off.

    Raises:
        FileError: if a file of switches cannot be read.
    """
    switches = parse_switch_list(flags.one("optimization_switch"), "--optimization_switch")
    if flags.one("fusion_switch_file"):
        switches = [*switches, *read_switches(flags.one("fusion_switch_file"))]
    return apply_switches(default_passes(), switches)


def _check_format(text: str) -> list[Finding]:
    known = ("", "NCHW", "ND", "NCDHW")
    if text in known:
        return []
    message = "inputs are taken as the model has them"
    return [finding("flag-not-followed", f"--input_format={text[:20]}", message, expected="NCHW, NCDHW or ND")]


def _shaped(graph: Graph, shapes: InputShapes, flags: Flags) -> list[Finding]:
    """Give the inputs their shapes; every gear is tried on the way."""
    options = [name for name in _GEARS if flags.one(name)]
    if len(options) > 1:
        names = " and ".join(f"--{name}" for name in options)
        raise UsageError.of("bad-usage", names, "exclude each other", hint="--dynamic_dims for all")
    if not options:
        return apply_input_shapes(graph, shapes, "--input_shape")
    option = f"--{options[0]}"
    gears = parse_gears(option, flags.one(options[0]))
    found = check_gears(option, gears, shapes)
    if any(item.is_error for item in found):
        return found
    for gear in gears:
        start = graph.mark()
        label = f"{option} {','.join(map(str, gear))}"
        found += apply_input_shapes(graph, with_gear(option, gear, shapes), label)
        found += infer(graph).findings
        graph.rollback(start)
    # WHY the largest gear counts: memory must suffice for each of them
    return found + apply_input_shapes(graph, within_gears(option, gears, shapes), option)


def _set_outputs(graph: Graph, text: str) -> None:
    """`node:0;node:1`, or names of outputs that the model has.

    Raises:
        UsageError: for what the model does not have.
    """
    known = dict(graph.outputs)
    chosen: list[tuple[str, Value]] = []
    for name in filter(None, (part.strip() for part in text.split(";"))):
        value = known.get(name) or graph.find_value(name) or graph.find_value(name.removesuffix(":0"))
        if value is None:
            names: Sequence[str] = [*known, *(node.name for node in graph.nodes)]
            hint = did_you_mean(name, names)
            raise UsageError.of("bad-usage", f"--out_nodes {name[:60]}", "the model has no such value", hint=hint)
        chosen.append((name, value))
    graph.set_outputs(chosen)
