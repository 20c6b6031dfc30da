"""The declared operators of CANN, one family a file, loaded when first asked for.

>>> conv2d = registry().lookup("Conv2D")
>>> [port.name for port in conv2d.inputs]
['x', 'filter', 'bias', 'offset_w']
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metadef.ops.proto import OpProto
    from metadef.ops.registry import Registry

__all__ = ["family_of", "installed", "load_family", "registry"]


def load_family(family: str) -> tuple[OpProto, ...]:
    """All prototypes of one family file, such as "conv"; imports that file and no other family."""
    return import_module(f"metadef.catalogue.{family}").OPS


def family_of(name: str) -> str | None:
    """The family file that declares an operator, without loading it; None for unknown names.

    >>> family_of("Conv2D"), family_of("NetOutput"), family_of("Missing")
    ('conv', 'internal', None)
    """
    from metadef.catalogue.index import FAMILY_OF, INTERNAL

    return FAMILY_OF.get(name) or ("internal" if name in INTERNAL else None)


@cache
def registry() -> Registry:
    """The catalogue: every public operator and the engine-internal ones; frozen, and the same object every time.

    A look-up loads the one family that declares the operator. To change something work on `registry().copy()`.
    """
    from metadef.catalogue.index import FAMILY_OF, INTERNAL
    from metadef.ops.registry import Registry

    families = FAMILY_OF | dict.fromkeys(INTERNAL, "internal")
    return Registry(families=families, load_family=load_family).freeze()


@cache
def installed() -> Registry:
    """The catalogue and the operators of installed plug-ins; frozen, and the same object every time.

    This is the registry of whatever names none. A plug-in is imported when first an operator is asked for that the
    catalogue lacks, or all operators are.
    """
    from metadef.catalogue.index import FAMILY_OF, INTERNAL
    from metadef.catalogue.plugin_operators import plugin_operators
    from metadef.ops.registry import Registry

    families = FAMILY_OF | dict.fromkeys(INTERNAL, "internal")
    return Registry(families=families, load_family=load_family, further=plugin_operators).freeze()
