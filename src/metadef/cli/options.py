"""Options that several commands have, each written once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from metadef.driver.arguments import DEFAULT_TARGET

__all__ = [
    "fix_option",
    "gear_options",
    "random_input_options",
    "size_option",
    "target_option",
    "tolerance_option",
    "with_options",
]

Command = TypeVar("Command", bound="Callable[..., Any]")  # click decorates functions of any signature

target_option = click.option(
    "--target",
    metavar="CHIP|FILE|CHIP@FILE",
    default=DEFAULT_TARGET,
    show_default=True,
    help="Full chip name, see `metadef soc list`; or a file of `metadef soc import`.",
)

tolerance_option = click.option(
    "--tolerance", type=click.FloatRange(min=0), help="Relative error that is accepted; else by type."
)

size_option = click.option(
    "--set",
    "settings",
    metavar="SYMBOL=SIZE,...",
    multiple=True,
    help="Sizes of symbols, such as batch=8; may be repeated.",
)

fix_option = click.option(
    "--fix",
    "fixes",
    metavar="INPUT=VALUE",
    multiple=True,
    help="Value that an input of an ONNX model always has, such as sr=16000 or axes=[0,1]; may be repeated.",
)


def random_input_options(command: Command) -> Command:
    """`--set`, `--range` and `--seed` of inputs that are drawn."""
    return with_options(
        command,
        click.option(
            "--set", "settings", metavar="SYMBOL=SIZE", multiple=True, help="Size of a symbol of random inputs."
        ),
        click.option("--range", "ranges", metavar="NAME=LOW:HIGH", multiple=True, help="Range of a random input."),
        click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of random inputs."),
    )


def gear_options(command: Command) -> Command:
    """`--input_shape` and the three options of ATC that list gears; `metadef.cli.gears` takes the values."""
    return with_options(
        command,
        click.option(
            "--input_shape", "--input-shape", "input_shape", metavar="SPEC", help='As for atc: "x:1,3,-1;y:1~10".'
        ),
        click.option("--dynamic_batch_size", "batch", metavar="GEARS", help='As for atc: "1,2,4".'),
        click.option("--dynamic_image_size", "image", metavar="GEARS", help='As for atc: "672,672;512,512".'),
        click.option("--dynamic_dims", "dims", metavar="GEARS", help='As for atc: "1,2;3,4".'),
    )


def with_options(command: Command, *options: Callable[[Command], Command]) -> Command:
    """The command with the options, which help lists in this order."""
    for option in reversed(options):
        command = option(command)
    return command
