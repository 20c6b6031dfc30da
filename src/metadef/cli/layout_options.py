"""Options on layout that `metadef compile` and `metadef layout` share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from metadef.errors import UsageError
from metadef.layout.settings import LayoutSettings

__all__ = ["layout_choices", "settings_from"]

_Command = TypeVar("_Command", bound=Callable[..., object])


def layout_choices(command: _Command) -> _Command:
    """Add the options; their values go to `settings_from`."""
    for option in reversed(
        (
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
            click.option(
                "--free-inputs", is_flag=True, help="Inputs may arrive in whatever storage format is cheapest."
            ),
            click.option("--free-outputs", is_flag=True, help="Outputs may be given in whatever format is cheapest."),
            click.option(
                "--constants",
                type=click.FloatRange(0, 1),
                default=0.0,
                metavar="SHARE",
                help="What converting a constant costs, as a share of the price at run time; nothing by default.",
            ),
        )
    ):
        command = option(command)
    return command


def settings_from(
    precision_mode: str | None,
    precision_mode_v2: str | None,
    small_channel: bool,
    free_inputs: bool,
    free_outputs: bool,
    constants: float,
    sensitivity: float = 0.0,
) -> LayoutSettings:
    """The settings that the options ask for.

    Raises:
        UsageError: for both precision modes at once, and for unknown ones.
    """
    if precision_mode and precision_mode_v2:
        raise UsageError.of("bad-usage", "--precision_mode_v2", "excludes --precision_mode", expected="one of the two")
    return LayoutSettings(
        precision_mode_v2 or precision_mode or "", small_channel, sensitivity, free_inputs, free_outputs, constants
    )
