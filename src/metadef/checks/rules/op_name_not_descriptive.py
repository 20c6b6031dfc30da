"""An operator's name is an abbreviation.

Why: Those who port a model look for the name that other frameworks use, and find no MM.
Bad: REG_OP(MM)
Good: REG_OP(MatMul)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]

_ABBREVIATION = re.compile(r"[A-Z]{1,5}[0-9]*(?:V[0-9]+)?")
# Abbreviations that frameworks and papers use as the name itself.
_COMMON = frozenset("LRN NMS FFT IFFT RFFT IRFFT STFT RNN GRU LSTM SGD GEMM GLU".split())


def check(operator: Operator) -> Iterator[Problem]:
    name = operator.proto.name
    if _ABBREVIATION.fullmatch(name) and name not in _COMMON:
        yield Problem("the name is an abbreviation", got=name)


RULE = Rule("DEF115", "op-name-not-descriptive", "info", operator=check)
