"""Pipelines as text, passes from files, and CANN's switches."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import FileError, MetadefError, UsageError
from metadef.passes.base import OptionValue, Pass, Stage
from metadef.passes.cann_names import CANN_PASSES
from metadef.passes.pipeline import SHORT_FORMS, parse_pipeline, passes_of
from metadef.passes.plugin_file import passes_in_file
from metadef.passes.rewrite import RewritePass
from metadef.passes.switches import apply_switches, parse_switch_list, parse_switches, read_switches
from metadef.passes.table import PASSES, default_passes, find_pass

# --- pipelines -----------------------------------------------------------------------------------------------------


def names(passes: list[Pass]) -> list[str]:
    return [item.name for item in passes]


def test_short_forms_and_stages_stand_for_passes():
    fusions = [item.name for item in default_passes() if item.stage is Stage.FUSION]
    assert names(passes_of("fold,dce")) == ["constant-folding", "dead-node-elimination"]
    assert names(passes_of("fuse")) == fusions == names(passes_of("fusion"))
    assert names(passes_of("default")) == list(PASSES)
    assert all(name in PASSES or name in {stage.value for stage in Stage} for name in SHORT_FORMS.values())


def test_a_minus_takes_out_what_stands_before_it():
    assert names(passes_of("default, -fold, -fusion")) == [
        item.name for item in default_passes() if item.stage is not Stage.FUSION and item.name != "constant-folding"
    ]


def test_options_reach_the_passes_of_a_group():
    assert [item.max_changes for item in passes_of("fold,fuse{max=8}")][:2] == [None, 8]
    assert [item.max_changes for item in passes_of("fold,default{max=8},dce{max=2}") if item.name == DCE] == [2]
    (item,) = passes_of("fold{rounds=3, seconds=2}")
    assert (item.max_rounds, item.max_seconds) == (3, 2.0)


DCE = "dead-node-elimination"
FAULTS = {
    "": (1, "expected the name of a pass"),
    ",": (1, "expected the name of a pass"),
    "fold,": (6, "expected the name of a pass"),
    "fold dce": (6, "expected a comma or the end"),
    "fold;dce": (5, "expected a comma or the end"),
    "fold,dce{max=8": (15, "expected a comma or }"),
    "fold{max}": (9, "expected ="),
    "fold{max=}": (10, "expected a number, true, false or a word"),
    "fold{max=1,max=2}": (12, "expected max only once"),
    "fold, dve": (7, "there is no pass 'dve'"),
    "fold,constant-folding": (6, "names constant-folding twice"),
    "fold{most=8}": (1, "has no parameter 'most'"),
    "dce,fold{max=few}": (5, "parameter 'max' cannot take this value"),
    "fold{max=0}": (1, "parameter 'max' cannot take this value"),
    "fold{max=1.5}": (1, "parameter 'max' cannot take this value"),
    "Fold": (1, "expected the name of a pass"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_pipeline_that_cannot_be_read_points_at_the_column(text: str):
    column, message = FAULTS[text]
    with pytest.raises(UsageError) as caught:
        passes_of(text)
    (found,) = caught.value.findings
    assert found.where is not None and (found.where.line, found.where.column) == (1, column)
    assert message in found.message and f"column {column}" in found.subject
    assert found.hint


@pytest.mark.parametrize(
    ("wrong", "right"), [("dve", "dce"), ("constant-foldin", "constant-folding"), ("fuze", "fuse")]
)
def test_an_unknown_pass_is_an_error_with_the_nearest_names(wrong: str, right: str):
    with pytest.raises(UsageError) as caught:
        passes_of(wrong)
    assert (caught.value.findings[0].name, right in caught.value.findings[0].hint) == ("unknown-pass", True)


_VALUES: st.SearchStrategy[OptionValue] = st.one_of(
    st.booleans(), st.integers(-(10**15), 10**15), st.floats(0.001, 1e6), st.sampled_from(["word", "two-words"])
)
_WORDS = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,5}){0,2}", fullmatch=True)


@given(
    st.lists(st.tuples(st.booleans(), _WORDS, st.dictionaries(_WORDS, _VALUES, max_size=3)), min_size=1, max_size=5),
    st.sampled_from(["", " ", "\t "]),
)
def test_what_is_written_is_what_is_read(items: list[tuple[bool, str, dict[str, OptionValue]]], space: str):
    def written(value: OptionValue) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    text = f"{space},{space}".join(
        f"{'-' if removed else ''}{space}{name}{space}{{{','.join(f'{k}={written(v)}' for k, v in options.items())}}}"
        for removed, name, options in items
    )
    read = [(item.is_removal, item.name, dict(item.options)) for item in parse_pipeline(text)]
    assert read == items
    assert [type(v) for _, _, o in read for v in o.values()] == [type(v) for _, _, o in items for v in o.values()]


@given(st.text(max_size=30))
def test_no_text_makes_the_parser_fail_in_another_way(text: str):
    try:
        parse_pipeline(text)
    except UsageError as error:
        assert 1 <= (error.findings[0].where.column if error.findings[0].where else 0) <= len(text) + 1


def test_a_parameter_that_a_pass_declares_can_be_set_and_read():
    class Sized(RewritePass):
        name = "sized"
        parameters = {"limit": 10, "mode": "fast", "share": 0.5}  # noqa: RUF012

    made = Sized()
    assert made.option("limit") == 10
    (again,) = passes_of("sized{limit=20,mode=slow,share=1}", [made])
    assert (again.option("limit"), again.option("mode"), again.option("share")) == (20, "slow", 1.0)
    assert Sized().option("limit") == 10
    with pytest.raises(KeyError):
        made.option("width")


# --- passes from files -----------------------------------------------------------------------------------------------

PLUGIN = '''
from metadef.passes.base import NodePass

class DropRelu(NodePass):
    """Relu is the identity here."""

    name = "drop-relu"
    ops = frozenset({"Relu"})

    def visit(self, graph, node, context):
        graph.replace_uses(node.output, node.inputs[0])
        graph.remove(node)
'''


def test_a_pass_of_a_file_is_known_to_pipelines(tmp_path: Path):
    path = tmp_path / "my_pass.py"
    path.write_text(PLUGIN)
    made = passes_in_file(path)
    assert names(made) == ["drop-relu"]
    assert names(passes_of("fold,drop-relu", made)) == ["constant-folding", "drop-relu"]
    assert "drop-relu" in names(passes_of("default", made))


FILES = {
    "cannot be run: SyntaxError": "def (",
    "cannot be run: ZeroDivisionError": "x = 1\ny = 1 / 0",
    "has no class with a name": "from metadef.passes.base import NodePass",
    "is no words joined by hyphens": PLUGIN.replace("drop-relu", "Drop_Relu"),
    "brings pass constant-folding, and there is one": PLUGIN.replace("drop-relu", "constant-folding"),
    "is no class derived from NodePass or GraphPass": "PASSES = [1]",
    "PASSES is no list": "PASSES = 5",
}


@pytest.mark.parametrize("message", FILES)
def test_a_file_that_cannot_be_used_says_why(message: str, tmp_path: Path):
    path = tmp_path / "my_pass.py"
    path.write_text(FILES[message])
    with pytest.raises(MetadefError) as caught:
        passes_in_file(path)
    (found,) = caught.value.findings
    assert found.name == "plugin-unusable" and message in found.message
    if "Zero" in message:
        assert found.where is not None and found.where.line == 2


@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        ('stage = "optimize"', "Drop declares stage = 'optimize'; expected a Stage, such as Stage.OPTIMIZE"),
        ('after = "constant-folding"', "Drop declares after = 'constant-folding'; expected a tuple of names"),
        ("requires = 3", "Drop declares requires = 3; expected a tuple of names"),
        ("before = (1,)", "Drop declares before = (1,); expected a tuple of names"),
        ("conflicts = None", "Drop declares conflicts = None; expected a tuple of names"),
        ("invalidates = {}", "Drop declares invalidates = {}; expected a tuple of names"),
        ('priority = "high"', "Drop declares priority = 'high'; expected a whole number"),
        ('scope = "node"', "Drop declares scope = 'node'; expected a Scope, such as Scope.SUBGRAPH"),
        ("parameters = ('a',)", "Drop declares parameters = ('a',); expected a mapping"),
        ('ops = "Relu"', "Drop declares ops = 'Relu'; expected a frozenset of operators, or None"),
        ("reach = -1", "Drop declares reach = -1; expected a whole number from 0"),
        ("name = 7", "Drop declares name = 7; expected a string"),
        ("def __init__(self, x): pass", "Drop cannot be made: TypeError"),
    ],
)
def test_declarations_of_the_wrong_type_are_named(
    declaration: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from importlib.metadata import EntryPoint

    import metadef.passes.table as table
    from metadef.plugins import Table

    path = tmp_path / "ill_typed_pass.py"
    path.write_text(
        f"from metadef.passes.base import NodePass\n\nclass Drop(NodePass):\n    name = 'drop'\n    {declaration}\n"
    )
    with pytest.raises(MetadefError) as caught:
        passes_in_file(path)
    assert caught.value.findings[0].name == "plugin-unusable"
    assert caught.value.findings[0].message.startswith(said)
    if declaration == "name = 7":
        return  # an entry point whose class has another name is refused for that
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ill_typed_pass", raising=False)
    installed = Table(
        "metadef.passes", PASSES, lambda group: [EntryPoint("drop", "ill_typed_pass:Drop", "metadef.passes")]
    )
    monkeypatch.setattr(table, "_all", lambda: installed)
    with pytest.raises(MetadefError) as caught:
        find_pass("drop")
    assert (caught.value.findings[0].name, caught.value.findings[0].subject) == ("plugin-unusable", "pass drop")
    assert caught.value.findings[0].message.startswith(said)
    assert find_pass("constant-folding").name == "constant-folding"  # which nobody's class concerns


def test_a_missing_plugin_is_a_file_error(tmp_path: Path):
    with pytest.raises(FileError):
        passes_in_file(tmp_path / "none.py")


def test_an_installed_package_brings_passes(monkeypatch: pytest.MonkeyPatch):
    from importlib.metadata import EntryPoint

    import metadef.passes.table as table
    from metadef.plugins import Table

    points = [EntryPoint("cse-two", "metadef.passes.identity_elimination:IdentityElimination", "metadef.passes")]
    installed = Table("metadef.passes", PASSES, lambda group: points)
    monkeypatch.setattr(table, "_all", lambda: installed)
    with pytest.raises(MetadefError, match="leads to no pass of this name"):
        find_pass("cse-two")
    points[0] = EntryPoint("constant-folding", "elsewhere:Folding", "metadef.passes")
    clashing = Table("metadef.passes", PASSES, lambda group: points)
    monkeypatch.setattr(table, "_all", lambda: clashing)
    with pytest.raises(MetadefError, match="claimed by"):
        default_passes()


# --- switches ------------------------------------------------------------------------------------------------------

LINES = """# comment
ConvBatchnormFusionPass:off
gelu-fusion : OFF
SoftmaxFusionPass:on
"""
JSON = {"Switch": {"GraphFusion": {"ALL": "off", "constant-folding": "on"}, "UBFusion": {"ALL": "off"}}}


def test_both_forms_of_a_switch_file_are_read(tmp_path: Path):
    path = tmp_path / "fusion_switch.cfg"
    path.write_text(LINES)
    assert [(item.name, item.is_on, item.where.line) for item in read_switches(path)] == [
        ("ConvBatchnormFusionPass", False, 2),
        ("gelu-fusion", False, 3),
        ("SoftmaxFusionPass", True, 4),
    ]
    path.write_text(json.dumps(JSON))
    assert [(item.group, item.name, item.is_on) for item in read_switches(path)] == [
        ("GraphFusion", "ALL", False),
        ("GraphFusion", "constant-folding", True),
        ("UBFusion", "ALL", False),
    ]


def test_a_name_counts_for_more_than_all_wherever_it_stands():
    switches = parse_switch_list("constant-folding:on;ALL:off;dead-node-elimination:on")
    left, notes = apply_switches(default_passes(), switches)
    assert sorted(names(left)) == ["constant-folding", "dead-node-elimination"]
    assert notes == []


def test_a_name_of_cann_turns_off_the_rule_that_does_its_work():
    left, _ = apply_switches(default_passes(), parse_switches(LINES))
    assert "gelu-fusion" not in names(left)
    off = {item.name: item.off for item in left if item.off}
    assert off == {"convolution-folding": {"batch-norm-into-conv"}}


def test_a_single_rule_turned_on_needs_its_pass():
    left, _ = apply_switches(default_passes(), parse_switch_list("ALL:off;SoftmaxFusionPass:on"))
    assert names(left) == ["normalisation-fusion"]
    assert isinstance(left[0], RewritePass)
    assert {rule.name for rule in left[0].rules} - left[0].off == {"softmax"}


def test_a_pass_of_cann_that_nothing_here_does_is_noted():
    left, notes = apply_switches(default_passes(), parse_switch_list("EinsumPass:off"))
    assert names(left) == names(default_passes())
    assert [(item.name, item.severity.value) for item in notes] == [("switch-without-effect", "info")]


@pytest.mark.parametrize(("wrong", "right"), [("SoftmaxFusionPas", "SoftmaxFusionPass"), ("gelu-fusio", "gelu-fusion")])
def test_a_name_that_nobody_knows_is_an_error_with_the_nearest(wrong: str, right: str):
    with pytest.raises(MetadefError) as caught:
        apply_switches(default_passes(), parse_switches(f"\n{wrong}:off", "f.cfg"))
    (found,) = caught.value.findings
    assert (found.name, str(found.where)) == ("unknown-pass", "f.cfg:2")
    assert right in found.hint


@pytest.mark.parametrize(
    "text",
    [
        "SoftmaxFusionPass",
        "SoftmaxFusionPass:maybe",
        "{",
        "{}",
        '{"Switch": []}',
        '{"Switch": {"GraphFusion": 1}}',
        '{"Switch": {"GraphFusoin": {}}}',
        '{"Switch": {"GraphFusion": {"ALL": true}}}',
    ],
)
def test_a_switch_that_cannot_be_read_is_an_error(text: str):
    with pytest.raises(MetadefError) as caught:
        parse_switches(text, "f.cfg")
    (found,) = caught.value.findings
    assert found.name == "switch-malformed" and found.where is not None and found.where.file == "f.cfg"


def test_what_the_table_of_cann_names_leads_to_exists():
    known = {item.name: item for item in default_passes()}
    for targets in CANN_PASSES.values():
        for target in targets:
            name, _, rule = target.partition("/")
            item = known[name]
            assert not rule or (isinstance(item, RewritePass) and rule in {one.name for one in item.rules}), target
