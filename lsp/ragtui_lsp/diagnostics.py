"""Diagnostics of notes: unverified citations, broken links.

They are published after a pause in typing, and when the index has changed.
"""

import asyncio
from collections.abc import Iterator, Sequence

from lsprotocol import types

from ragtui_core import RagtuiError, Span
from ragtui_core.citations import Rechecked
from ragtui_core.documents import Link, is_attachment
from ragtui_core.links import BLOCK, no_part
from ragtui_core.settings import is_template
from ragtui_core.text import sanitize
from ragtui_lsp.features.links import (
    MAX_CHARS,
    is_file,
    is_note,
    leads_to,
    targets_in,
)
from ragtui_lsp.location_mapper import START, LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

SOURCE = "ragtui"
CITATION = "citation"
LINK = "link"

WARNING = types.DiagnosticSeverity.Warning


def _problem(
    where: types.Range,
    message: str,
    code: str,
    severity: types.DiagnosticSeverity = WARNING,
) -> types.Diagnostic:
    return types.Diagnostic(where, message, severity, code, source=SOURCE)


TOO_LONG = _problem(
    START,
    f"This note has more than {MAX_CHARS:,} characters: "
    "its links and citations are not followed.",
    "size",
    types.DiagnosticSeverity.Information,
)


def problems_of(
    text: PositionedText, locations: LocationMapper
) -> list[types.Diagnostic]:
    """All problems of a note of the vault, in order of their lines; blocks."""
    citations = locations.vault.quotations.verify(
        text.text, unsaved=locations.unsaved, path=locations.path or ""
    )
    quoted = [checked.written_at for checked in citations]
    found = [
        *(
            _citation(citation, text)
            for citation in citations
            if citation.change or not citation.verdict.verified
        ),
        *_links(text, quoted, locations),
    ]
    return sorted(found, key=lambda problem: problem.range.start.line)


def _citation(checked: Rechecked, text: PositionedText) -> types.Diagnostic:
    where = text.range(checked.written_at)
    is_verified = checked.verdict.verified
    level = types.DiagnosticSeverity.Hint if is_verified else WARNING
    code = f"{CITATION}-{checked.verdict.value}"
    return _problem(where, checked.sentence, code, level)


def _links(
    text: PositionedText, quoted: Sequence[Span], locations: LocationMapper
) -> Iterator[types.Diagnostic]:
    """Broken links; those within citations are checked as citations."""
    if not locations.vault.is_indexed():
        return
    for link, target in targets_in(text.text, locations):
        start = link.span.start
        if target and not (link.heading and _lacks_block(link, locations)):
            continue
        if quoted and any(at.start <= start < at.end for at in quoted):
            continue
        if fault := fault_of(link, locations):
            yield _problem(text.range(link.target_span), *fault)


def _lacks_block(link: Link, locations: LocationMapper) -> bool:
    """Whether a link names a block (`^name`) that its note does not have."""
    return link.heading.startswith(BLOCK) and leads_to(link, locations) is None


def fault_of(link: Link, locations: LocationMapper) -> tuple[str, str] | None:
    """What a link lacks that leads to nothing, and the code; None if to a file.

    A part of a Markdown note is named alike in all kinds of links; the parts of other
    files are not all known. The links of a template may have places that are filled.
    """
    if is_template(locations.vault.root, locations.path or ""):
        return None
    note = None
    if link.heading:
        note = locations.links.resolve(link.target, source=locations.path or "")
    is_part = note and is_note(note.path, locations)
    if not is_part and is_file(link, locations):
        return None
    if note is None:
        kind = "file" if is_attachment(link.target) else "note"
        return f"There is no {kind} {sanitize(link.target)!r}.", f"{LINK}-note"
    kind = "block" if link.heading.startswith(BLOCK) else "heading"
    return no_part(note.path, sanitize(link.heading)), f"{LINK}-{kind}"


PAUSE_SECONDS = 0.4
"""Debounce: the pause in typing before a note is checked."""

OTHERS_SECONDS = 1.5
"""The pause before the other open notes are checked, which may quote or link to it."""


class Publisher:
    """Checks open notes after a pause in typing."""

    def __init__(self, ls: RagtuiServer) -> None:
        self._ls = ls
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._sent: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        """The version and the problems of each open note that were last sent, so that
        nothing is sent twice."""
        ls.on_index_change.append(self.all_soon)

    async def opened(
        self, _: RagtuiServer, params: types.DidOpenTextDocumentParams
    ) -> None:
        """A note was opened."""
        self.soon(params.text_document.uri, 0.0)

    async def changed(
        self, _: RagtuiServer, params: types.DidChangeTextDocumentParams
    ) -> None:
        """A note was edited."""
        edited = params.text_document.uri
        self.soon(edited)
        for document in list(self._ls.workspace.text_documents.values()):
            if document.uri != edited:
                self.soon(document.uri, OTHERS_SECONDS)

    async def saved(
        self, _: RagtuiServer, params: types.DidSaveTextDocumentParams
    ) -> None:
        """A note was saved: others may quote it."""
        self.all_soon()

    async def closed(
        self, ls: RagtuiServer, params: types.DidCloseTextDocumentParams
    ) -> None:
        """A note was closed: its diagnostics are removed."""
        uri = params.text_document.uri
        if task := self._waiting.pop(uri, None):
            task.cancel()
        self._sent.pop(uri, None)
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def all_soon(self) -> None:
        """Check every open note again."""
        for document in list(self._ls.workspace.text_documents.values()):
            self.soon(document.uri)

    def soon(self, uri: str, seconds: float = PAUSE_SECONDS) -> None:
        """Check a note, unless it is edited again before that."""
        if task := self._waiting.pop(uri, None):
            task.cancel()
        self._waiting[uri] = asyncio.create_task(self._publish(uri, seconds))

    async def _publish(self, uri: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            found = await self._problems(uri)
        except RagtuiError as error:
            self._ls.show_warning(error)
            return
        if self._waiting.pop(uri, None) is None or found is None:
            return  # It was closed meanwhile, or is not a note of a vault.
        version = self._ls.version_of(uri)
        if (version, found) != self._sent.get(uri):
            self._sent[uri] = version, found
            params = types.PublishDiagnosticsParams(uri, found, version)
            self._ls.text_document_publish_diagnostics(params)

    async def _problems(self, uri: str) -> list[types.Diagnostic] | None:
        """The problems of a document; None if it is not a note of a vault."""
        ls = self._ls
        locations = await ls.locations(uri)
        if locations.path is None or not is_note(locations.path, locations):
            return None
        text = await ls.text(uri)
        if not locations.vault.settings.editor.diagnostics:
            return []
        if len(text.text) > MAX_CHARS:
            return [TOO_LONG]
        return await ls.work(problems_of, text, locations)
