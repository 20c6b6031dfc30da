"""Names of values in one ONNX model: every one is unique, in subgraphs too, as the format asks for."""

from __future__ import annotations

__all__ = ["Names"]


class Names:
    """The names that are taken. Mutable."""

    __slots__ = ("_counters", "_taken")

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counters: dict[str, int] = {}

    def fresh(self, base: str) -> str:
        """`base`, or `base_1`, `base_2`, ... where it is taken; now it is.

        >>> names = Names()
        >>> names.fresh("x"), names.fresh("x"), names.fresh("")
        ('x', 'x_1', 'value')
        """
        name = base = base or "value"
        count = self._counters.get(base, 0)
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._counters[base] = count
        self._taken.add(name)
        return name
