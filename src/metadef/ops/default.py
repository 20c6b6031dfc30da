"""Which registry is used when none is named. The public door sets the provider; lower floors only ask."""

from __future__ import annotations

TYPE_CHECKING = False  # WHY: this module is loaded by `import metadef`, and `typing` is most of what an import costs
if TYPE_CHECKING:
    from collections.abc import Callable

    from metadef.ops.registry import Registry

__all__ = ["default_registry", "set_default_registry"]

_providers: list[Callable[[], Registry]] = []


def set_default_registry(provider: Callable[[], Registry]) -> None:
    """Say where the default registry comes from; the last call wins."""
    _providers.append(provider)


def default_registry() -> Registry:
    """The provider's registry, or an empty one when nobody set a provider."""
    if _providers:
        return _providers[-1]()
    from metadef.ops.registry import Registry

    return Registry()
