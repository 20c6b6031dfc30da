"""Codes of the family DOC: documentation of operators."""

from __future__ import annotations

from metadef.errors.codes.lint_codes import DOCUMENTATION
from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = DOCUMENTATION
