"""Codes of the family CMP: compatibility. The changes stand in three tables, by what changes."""

from __future__ import annotations

from metadef.errors.codes.cmp_interface import INTERFACE_CODES
from metadef.errors.codes.cmp_meaning import MEANING_CODES
from metadef.errors.codes.cmp_schema import SCHEMA_CODES
from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    *INTERFACE_CODES,
    *MEANING_CODES,
    *SCHEMA_CODES,
    Code(
        "CMP087",
        "ignore-unused",
        "warning",
        what="An ignore of the configuration matches no change.",
        why="It would hide the next change of that kind without a word.",
        bad='rule = "input-removed", subject = "Conv3D" where Conv3D did not change',
        good="the ignore deleted",
    ),
    Code(
        "CMP088",
        "ignore-expired",
        "warning",
        what="An ignore matches a change, and its day is over.",
        why="The change counts again.",
        bad="until = 2020-01-01",
        good="a later day with a fresh reason, or the change undone",
    ),
    Code(
        "CMP089",
        "versions-disagree",
        "error",
        what="Producers and consumers have no version in common.",
        why="Whatever one writes, the other cannot read.",
        bad="writer >=2.0, reader <2.0",
        good="a reader of 2.0 first, then the writer",
    ),
    Code(
        "CMP090",
        "prototype-carried-over",
        "info",
        what="Calls were saved with another prototype than today's, and say the same with today's.",
        why="What they say in full is no longer what the file says: a default is written out, an input has another name.",
        bad="a file from before the default of `axis` changed, loaded and saved again",
        good="the same; it means what it meant",
    ),
    Code(
        "CMP091",
        "prototype-not-carried",
        "error",
        what="Calls were saved with another prototype than today's, and today's cannot say what they say.",
        why="A guess would compute something else.",
        bad="an input that was renamed, without an upgrade step that says so",
        good='Step("Scale", 2, (), same, same, inputs={"x": "data"})',
    ),
    Code(
        "CMP092",
        "schema-field-type-widened",
        "error",
        what="A field has a wider type; old bytes read the same, and generated code has another type.",
        why="Code that was written for the narrow type no longer compiles, or cuts values off; old readers do too.",
        bad="int32 becomes int64",
        good="a new field, where programs of others use the schema",
    ),
)
