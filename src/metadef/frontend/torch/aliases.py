"""Calls that overwrite a tensor of which another name is read later.

A graph has values, not memory: what an in-place operator gives is a new value, which is right as long as nobody reads
the old tensor, a view of it, or what it is a view of. PyTorch's `run_decompositions()` leaves no such operators.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.frontend.torch.program import Argument, Call, Program, Ref

__all__ = ["overwritten"]

_VIEWS = frozenset(
    "alias as_strided broadcast_to chunk contiguous detach diagonal dropout expand expand_as flatten lift_fresh mT "
    "moveaxis movedim narrow numpy_T permute positive real reshape select slice split split_with_sizes squeeze "
    "swapaxes swapdims t tensor_split to transpose type_as unbind unflatten unfold unsqueeze view view_as".split()
)


def overwritten(program: Program) -> dict[str, str]:
    """In-place calls that must not be written out, by name, with a name that is read after them.

    Every tensor has the storage of the one that it is a view of, and is as old as the writes to that storage when it
    was made; to read one that is older than its storage is to read what the program has overwritten.
    """
    storages: dict[str, str] = {}
    ages: dict[str, int] = {}
    writers: dict[str, list[str]] = {}  # storage: calls that write to it
    found: dict[str, str] = {}

    def read(name: str) -> None:
        storage = storages.get(name, name)
        for writer in writers.get(storage, ())[ages.get(name, 0) :]:
            found.setdefault(writer, name)

    for call in program.calls:
        named = [item.name for value in call.arguments.values() for item in _refs(value)]
        for name in named:
            read(name)
        if not named:
            continue
        operator = call.target.removeprefix("aten.").partition(".")[0]
        storage = storages.get(named[0], named[0])
        if _is_in_place(operator):
            writers.setdefault(storage, []).append(call.name)
        if _is_in_place(operator) or operator in _VIEWS:
            for output in _outputs(call):
                storages[output], ages[output] = storage, len(writers.get(storage, ()))
    for value in program.outputs:
        for item in _refs(value):
            read(item.name)
    return found


def _is_in_place(operator: str) -> bool:
    return operator.endswith("_") and not operator.startswith("_") and operator != "detach_"


def _outputs(call: Call) -> Iterator[str]:
    return (name for name in call.outputs if name)


def _refs(value: Argument) -> list[Ref]:
    return [item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Ref)]
