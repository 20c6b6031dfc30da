"""Jinja environments: undefined names are errors, pages escape by themselves, other languages have quoting filters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, DictLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from metadef.render.escape import visible
from metadef.render.quoting import c_string, go_string, md_code, md_text, py_string

__all__ = ["environment", "make_environment"]

_OWN_TEMPLATES = Path(__file__).parent / "templates"
_FILTERS = {
    "c_string": c_string,
    "go_string": go_string,
    "md_code": md_code,
    "md_text": md_text,
    "py_string": py_string,
    "visible": visible,
}


def environment(folder: Path | None = None) -> Environment:
    """An environment that loads templates from `folder`, then from this package (the page skeleton).

    A template is named `name.language.j2`. Those of `.html.j2`, `.svg.j2` and `.xml.j2` escape by themselves; all
    others insert text as it is and must say how it is quoted: `{{ name | c_string }}`.
    """
    folders = ([folder] if folder else []) + [_OWN_TEMPLATES]
    return make_environment(ChoiceLoader([FileSystemLoader(item) for item in folders]))


def make_environment(source: BaseLoader | Mapping[str, str]) -> Environment:
    """Like `environment`, for any loader, or for templates given as name to text."""
    loader = DictLoader(source) if isinstance(source, Mapping) else source
    result = Environment(
        loader=loader,
        undefined=StrictUndefined,
        autoescape=_is_markup,
        finalize=_without_controls,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    result.filters.update(_FILTERS)
    return result


def _is_markup(name: str | None) -> bool:
    # WHY: a template without a name is made on the fly, where a forgotten escape is worst
    return name is None or name.removesuffix(".j2").endswith((".html", ".svg", ".xml"))


def _without_controls(value: object) -> object:
    """What expressions insert, with hidden characters visible; lines and tabs stay."""
    return visible(value, keep="\n\t") if isinstance(value, str) and not isinstance(value, Markup) else value
