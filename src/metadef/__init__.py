"""metadef: operator contracts and a graph front end for Ascend NPUs, in pure Python.

This module is a lazy door (PEP 562): it imports nothing until a name is asked for, so `import metadef` stays light.
A new name is one line in `__all__`, one in `_DOORS` and one under TYPE_CHECKING; tests compare the three.
"""

from __future__ import annotations

from importlib import import_module

from metadef.ops.default import set_default_registry

TYPE_CHECKING = False  # WHY: type checkers take it for true by its name, and `typing` is most of what an import costs
if TYPE_CHECKING:
    from metadef.codec.mdef.append import compact
    from metadef.codec.mdef.background import save_async
    from metadef.codec.mdef.graph_file import GraphFile
    from metadef.driver.calls import call, check_call, infer_call
    from metadef.driver.check import check
    from metadef.driver.compare import compare
    from metadef.driver.compile import compile
    from metadef.driver.compiled import Compiled
    from metadef.driver.load import load
    from metadef.driver.run import run
    from metadef.driver.save import save
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
    "Compiled",
    "DataType",
    "Dim",
    "Finding",
    "Format",
    "Graph",
    "GraphFile",
    "MetadefError",
    "Registry",
    "Shape",
    "TensorDesc",
    "__version__",
    "call",
    "check",
    "check_call",
    "compact",
    "compare",
    "compile",
    "infer_call",
    "load",
    "op",
    "run",
    "save",
    "save_async",
]

_DOORS = {
    "Compiled": "metadef.driver.compiled:Compiled",
    "DataType": "metadef.types.dtype:DataType",
    "Dim": "metadef.types.dim:Dim",
    "Finding": "metadef.errors:Finding",
    "Format": "metadef.types.format:Format",
    "Graph": "metadef.graph.graph:Graph",
    "GraphFile": "metadef.codec.mdef.graph_file:GraphFile",
    "MetadefError": "metadef.errors:MetadefError",
    "Registry": "metadef.ops.registry:Registry",
    "Shape": "metadef.types.shape:Shape",
    "TensorDesc": "metadef.types.tensor:TensorDesc",
    "__version__": "metadef.version:__version__",
    "call": "metadef.driver.calls:call",
    "check": "metadef.driver.check:check",
    "check_call": "metadef.driver.calls:check_call",
    "compact": "metadef.codec.mdef.append:compact",
    "compare": "metadef.driver.compare:compare",
    "compile": "metadef.driver.compile:compile",
    "infer_call": "metadef.driver.calls:infer_call",
    "load": "metadef.driver.load:load",
    "op": "metadef.ops.proto:op",
    "run": "metadef.driver.run:run",
    "save": "metadef.driver.save:save",
    "save_async": "metadef.codec.mdef.background:save_async",
}


def _declared() -> Registry:
    """The catalogue and installed plug-ins, as the registry of every graph that names none."""
    return import_module("metadef.catalogue").installed()


set_default_registry(_declared)


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
    if name in ("Compiled", "compile"):  # WHY: reports stand above the driver, so the door introduces them
        import_module("metadef.driver.compiled").set_report_writer(
            import_module("metadef.reports.compile_report").write_report
        )
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
