"""Graphs that a fusion nearly fits: the whole pipeline leaves them right, without a failed pass, and settled.

The outputs before and after are compared; `expects` names operators that must be there, `lacks` such that may not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.passes.base import Context
from metadef.passes.manager import run_passes
from metadef.passes.table import default_passes
from metadef.text import parse
from numeric_tools import relative_error


@dataclass(frozen=True, slots=True)
class Near:
    text: str
    expects: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


def attention(q: str, k: str, v: str, middle: str, *, constants: str = "") -> str:
    """Two products around the softmax of %d, which `middle` makes of the scores %m."""
    return f"""graph "g" {{
  input %q : FLOAT[{q}]
  input %k : FLOAT[{k}]
  input %v : FLOAT[{v}]
  {constants}
  %m = BatchMatMulV2(%q, %k, _, _) {{adj_x2 = true}} : ?[*]
  {middle}
  %p = SoftmaxV2(%d) {{axes = [-1]}} : ?[*]
  %y = BatchMatMulV2(%p, %v, _, _) : ?[*]
  return %y as "y"
}}
"""


HIDDEN = "0.0, -1e9, -1e9, 0.0, 0.0, -1e9"
MASK = f"const %b : FLOAT[2, 3] = [{HIDDEN}]"
BATCHES = f"const %b : FLOAT[2, 2, 3] = [{HIDDEN}, 0.0, 0.0, 0.0, 0.0, 0.0, -1e9]"
TERMS = "const %b : FLOAT[2, 2, 3] = [0.5, 1.0, 2.0, 3.0, 1.0, 0.0, 1.0, 7.0, 2.0, 3.0, 1.0, 5.0]"
ADDED = "%d = Add(%m, %b) : ?[*]"
CHOSEN = """const %c : BOOL[2, 3] = [true, false, true, true, true, false]
  const %low : FLOAT[] = [-1e9]"""


REQUANTIZED = """graph "g" {
  input %x : FLOAT[40]
  const %spread : FLOAT[] = [90.0]
  const %low : FLOAT[] = [0.0]
  const %high : FLOAT[] = [255.0]
  %far = Mul(%x, %spread) : ?[*]
  %q = Cast(%far) {dst_type = 4} : ?[*]
  %a = Cast(%q) {dst_type = 2} : ?[*]
  %n = Cast(%a) {dst_type = 0} : ?[*]
  %r = Rint(%n) : ?[*]
  %j = ClipByValue(%r, %low, %high) : ?[*]
  %y = Cast(%j) {dst_type = 4} : ?[*]
  return %y as "y"
}
"""


LOOP = """graph "g" {{
  input %x : FLOAT[2, 3]
  const %zero : INT64[] = [0]
  const %limit : INT64[] = [{limit}]
  %y:3 = While([%zero, %limit, %x]) : (INT64[], INT64[], FLOAT[2, 3]) {{
    cond:
    graph "cond" {{
      input %i : INT64[]
      input %n : INT64[]
      input %s : FLOAT[2, 3]
      %less = Less(%i, %n) : BOOL[]
      return %less as "less"
    }}
    body:
    graph "body" {{
      input %i : INT64[]
      input %n : INT64[]
      input %s : FLOAT[2, 3]
      const %one : INT64[] = [1]
      %next = Add(%i, %one) : INT64[]
      %neg = Neg(%s) : FLOAT[2, 3]
      return %next as "i"
      return %n as "n"
      return %neg as "s"
    }}
  }}
  return %y:2 as "y"
}}
"""
BRANCHES = """graph "g" {
  input %x : FLOAT[2, 3]
  input %choice : FLOAT[]
  const %half : FLOAT[] = [0.5]
  %c = Greater(%choice, %half) : ?[*]
  %y = If(%c, [%x]) : FLOAT[2, 3] {
    then_branch:
    graph "t" {
      input %s : FLOAT[2, 3]
      %a = Identity(%s) : FLOAT[2, 3]
      return %a as "a"
    }
    else_branch:
    graph "e" {
      input %s : FLOAT[2, 3]
      %b = Identity(%s) : FLOAT[2, 3]
      return %b as "b"
    }
  }
  return %y as "y"
}
"""
GROUPS = """graph "g" {
  input %x : FLOAT[0, 4, 2]
  const %gamma : FLOAT[4] = [1.0, 2.0, 3.0, 4.0]
  const %beta : FLOAT[4] = [1.0, 2.0, 3.0, 4.0]
  %y:3 = GroupNormV2(%x, %gamma, %beta) {num_groups = 2, data_format = "NCHW", eps = 1e-5} : (?[*], ?[*], ?[*])
  return %y:0 as "y"
}
"""
WIDE_PAD = """graph "g" {
  input %x : FLOAT[1, 1, 4, 4]
  input %w : FLOAT[1, 1, 3, 3]
  const %p : INT64[8] = [0, 0, 0, 0, 256, 0, 0, 0]
  %a = Pad(%x, %p) : ?[*]
  %y = Conv2D(%a, %w, _, _) {strides = [1, 1, 1, 1], pads = [0, 0, 0, 0], data_format = "NCHW"} : ?[*]
  return %y as "y"
}
"""

FUSED = ("FlashAttentionScore",)
NEAR: dict[str, Near] = {
    "a mask of every batch, three axes": Near(
        attention("2, 2, 4", "2, 3, 4", "2, 3, 4", ADDED, constants=BATCHES), FUSED
    ),
    "a term of every batch, three axes": Near(
        attention("2, 2, 4", "2, 3, 4", "2, 3, 4", ADDED, constants=TERMS), FUSED
    ),
    "a mask of more axes than the scores": Near(
        attention("2, 2, 4", "2, 3, 4", "2, 3, 4", ADDED, constants=BATCHES.replace("[2, 2, 3]", "[2, 1, 2, 3]")),
        lacks=FUSED,
    ),
    "a mask that makes queries": Near(
        attention("1, 2, 1, 4", "1, 2, 3, 4", "1, 2, 3, 4", ADDED, constants=MASK), lacks=FUSED
    ),
    "a mask that makes keys": Near(
        attention("1, 2, 2, 4", "1, 2, 1, 4", "1, 2, 3, 4", ADDED, constants=MASK), lacks=FUSED
    ),
    "a term that makes heads": Near(
        attention("1, 1, 2, 4", "1, 1, 3, 4", "1, 1, 3, 4", ADDED, constants=TERMS), lacks=FUSED
    ),
    "a choice that makes queries": Near(
        attention("1, 2, 1, 4", "1, 2, 3, 4", "1, 2, 3, 4", "%d = SelectV2(%c, %m, %low) : ?[*]", constants=CHOSEN),
        lacks=FUSED,
    ),
    "scores divided by 0": Near(
        attention(
            "1, 2, 2, 4", "1, 2, 3, 4", "1, 2, 3, 4", "%d = Div(%m, %o) : ?[*]", constants="const %o : FLOAT[] = [0.0]"
        ),
        lacks=FUSED,
    ),
    "no queries": Near(attention("1, 2, 0, 4", "1, 2, 3, 4", "1, 2, 3, 4", "%d = Relu(%m) : ?[*]"), lacks=FUSED),
    "no samples": Near(attention("0, 2, 2, 4", "0, 2, 3, 4", "0, 2, 3, 4", ADDED, constants=MASK), lacks=FUSED),
    "a whole number between that is too narrow": Near(REQUANTIZED, ("Rint",)),
    "a loop of no rounds over unknown data": Near(LOOP.format(limit=0), lacks=("While",)),
    "a loop of three rounds": Near(LOOP.format(limit=3), ("While",)),
    "branches that turn out to be equal": Near(BRANCHES, lacks=("If",)),
    "groups of an empty tensor": Near(GROUPS, ("GroupNormV2",)),
    "a pad that no convolution has": Near(WIDE_PAD, ("Conv2D", "Pad")),
}


def _inputs(graph: Graph) -> dict[str, Any]:
    rng = np.random.default_rng(3)
    return {
        value.name: rng.normal(size=value.desc.shape.known_dims() or ()).astype(value.desc.dtype.numpy)
        for value in graph.inputs
    }


@pytest.mark.parametrize("name", NEAR)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_nearly_matches_computes_the_same_and_settles(name: str):
    near = NEAR[name]
    before, graph = parse(near.text, registry()), parse(near.text, registry())
    infer(before)
    expected = run_graph(before, _inputs(before))
    results = run_passes(graph, default_passes(), Context(infer(graph)), check=True)
    assert [item.findings for item in results if not item.ok] == []
    found = run_graph(graph, _inputs(before))
    for output, array in expected.items():
        assert found[output].shape == array.shape
        assert relative_error(array, found[output]) <= 1e-5 or not array.size
    ops = {node.op for node in graph.nodes}
    assert set(near.expects) <= ops and not ops & set(near.lacks)
    settled = str(graph)
    run_passes(graph, default_passes(), Context(infer(graph)), check=True)
    assert str(graph) == settled
