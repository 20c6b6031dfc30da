"""The skeleton of every HTML page: one file that works from disk, in light and dark, and loads nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache

from jinja2 import Template
from markupsafe import Markup

from metadef.render.environment import environment

__all__ = ["page"]


def page(
    title: str, body: Markup, *, subtitle: str = "", sections: Mapping[str, str] | None = None, script: str = ""
) -> str:
    """A complete HTML document.

    Args:
        title: plain text; it is escaped.
        body: markup, as an environment of this package renders it. Plain text is a type error on purpose.
        subtitle: plain text below the title.
        sections: id to label of the parts of `body`, for the navigation.
        script: JavaScript that the page may run; its policy allows this text, by hash, and no other.

    Raises:
        ValueError: if `script` would close its own element.
    """
    if "</" in script or "<!--" in script:
        raise ValueError("a script inside a page must not contain '</' or '<!--'; write '<\\/' in its strings")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _template().render(
        title=title,
        subtitle=subtitle,
        sections=sections or {},
        body=body,
        script=Markup(script),
        script_source=f"'sha256-{digest}'" if script else "'none'",
    )


@cache
def _template() -> Template:
    return environment().get_template("page.html.j2")
