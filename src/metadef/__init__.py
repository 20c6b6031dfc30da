"""metadef: operator contracts and a graph front end for Ascend NPUs, in pure Python.

This module is a lazy door (PEP 562): it imports nothing until a name is asked for, so `import metadef` stays light.
A new name is one line in `__all__`, one in `_DOORS` and one under TYPE_CHECKING; tests compare the three.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # WHY: type checkers take it for true by its name, and `typing` is most of what an import costs
if TYPE_CHECKING:
    from metadef.driver.calls import call, check_call, infer_call
    from metadef.errors import Finding, MetadefError
    from metadef.graph.graph import Graph
    from metadef.ops.proto import op
    from metadef.ops.registry import Registry
    from metadef.types.dim import Dim
    from metadef.types.dtype import DataType
    from metadef.types.format import Format
    from metadef.types.shape import Shape
    from metadef.types.tensor import TensorDesc
    from metadef.version import __version__

__all__ = [
    "DataType",
    "Dim",
    "Finding",
    "Format",
    "Graph",
    "MetadefError",
    "Registry",
    "Shape",
    "TensorDesc",
    "__version__",
    "call",
    "check_call",
    "infer_call",
    "op",
]

_DOORS = {
    "DataType": "metadef.types.dtype:DataType",
    "Dim": "metadef.types.dim:Dim",
    "Finding": "metadef.errors:Finding",
    "Format": "metadef.types.format:Format",
    "Graph": "metadef.graph.graph:Graph",
    "MetadefError": "metadef.errors:MetadefError",
    "Registry": "metadef.ops.registry:Registry",
    "Shape": "metadef.types.shape:Shape",
    "TensorDesc": "metadef.types.tensor:TensorDesc",
    "__version__": "metadef.version:__version__",
    "call": "metadef.driver.calls:call",
    "check_call": "metadef.driver.calls:check_call",
    "infer_call": "metadef.driver.calls:infer_call",
    "op": "metadef.ops.proto:op",
}


def __getattr__(name: str) -> object:
    """The public object called `name`, imported now and kept.

    Raises:
        AttributeError: if there is no such name.
    """
    door = _DOORS.get(name)
    if door is None:
        raise AttributeError(f"module 'metadef' has no attribute {name!r}")
    module, _, attribute = door.partition(":")
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
