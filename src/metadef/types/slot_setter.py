"""How the constructor of an immutable class writes its slots, where `object.__setattr__` takes most of its time."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["slot_setter"]


def slot_setter(owner: type, name: str) -> Callable[[object, object], None]:
    """A function that writes one slot of an instance, past a `__setattr__` that refuses to.

    >>> class Frozen:
    ...     __slots__ = ("size",)
    ...     def __setattr__(self, name, value): raise AttributeError(name)
    >>> put_size = slot_setter(Frozen, "size")
    >>> one = Frozen()
    >>> put_size(one, 3)
    >>> one.size
    3
    """
    setter: Callable[[object, object], None] = owner.__dict__[name].__set__
    return setter
