"""Branches, loops and calls. Subgraphs see their arguments only; `call.run_graph` runs the one in a slot."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]

_MOST_ITERATIONS = 1 << 24  # WHY: a loop that never ends must not hang whoever only wanted to look at a model


def _run(call: KernelCall, slot: str, arguments: Sequence[Array]) -> list[Array]:
    if call.run_graph is None:
        raise ValueError("there is no subgraph to run in a call outside of a graph")
    return call.run_graph(slot, arguments)


def _truth(array: Array) -> bool:
    """A number is true when it is not 0, a tensor when it holds anything."""
    return bool(array.reshape(())) if array.size == 1 else array.size > 0


def _if(call: KernelCall) -> list[Array]:
    return _run(call, "then_branch" if _truth(call["cond"]) else "else_branch", call.members("input"))


def _case(call: KernelCall) -> list[Array]:
    """An index outside of the branches takes the last one."""
    index, count = call.numbers("branch_index")[0], call.subgraph_count
    return _run(call, f"branches{index if 0 <= index < count else count - 1}", call.members("input"))


def _while(call: KernelCall) -> list[Array]:
    values = call.members("input")
    for _ in range(_MOST_ITERATIONS):
        if not _truth(_run(call, "cond", values)[0]):
            return list(values)
        values = _run(call, "body", values)
    raise ValueError(f"the loop still runs after {_MOST_ITERATIONS} iterations")


def _for(call: KernelCall) -> list[Array]:
    """The body takes the number of the iteration before the carried values."""
    values = call.members("input")
    start, limit, step = (call.numbers(name)[0] for name in ("start", "limit", "delta"))
    for number in range(start, limit, step):
        index = call["start"].reshape(()).copy()
        index[()] = number
        values = _run(call, "body", [index, *values])
    return list(values)


def _call(call: KernelCall) -> list[Array]:
    return _run(call, "f", call.members("args"))


def _same(call: KernelCall) -> Array:
    return call["x"]


KERNELS: dict[str, Kernel] = {
    "Case": _case,
    "For": _for,
    "If": _if,
    "LoopCond": _same,
    "PartitionedCall": _call,
    "StatefulPartitionedCall": _call,
    "StatelessCase": _case,
    "StatelessIf": _if,
    "StatelessWhile": _while,
    "While": _while,
    "_If": _if,
    "_While": _while,
}
