"""One error tree, `Finding`, and the table of codes. Floor 1."""

from metadef.errors.error import FileError, GraphError, MetadefError, UsageError
from metadef.errors.finding import Finding, Severity, finding, worst
from metadef.errors.nearest import did_you_mean, nearest

__all__ = [
    "FileError",
    "Finding",
    "GraphError",
    "MetadefError",
    "Severity",
    "UsageError",
    "did_you_mean",
    "finding",
    "nearest",
    "worst",
]
