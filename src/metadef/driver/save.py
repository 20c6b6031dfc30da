"""`save`: a graph to a file; the extension says in which format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from metadef.codec.base import Codec, codec_for_path, codecs
from metadef.compat.negotiate import Party
from metadef.driver.arguments import as_graph, as_path
from metadef.driver.mdef_file import as_minor, save_changes, save_mdef
from metadef.errors import FileError, Finding, UsageError, did_you_mean, finding
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs

__all__ = [
    "ONNX",
    "form_for_path",
    "require_form",
    "require_versioned",
    "save",
    "save_as",
    "text_forms",
    "writable_forms",
]

ONNX = "onnx"
MDEF = "mdef"
_HOLD_BAGS = frozenset({"ge-ir", "ge-ir-text"})
_ONNX_EXTENSIONS = (".onnx",)


def save(
    graph: Graph,
    path: str | Path,
    *,
    base: str | Path | None = None,
    target_version: str | None = None,
    readers: Sequence[Party] = (),
) -> None:
    """Write a graph; nothing half-written ever takes the place of an old file.

    Args:
        base: an `.mdef` file of an earlier state, mostly `path` itself: then only what changed is written, behind what
            is there; `compact` makes such a file small again.
        target_version: version of `.mdef` to write, such as "1.0"; None for the newest.
        readers: who must be able to read the `.mdef` file, see `metadef.compat.negotiate`.

    Raises:
        UsageError: for a version that cannot be written, or for one of another form than `.mdef`; for a base of
            another form, or one together with readers.
        FileError: for an extension that no writer has, where the file cannot be written, where the base is no `.mdef`
            file, and where the readers have no version in common.
    """
    as_graph(graph, "save")
    place = as_path(path, "save")
    if base is not None:
        if form_for_path(place) != MDEF or readers:
            what = "only .mdef is saved on top of another state" if not readers else "goes without readers"
            raise UsageError.of("bad-usage", f"base of {place.name}", what)
        save_changes(graph, place, as_path(base, "save"), target_version)
        return
    require_versioned(target_version, "" if target_version is None else form_for_path(place), place)
    save_as(graph, place, form_for_path(place), target_version, readers)


def require_versioned(target_version: str | None, form: str, place: Path) -> None:
    """Refuse a version that cannot be written, and one of a form that has none; None asks for nothing.

    Raises:
        UsageError: if so.
    """
    if target_version is not None and form != MDEF:
        what = f"target version {target_version[:40]}"
        raise UsageError.of("bad-usage", what, "only .mdef has versions to choose from", got=place.name)
    as_minor(target_version)


def save_as(
    graph: Graph,
    place: Path,
    form: str,
    target_version: str | None = None,
    readers: Sequence[Party] = (),
    *,
    plans: Mapping[str, object] | None = None,
    provenance: object = None,
) -> list[Finding]:
    """Write a graph in a named form; gives what the form could not say.

    Args:
        target_version: version of `.mdef`, None for the newest; other forms have none.
        readers: who must be able to read the `.mdef` file; other forms have no versions.
        plans: documents that stand beside the graph.
        provenance: another one: where it comes from.

    Raises:
        UsageError: for a version that cannot be written.
        FileError: for a form that has no writer, and where the file cannot be written.
    """
    if form == MDEF:
        save_mdef(graph, place, target_version, plans=plans, provenance=provenance, readers=readers)
        return []
    left = _left_behind(graph, form, [*(plans or {}), *(["provenance"] if provenance is not None else [])], str(place))
    if form == ONNX:
        from metadef.driver.onnx_file import export_findings, write_onnx

        return [*export_findings(write_onnx(graph, place), str(place)), *left]
    writer = next((codec.write for codec in codecs() if codec.name == form), None)
    if writer is None:
        raise FileError(require_form(form))
    writer(graph, place)
    return left


def _left_behind(graph: Graph, form: str, documents: Sequence[str], subject: str) -> list[Finding]:
    """What only `.mdef` holds, and GE-IR in part."""
    found: list[str] = []
    bags = sum((each.bag is not None) + sum(node.bag is not None for node in each.nodes) for each in all_graphs(graph))
    if bags and form not in _HOLD_BAGS:
        found.append(f"fields of a foreign file, kept by {bags} of its nodes and graphs")
    if documents:
        found.append(f"the documents beside the graph: {', '.join(documents)}")
    hint = "the form .mdef"
    return [
        finding("form-holds-less", subject, f"{what}: this form has no place for them", hint=hint) for what in found
    ]


def writable_forms() -> dict[str, tuple[str, ...]]:
    """Every form that can be written, with its extensions."""
    forms = {codec.name: codec.extensions for codec in codecs() if codec.write is not None}
    return {**forms, ONNX: _ONNX_EXTENSIONS}


def text_forms() -> list[str]:
    """The forms that may go to a terminal."""
    return [codec.name for codec in codecs() if codec.write is not None and codec.is_text]


def require_form(form: str) -> list[Finding]:
    """The finding on a form that cannot be written, none for one that can."""
    forms = writable_forms()
    if form in forms:
        return []
    hint = did_you_mean(form, forms) or ", ".join(forms)
    return [finding("format-unknown-extension", form[:60], "there is no writer of this form", hint=hint)]


def form_for_path(place: Path) -> str:
    """The form that a file's extension asks for.

    Raises:
        FileError: for an extension that no writer has.
    """
    codec: Codec | None = codec_for_path(place)
    if codec is not None:
        return codec.name
    if place.suffix.lower() in _ONNX_EXTENSIONS:
        return ONNX
    known = sorted({extension for extensions in writable_forms().values() for extension in extensions})
    raise FileError.of(
        "format-unknown-extension",
        str(place),
        "no writer has this extension",
        expected=", ".join(known),
        hint=str(place.with_suffix(".mdef")) if place.suffix else f"{place}.mdef",
    )
