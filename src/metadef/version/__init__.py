"""Versions: this package's own, SemVer 2.0, CANN's strings, and ranges over either. Floor 0."""

from metadef.version.cann import CannVersion
from metadef.version.ranges import Version, VersionRange
from metadef.version.semver import SemVer

__all__ = ["CannVersion", "SemVer", "Version", "VersionRange", "__version__"]

__version__ = "0.1.0"
