"""The modes of `metadef atc`: what `--mode` says, to `"module:function"`. A new mode is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import TypeAlias, cast

from metadef.cli.atc.flags import Flags
from metadef.errors import Finding, UsageError, did_you_mean

__all__ = ["MODES", "Mode", "Outcome", "Runner", "mode_called", "runner"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a mode did: `lines` for stdout, and everything that it found."""

    lines: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Mode:
    """One mode. `command` prints around it; a runner prints nothing itself."""

    target: str  # "module:function"; the function takes Flags and gives an Outcome
    summary: str
    needs: tuple[str, ...] = ()  # flags without which it cannot run
    takes: tuple[str, ...] = field(default=())  # further flags that have an effect

    @property
    def flags(self) -> tuple[str, ...]:
        """Every flag that has an effect."""
        return (*self.needs, *self.takes)


Runner: TypeAlias = Callable[[Flags], Outcome]

# What --mode says: the mode. Numbers are ATC's own; 2 and 4 do not exist there either.
MODES: dict[str, Mode] = {
    "0": Mode(
        "metadef.cli.atc.compile_model:run",
        "A model is compiled to .mdef; the default mode.",
        needs=("model", "framework", "output", "soc_version"),
        takes=(
            *("input_shape", "input_format", "dynamic_batch_size", "dynamic_image_size", "dynamic_dims", "out_nodes"),
            *("precision_mode", "precision_mode_v2", "fusion_switch_file", "optimization_switch"),
        ),
    ),
    "1": Mode(
        "metadef.cli.atc.model_to_json:run",
        "An .om file, or with --framework an original model, as JSON.",
        needs=("om", "json"),
        takes=("framework", "dump_mode"),
    ),
    "3": Mode(
        "metadef.cli.atc.check_model:run",
        "Everything that is wrong with a model.",
        needs=("framework", "model"),
        takes=("check_report", "soc_version"),
    ),
    "5": Mode(
        "metadef.cli.atc.model_to_json:run_dump",
        "A dump of the graph engine as JSON.",
        needs=("om", "json"),
    ),
    "6": Mode(
        "metadef.cli.atc.om_info:run",
        "What an .om file was built from and with.",
        needs=("om",),
    ),
    "convert_def_to_json": Mode(
        "metadef.cli.atc.convert_def_to_json:run",
        "Operator definitions to descriptors for chips, one file or a folder.",
        needs=("op_def", "output", "target_arch"),
    ),
}


def mode_called(name: str) -> Mode:
    """The mode that `--mode=name` means.

    Raises:
        UsageError: for unknown modes, with the known ones.
    """
    found = MODES.get(name)
    if found is None:
        hint = did_you_mean(name, MODES) or ", ".join(MODES)
        raise UsageError.of("bad-usage", f"--mode={name[:80]}", "there is no such mode here", hint=hint)
    return found


def runner(mode: Mode) -> Runner:
    """The function of a mode; its module is imported now."""
    module, _, name = mode.target.partition(":")
    return cast("Runner", getattr(import_module(module), name))
