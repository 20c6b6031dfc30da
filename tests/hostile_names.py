"""Names that a stranger's model may carry, each an attack on one of the media that metadef writes."""

from hypothesis import strategies as st

__all__ = ["ANY_TEXT", "HOSTILE"]

HOSTILE = (
    "",
    " ",
    "conv1",
    "\x1b[31mred\x1b]0;title\x07",
    "line\nbreak\r\nand\ttab",
    "\n::error file=x::injected",
    "\u202eevil\u2066",
    "zero\u200bwidth\ufeff",
    "\u2028\u2029\x85\x0b\x0c",
    "\x00nul\x7fdel\x9b31m",
    "\ud800 lone \udfff",
    "\ufffe\uffff",
    "<script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "]]>&amp;<!--",
    "\"'`;,:%0A%25",
    "{{ 7 * 7 }}{% raw %}",
    "{0} {1}",
    "[text](javascript:alert(1))",
    "![x](http://x) <b> https://x www.x.y a@b.c",
    "1. list",
    "1) list",
    "- item",
    "# heading",
    "=== ",
    "| a | b |",
    "~~x~~ *x* _x_ `x` ``y`` \\",
    "??/??=\\",
    "é 中文 😀",
    "CON",
    "../../x",
    "$(rm -rf x)`id`%PATH%",
)

ANY_TEXT = st.text(st.characters(categories=None, exclude_categories=()), max_size=30) | st.sampled_from(HOSTILE)
