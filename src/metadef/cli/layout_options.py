"""Options on layout that `metadef compile` and `metadef layout` share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any

import click

from metadef.cli.options import with_options
from metadef.errors import UsageError
from metadef.layout.settings import LayoutSettings

__all__ = ["LayoutChoices", "layout_choices"]


@dataclass(frozen=True, slots=True)
class LayoutChoices:
    """The options as given, each under the name of its parameter."""

    precision_mode: str | None
    precision_mode_v2: str | None
    small_channel: bool
    free_inputs: bool
    free_outputs: bool
    constants: float

    def settings(self, sensitivity: float = 0.0) -> LayoutSettings:
        """What they ask for.

        Raises:
            UsageError: for both precision modes at once, and for unknown ones.
        """
        if self.precision_mode and self.precision_mode_v2:
            message, expected = "excludes --precision_mode", "one of the two"
            raise UsageError.of("bad-usage", "--precision_mode_v2", message, expected=expected)
        return LayoutSettings(
            self.precision_mode_v2 or self.precision_mode or "",
            self.small_channel,
            sensitivity,
            self.free_inputs,
            self.free_outputs,
            self.constants,
        )


def layout_choices(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options; the command gets them together as `choices`."""

    @wraps(command)
    def collected(**given: Any) -> int:
        choices = LayoutChoices(**{field.name: given.pop(field.name) for field in fields(LayoutChoices)})
        return command(choices=choices, **given)

    return with_options(
        collected,
        click.option(
            "--precision_mode",
            "--precision-mode",
            "precision_mode",
            metavar="MODE",
            help="Which types operators may run in, as in ATC: force_fp16, must_keep_origin_dtype, ...",
        ),
        click.option(
            "--precision_mode_v2",
            "--precision-mode-v2",
            "precision_mode_v2",
            metavar="MODE",
            help="The same by its newer names: fp16, origin, mixed_float16, ...; excludes the other.",
        ),
        click.option(
            "--enable_small_channel",
            "--enable-small-channel",
            "small_channel",
            is_flag=True,
            help="Convolutions of at most four channels may use the C04 formats.",
        ),
        click.option("--free-inputs", is_flag=True, help="Inputs may arrive in whatever storage format is cheapest."),
        click.option("--free-outputs", is_flag=True, help="Outputs may be given in whatever format is cheapest."),
        click.option(
            "--constants",
            type=click.FloatRange(0, 1),
            default=0.0,
            metavar="SHARE",
            help="What converting a constant costs, as a share of the price at run time; nothing by default.",
        ),
    )
