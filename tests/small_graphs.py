"""Small graphs in the text form that several tests use."""

from __future__ import annotations

__all__ = ["BRANCHES"]

# An If: one branch computes, the other passes its argument on.
BRANCHES = """graph "g" {
  input %c : BOOL[]
  input %x : FLOAT[2]
  %y = If(%c, [%x]) : FLOAT[2] {
    then_branch:
    graph "t" {
      input %x : FLOAT[2]
      %inner = Neg(%x) : FLOAT[2]
      return %inner as "r"
    }
    else_branch:
    graph "e" {
      input %x : FLOAT[2]
      return %x as "r"
    }
  }
  return %y as "y"
}"""
