"""Reading the text form of graphs. Floor 5."""

from metadef.text.parse import parse

__all__ = ["parse"]
