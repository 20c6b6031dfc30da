"""`metadef run MODEL`: computes a model on the reference kernels."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from metadef.cli.arrays import parse_inputs, parse_ranges
from metadef.cli.options import random_input_options
from metadef.cli.output import say
from metadef.cli.sizes import parse_sizes
from metadef.codec.atomic import staged
from metadef.driver.load import load
from metadef.driver.random_inputs import random_inputs
from metadef.driver.run import run
from metadef.errors import FileError, UsageError
from metadef.infer.engine import infer

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["command"]


@click.command("run")
@click.argument("model")
@click.option(
    "--input", "inputs", metavar="NAME=FILE.npy|random", multiple=True, help="What an input is fed; may be repeated."
)
@random_input_options
@click.option("-o", "--output", metavar="DIR", help="Folder for one NAME.npy per output.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    model: str,
    inputs: tuple[str, ...],
    settings: tuple[str, ...],
    ranges: tuple[str, ...],
    seed: int,
    output: str | None,
    form: str,
) -> None:
    """Compute MODEL on the reference kernels. Inputs that are not given are random."""
    given = parse_inputs(inputs)
    graph = load(model)
    infer(graph)
    drawn = random_inputs(graph, seed, parse_sizes(settings), parse_ranges(ranges))
    results = run(graph, {**drawn, **given})
    files = _write(Path(output), results) if output is not None else {}
    if form == "json":
        records = [
            {"name": name, "dtype": array.dtype.name, "shape": list(array.shape), "file": files.get(name)}
            for name, array in results.items()
        ]
        click.echo(json.dumps({"outputs": records}))
        return
    for name, array in results.items():
        say(f"{name}: {array.dtype.name}{list(array.shape)} {_shown(array)}")
        if name in files:
            say(f"  written to {files[name]}")


def _write(folder: Path, results: dict[str, Array]) -> dict[str, str]:
    """Raises FileError where the folder cannot be made, UsageError where two outputs would share a file."""
    import io

    import numpy as np

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError.of("file-write", str(folder), f"cannot be made: {error.strerror}") from error
    files: dict[str, str] = {}
    for name, array in results.items():
        place = folder / f"{re.sub(r'[^A-Za-z0-9_.-]', '_', name).lstrip('.') or 'output'}.npy"
        if str(place) in files.values():
            raise UsageError.of("bad-usage", f'output "{name}"', f"would overwrite {place}", hint="other names")
        # WHY: .npy knows NumPy's own types only, and writes others so that nobody can tell what they were
        plain = array if array.dtype.kind != "V" else array.astype(np.float32)
        data = io.BytesIO()
        np.save(data, plain, allow_pickle=False) if plain.dtype.kind != "O" else np.save(data, plain.astype(np.str_))
        with staged(place) as stream:
            stream.write(data.getvalue())
        files[name] = str(place)
    return files


def _shown(array: Array) -> str:
    """The first elements, and where there are numbers, their range."""
    import numpy as np

    first = ", ".join(
        f"{item:.6g}" if isinstance(item, float) else str(item) for item in array.reshape(-1)[:4].tolist()
    )
    more = ", ..." if array.size > 4 else ""
    if array.size and array.dtype.kind not in "OSUc":
        plain = array.astype(np.float64)
        return f"[{first}{more}] from {plain.min():.6g} to {plain.max():.6g}"
    return f"[{first}{more}]"
