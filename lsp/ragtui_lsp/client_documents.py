"""Edits of the client's documents: versioned, and previewed if it supports that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_core import RagtuiError
from ragtui_core.text import LINE_END

if TYPE_CHECKING:
    from ragtui_lsp.server import RagtuiServer

Change = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile


@dataclass(frozen=True, slots=True)
class Fix:
    """A quick fix: an edit of the document."""

    title: str
    edit: types.TextEdit
    is_typo: bool = False
    """Whether it corrects a typo, and so may be applied without a look."""


CONFIRM = "ragtui.confirm"
"""The annotation of edits that the user confirms."""


def workspace_edit(
    ls: "RagtuiServer",
    edits: Mapping[str, Sequence[types.TextEdit]],
    *,
    confirm: str = "",
    renamed: types.RenameFile | None = None,
) -> types.WorkspaceEdit:
    """An edit of some documents, by uri, with a label if the user has to confirm it.

    New lines end like those of a document that is open. A file is `renamed` after the
    edits, if the client `can_rename_files`.
    """
    edits = {uri: _with_line_ends(ls, uri, edits[uri]) for uri in edits}
    client = ls.client_capabilities.workspace
    can = client.workspace_edit if client else None
    if renamed is None and not (can and can.document_changes):
        return types.WorkspaceEdit(changes=dict(edits))
    annotates = bool(confirm and can and can.change_annotation_support)
    changes: list[Change] = [
        _document_edit(ls, uri, of_document, annotates)
        for uri, of_document in edits.items()
        if of_document
    ]
    changes += [renamed] if renamed else []
    annotation = types.ChangeAnnotation(confirm, needs_confirmation=True)
    return types.WorkspaceEdit(
        document_changes=changes,
        change_annotations={CONFIRM: annotation} if annotates else None,
    )


def _with_line_ends(
    ls: "RagtuiServer", uri: str, edits: Sequence[types.TextEdit]
) -> list[types.TextEdit]:
    end = ls.line_end_of(uri)
    if end is None:
        return list(edits)
    return [
        types.TextEdit(edit.range, LINE_END.sub(end, edit.new_text)) for edit in edits
    ]


def can_rename_files(ls: "RagtuiServer") -> bool:
    """Whether the client renames files as a part of an edit."""
    client = ls.client_capabilities.workspace
    can = client.workspace_edit if client else None
    operations = (can and can.resource_operations) or ()
    return types.ResourceOperationKind.Rename in operations


def _document_edit(
    ls: "RagtuiServer", uri: str, edits: Sequence[types.TextEdit], annotates: bool
) -> types.TextDocumentEdit:
    version = ls.version_of(uri)
    document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    if not annotates:
        return types.TextDocumentEdit(document, list(edits))
    annotated = [
        types.AnnotatedTextEdit(CONFIRM, edit.range, edit.new_text) for edit in edits
    ]
    return types.TextDocumentEdit(document, annotated)


def applies_edits(ls: "RagtuiServer") -> bool:
    """Whether the client applies edits that the server sends unasked."""
    client = ls.client_capabilities.workspace
    return bool(client and client.apply_edit)


async def apply_edit(ls: "RagtuiServer", edit: types.WorkspaceEdit, label: str) -> None:
    """Have the client apply an edit.

    Raises:
        RagtuiError: It does not apply edits of servers, or could not apply this one.
    """
    if not applies_edits(ls):
        raise RagtuiError(f"{label}: this editor applies no edits of a server.")
    asked = types.ApplyWorkspaceEditParams(edit, label)
    done = await ls.workspace_apply_edit_async(asked)
    if not done.applied:
        reason = f": {done.failure_reason}" if done.failure_reason else ""
        raise RagtuiError(f"{label}: the editor did not apply the edit{reason}.")


_ENDS = "\r\n"


def inserted(text: str, before: str, after: str) -> str:
    """A text as a paragraph of its own between others, one empty line from each."""
    above, below = (_unix(part) for part in (before[-4:], after[:4]))
    lines = len(above) - len(above.rstrip(_ENDS))
    start = "\n" * (2 - lines) if before.strip() else ""
    is_last = not after.strip()
    end = "" if below.startswith("\n\n") or (below and is_last) else "\n"
    return f"{start}{text.strip(_ENDS)}{end}"


def _unix(text: str) -> str:
    return LINE_END.sub("\n", text)
