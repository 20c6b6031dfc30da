"""What a caller may ask of layout besides the target."""

from __future__ import annotations

from dataclasses import dataclass

from metadef.errors import UsageError, did_you_mean
from metadef.layout.precision import MODES

__all__ = ["LayoutSettings"]


@dataclass(frozen=True, slots=True)
class LayoutSettings:
    """Raises UsageError when made with an unknown precision mode, or with a share outside of 0 to 1."""

    precision: str = ""  # a name of --precision_mode or --precision_mode_v2; "" casts only where a type is not offered
    small_channel: bool = False  # --enable_small_channel: convolutions of at most four channels may use C04 formats
    sensitivity: float = 0.0  # 0.3: lay out again with each estimate 30 % lower and higher
    free_inputs: bool = False  # graph inputs may arrive in whatever storage format is cheapest
    free_outputs: bool = False  # graph outputs may be given in one
    constants: float = 0.0  # 1.0: conversions of constants cost what they would at run time; 0.0: nothing
    time_limit_s: float = 10.0  # for each graph, for what elimination cannot solve

    def __post_init__(self) -> None:
        if self.precision and self.precision not in MODES:
            hint = did_you_mean(self.precision, MODES) or ", ".join(sorted(MODES))
            raise UsageError.of("bad-usage", f"precision mode {self.precision}", "there is no such mode", hint=hint)
        if not 0 <= self.constants <= 1:
            got = str(self.constants)
            raise UsageError.of("bad-usage", "price of constants", "is a share", expected="0 to 1", got=got)
        if not 0 <= self.sensitivity < 1:
            got = str(self.sensitivity)
            raise UsageError.of("bad-usage", "sensitivity", "is a share", expected="0 to below 1", got=got)
