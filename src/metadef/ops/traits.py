"""Traits: what passes and planners may assume about an operator. A trait is a plain name."""

from __future__ import annotations

__all__ = [
    "BROADCAST",
    "COMMUTATIVE",
    "CONSTANT",
    "CONTROL_FLOW",
    "ELEMENTWISE",
    "PURE",
    "RANDOM",
    "REDUCTION",
    "STATEFUL",
    "TRAITS",
    "VIEW",
]

PURE = "pure"  # same inputs and attributes give the same outputs, and nothing else happens
COMMUTATIVE = "commutative"  # the first two inputs may be exchanged
ELEMENTWISE = "elementwise"  # output element i depends on input elements i only
BROADCAST = "broadcast"  # elementwise after NumPy broadcasting
REDUCTION = "reduction"  # axes disappear or shrink to 1
VIEW = "view"  # the output is the first input's bytes under another shape
CONSTANT = "constant"  # the output is fixed at compile time
RANDOM = "random"  # draws numbers
STATEFUL = "stateful"  # reads or writes something besides its tensors
CONTROL_FLOW = "control-flow"  # runs subgraphs

TRAITS: dict[str, str] = {
    PURE: "same inputs and attributes give the same outputs, and nothing else happens",
    COMMUTATIVE: "the first two inputs may be exchanged",
    ELEMENTWISE: "output element i depends on input elements i only",
    BROADCAST: "elementwise after NumPy broadcasting",
    REDUCTION: "axes disappear or shrink to 1",
    VIEW: "the output is the first input's bytes under another shape",
    CONSTANT: "the output is fixed at compile time",
    RANDOM: "draws numbers",
    STATEFUL: "reads or writes something besides its tensors",
    CONTROL_FLOW: "runs subgraphs",
}
