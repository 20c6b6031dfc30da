"""Versions: this package's own, SemVer 2.0, CANN's strings, short ones, and ranges over any of them. Floor 0."""

from metadef.version.cann import CannVersion
from metadef.version.ranges import Version, VersionRange
from metadef.version.semver import SemVer
from metadef.version.short import ShortVersion

__all__ = ["CannVersion", "SemVer", "ShortVersion", "Version", "VersionRange", "__version__"]

__version__ = "0.1.0"
