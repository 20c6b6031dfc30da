"""The three options of ATC that list gears: `--dynamic_batch_size`, `--dynamic_image_size`, `--dynamic_dims`."""

from __future__ import annotations

from metadef.errors import UsageError
from metadef.infer.input_shapes import Gear, parse_gears

__all__ = ["chosen_gears"]


def chosen_gears(batch: str | None, image: str | None, dims: str | None) -> tuple[str, list[Gear]]:
    """The option that gives gears, and the gears; "" without one.

    Raises:
        UsageError: for two such options, or gears that cannot be read.
    """
    given = {"--dynamic_batch_size": batch, "--dynamic_image_size": image, "--dynamic_dims": dims}
    texts = {option: text for option, text in given.items() if text is not None}
    if len(texts) > 1:
        raise UsageError.of("bad-usage", " and ".join(texts), "exclude each other", hint="--dynamic_dims for all")
    for option, text in texts.items():
        return option, parse_gears(option, text)
    return "", []
