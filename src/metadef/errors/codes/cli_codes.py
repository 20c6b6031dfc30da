"""Codes of the family CLI: command line."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "CLI001",
        "bad-usage",
        "error",
        what="The command line makes no sense.",
        why="Nothing was done.",
        bad="metadef compil m.onnx",
        good="metadef compile m.onnx",
    ),
    Code(
        "CLI002",
        "internal-error",
        "error",
        what="metadef itself failed.",
        why="This is a defect in metadef; the log file holds the details.",
        bad="",
        good="a report with the log",
    ),
    Code(
        "CLI003",
        "plugin-unusable",
        "error",
        what="An installed extension cannot be loaded, or claims a name that is taken.",
        why="It is unclear which definition would be used.",
        bad="two packages that both bring the check `my-rule`",
        good="one of them",
    ),
    Code(
        "CLI004",
        "flag-without-effect",
        "warning",
        what="A flag of ATC is given that the chosen mode does not use.",
        why="Its author expects something that does not happen.",
        bad="metadef atc --mode=1 --om=a.om --json=a.json --precision_mode=force_fp16",
        good="metadef atc --mode=1 --om=a.om --json=a.json",
    ),
    Code(
        "CLI005",
        "flag-not-followed",
        "error",
        what="A flag of ATC asks for something that changes the result and that metadef does not do.",
        why="The result would be another one than its author expects.",
        bad="metadef atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --insert_op_conf=aipp.cfg",
        good="the same without the flag, and the preprocessing in the model",
    ),
)
