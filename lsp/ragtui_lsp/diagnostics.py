"""Diagnostics of notes: unverified citations, front matter, broken links.

They are published after a pause in typing, and when the index has changed.
"""

import asyncio
import posixpath
import re
from collections.abc import Iterator, Sequence

from lsprotocol import types

from ragtui_core import RagtuiError, Span
from ragtui_core.citations import Rechecked
from ragtui_core.documents import Link, front_matter_problems
from ragtui_core.links import Target
from ragtui_core.text import sanitize
from ragtui_lsp.features.links import MAX_CHARS, is_file, targets_in
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.messages import sentence_of
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

SOURCE = "ragtui"
CITATION = "citation"
LINK = "link"
FRONT_MATTER = "front-matter"

_LINE = re.compile(r"front matter, line (\d+)")


def diagnostics_of(
    text: PositionedText, locations: LocationMapper
) -> list[types.Diagnostic]:
    """All diagnostics of a note of the vault, in order; blocks."""
    citations = locations.vault.quotations.verify(text.text, unsaved=locations.unsaved)
    quoted = [checked.place for checked in citations]
    found = [
        *(_citation(each, text) for each in citations if not each.verdict.verified),
        *_links(text, quoted, locations),
        *_front_matter(text),
    ]
    return sorted(found, key=lambda each: each.range.start.line)


def _citation(checked: Rechecked, text: PositionedText) -> types.Diagnostic:
    return types.Diagnostic(
        range=text.range(checked.place),
        message=sentence_of(checked),
        severity=types.DiagnosticSeverity.Warning,
        source=SOURCE,
        code=f"{CITATION}-{checked.verdict.value}",
    )


def _links(
    text: PositionedText, quoted: Sequence[Span], locations: LocationMapper
) -> Iterator[types.Diagnostic]:
    """Broken links; those within citations are checked as citations."""
    if not locations.vault.is_indexed():
        return
    note_named = locations.links.notes(locations.path or "")
    places = text.places()
    files: dict[str, bool] = {}
    for link, by, target in targets_in(text.text, locations):
        if target:
            continue
        note = note_named(link.target) if link.heading else None
        if not (note and _is_bare_name(link.target)):
            if link.target not in files:
                files[link.target] = is_file(link, locations)
            if files[link.target]:
                continue
        start = link.span.start + by
        if any(place.start <= start < place.end for place in quoted):
            continue
        span = link.target_span
        line, first, end_line, last = places(span.start + by, span.end + by)
        where = types.Range(types.Position(line, first), types.Position(end_line, last))
        yield _link(link, note, where)


def _is_bare_name(target: str) -> bool:
    """Whether a target that names a note ends like none of a file or a folder."""
    name = posixpath.basename(target)
    return bool(name) and "." not in name


def _link(link: Link, note: Target | None, where: types.Range) -> types.Diagnostic:
    """A link without target, or to a heading that `note` does not have."""
    what = f"{note.path} has no heading" if note else "There is no note"
    return types.Diagnostic(
        range=where,
        message=f"{what} {sanitize(link.heading if note else link.target)!r}.",
        severity=types.DiagnosticSeverity.Warning,
        source=SOURCE,
        code=f"{LINK}-heading" if note else f"{LINK}-note",
    )


def _front_matter(text: PositionedText) -> Iterator[types.Diagnostic]:
    found = front_matter_problems(text.text)
    if found is None:
        return
    front, problems = found
    for problem in problems:
        yield types.Diagnostic(
            range=_where(problem, front.span, text),
            message=sanitize(problem, one_line=True),
            severity=types.DiagnosticSeverity.Warning,
            source=SOURCE,
            code=FRONT_MATTER,
        )


def _where(problem: str, block: Span, text: PositionedText) -> types.Range:
    """The line that a problem names, or the first one of the front matter."""
    named = _LINE.match(problem)
    first = text.position(block.start).line
    number = first + (int(named[1]) - 1 if named else 0)
    start = text.line_start(number)
    line = text.line(number) if number < text.line_count else ""
    return text.range(Span(start, start + len(line)))


PAUSE_SECONDS = 0.4
"""Debounce: the pause in typing before a note is checked."""


class Publisher:
    """Checks open notes after a pause in typing."""

    def __init__(self, ls: RagtuiServer) -> None:
        """No note is open yet."""
        self._ls = ls
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._sent: dict[str, types.PublishDiagnosticsParams] = {}
        """What each open note was last said to have, so that nothing is sent twice."""
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
        self.soon(params.text_document.uri)

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
            found = await self._diagnostics(uri)
        except RagtuiError as error:
            self._ls.show_warning(error)
            return
        if self._waiting.pop(uri, None) is None or found is None:
            return  # It was closed meanwhile, or is not a note of a vault.
        news = types.PublishDiagnosticsParams(uri, found, self._ls.version_of(uri))
        if news != self._sent.get(uri):
            self._sent[uri] = news
            self._ls.text_document_publish_diagnostics(news)

    async def _diagnostics(self, uri: str) -> list[types.Diagnostic] | None:
        """The diagnostics of a document; None if it is not a note of a vault."""
        ls = self._ls
        locations = await ls.locations(uri)
        if locations.path is None or not _is_note(locations.path, locations):
            return None
        text = await ls.text(uri)
        wanted = locations.vault.settings.editor.diagnostics
        if not wanted or len(text.text) > MAX_CHARS:
            return []
        return await ls.work(diagnostics_of, text, locations)


def _is_note(path: str, locations: LocationMapper) -> bool:
    endings = locations.vault.settings.index.extensions
    return path.lower().endswith(tuple(ending.lower() for ending in endings))
