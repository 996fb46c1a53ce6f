"""Links, headings and names of a vault, answered from the index.

Links are resolved when queried, against all names in the vault, so that a new
note resolves links to it without reading their files again. Names are cached in
memory until a document changes.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ragtui_core.documents.markdown.link_types import Link
from ragtui_core.links.attachments import Attachments
from ragtui_core.links.heading_search import find_headings, nearest_notes
from ragtui_core.links.link_resolver import LinkResolver, headings_in
from ragtui_core.links.link_results import (
    Backlink,
    HeadingEntry,
    RelatedNote,
    Target,
)
from ragtui_core.links.link_text import named_path
from ragtui_core.links.note_search import find_notes
from ragtui_core.links.revision_cache import RevisionCache
from ragtui_core.search.excerpt import make_excerpt
from ragtui_core.settings.schema import Settings
from ragtui_core.store.names.name_map import ANY_NOTE, NameMap, load_names, names_for
from ragtui_core.store.protocols import Store
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import (
    HeadingRecord,
    LinkContext,
    LinkLocation,
    NoteName,
    split_lines,
)
from ragtui_core.text.folding import name_key, without_extension
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.sanitizing import encodable
from ragtui_core.types import Card, Lines, Span

_LINE_END = re.compile(r"[\r\n]")


def backlinks(
    reader: Reader,
    resolver: LinkResolver,
    target: Target,
    unsaved: Collection[str],
    block: str = "",
) -> list[Backlink]:
    """The links of saved notes to a note, a heading or a block, newest file first."""
    keys = resolver.names.keys(target.path)
    is_part = bool(block or target.heading_path)
    links = [
        link
        for link in reader.links.by_key(keys | ({""} if is_part else set()))
        if link.path not in unsaved and resolver.is_to(target, block, link, link.path)
    ]
    return [_backlink(link, reader.links.context_of(link)) for link in links]


def _unsaved_backlink(path: str, text: str, link: Link) -> Backlink:
    line = LineIndex(text).line(link.span.start)
    above = [
        heading for heading in headings_in(path, text) if heading.first_line <= line
    ]
    return Backlink(
        path=path,
        span=link.span,
        lines=Lines(line, line),
        heading_path=split_lines(above[-1].heading_path) if above else (),
        excerpt=_excerpt(text, link.span),
        heading=link.heading,
    )


def _backlink(link: LinkLocation, context: LinkContext) -> Backlink:
    return Backlink(
        path=link.path,
        span=Span(link.span_start, link.span_end),
        lines=Lines(link.line, link.line),
        heading_path=split_lines(context.heading_path),
        excerpt=_excerpt(
            context.text,
            Span(
                link.span_start - context.text_start, link.span_end - context.text_start
            ),
        )
        or link.target,  # No chunk has front matter.
        heading=link.heading,
    )


def _excerpt(text: str, link: Span) -> str:
    """The line of the link, or the part of it around the link."""
    start, end = link.start, min(len(text), link.end)
    before = [match.end() for match in _LINE_END.finditer(text, 0, start)]
    after = _LINE_END.search(text, end)
    first = before[-1] if before else 0
    line = text[first : after.start() if after else len(text)]
    return make_excerpt(line, [Span(start - first, end - first)]).text


NAMES_CACHE_RATIO = 5.0
"""Reading names takes at most 1/5 of the time, however often notes change: about 0.1 s
for 10,000 notes."""


class LinkGraph:
    """Links and names of one vault; may be called from any thread.

    All methods raise IndexMissing if the vault was never indexed.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        root: Path,
    ) -> None:
        """Read from `store`; `root` is the vault."""
        self.attachments = Attachments(root)
        self._store = store
        self._settings = settings
        self._names = RevisionCache[NameMap](reuse_ratio=NAMES_CACHE_RATIO)
        self._resolver: LinkResolver | None = None

    # --- links ---

    def resolve(
        self, target: str, heading: str = "", *, source: str = ""
    ) -> Target | None:
        """Where a link leads at the current revision: see `LinkResolver.resolve`."""
        return self.resolver().resolve(target, heading, source=source)

    def resolver(
        self, unsaved: Mapping[str, str] | None = None, *, files: bool = False
    ) -> LinkResolver:
        """What resolves many links at once; for the current revision of the index.

        `unsaved` texts, by path, are used instead of the index. With `files`, links to
        attachments have a target, too.
        """
        with self._reader() as (_, names):
            resolver = self._resolver
            if resolver is None or resolver.names is not names:
                resolver = LinkResolver(names, self._headings_of, before=resolver)
                self._resolver = resolver
        if not unsaved and not files:
            return resolver
        attachments = self.attachments if files else None
        return resolver.with_unsaved(unsaved or {}, attachments)

    def refresh(self, *, is_last: bool) -> None:
        """Read the names again that others ask for while the index changes; blocks.

        For the thread that changes it: others get the names before the change until
        then. Names that were never asked for are not read. If `is_last`, no change
        follows at once: names are as the index has them then.
        """
        with self._store.reader() as reader:
            revision = reader.revision()
            self._names.refresh(
                revision, lambda before: load_names(reader, before), is_last=is_last
            )

    def linking(self, paths: Collection[str], names: NameMap | None = None) -> set[str]:
        """The paths of the notes with links to any of some notes, files or folders.

        By `names`, to notes only, if they are given, else by the current ones.
        """
        resolver = self.resolver(files=True)
        path_of = names.resolve if names else resolver.path_of
        with self._store.reader() as reader:
            keys = set().union(*map((names or resolver.names).keys, paths))
            return {
                link.path
                for link in reader.links.by_key(keys)
                if path_of(link.target, link.path) in paths
                or named_path(link.target, link.path) in paths
            }

    def _headings_of(self, path: str) -> list[HeadingRecord]:
        with self._store.reader() as reader:
            return reader.links.headings_of(path)

    def nearest_notes(self, target: str, limit: int = 3) -> list[str]:
        """The paths of notes whose name or title resembles an unresolved target."""
        return nearest_notes(self.notes(), target, limit)

    def backlinks(
        self,
        note: str | Target,
        heading: str = "",
        *,
        unsaved: Mapping[str, str] | None = None,
    ) -> list[Backlink]:
        """Links to a note or attachment, or to a part of a note; newest file first.

        Links within the note itself count only for a part.

        Args:
            note: The path of the note; or a target, which tells headings that are
                called alike apart.
            heading: The heading or block (`^name`) as a link would name it; "" for the
                note.
            unsaved: Texts by path that are used instead of the index; the spans of
                links in them count in these texts. They come first.
        """
        texts = unsaved or {}
        resolver = self.resolver(texts, files=True)
        target = (
            resolver.target(note, heading)
            if isinstance(note, str)
            else resolver.now(note)
        )
        if target is None:
            return []
        block = heading if heading.startswith("^") else ""
        links = [
            _unsaved_backlink(source, texts[source], link)
            for source, link in resolver.links_to(target, block)
        ]
        with self._store.reader() as reader:
            return links + backlinks(reader, resolver, target, texts.keys(), block)

    def file_names(self, paths: Iterable[str], source: str = "") -> dict[str, str]:
        """The shortest names that lead to notes from `source`, by path.

        That is the file's without extension, if it is unambiguous, else the path.
        """
        names = {path: without_extension(posixpath.basename(path)) for path in paths}
        unclear = [name for name in names.values() if name_key(name) not in ANY_NOTE]
        with self._store.reader() as reader:
            known = self._names.latest
            if known is None or known.revision != reader.revision():
                known = names_for(reader, unclear)
        return {
            path: name
            if name in unclear and known.resolve(name, source) == path
            else without_extension(path)
            for path, name in names.items()
        }

    def related(self, path: str, limit: int = 10) -> list[RelatedNote]:
        """Notes related to an indexed one: by meaning or keywords, tags and links."""
        from ragtui_core.links.related_notes import related_notes

        with self._reader() as (reader, names):
            search = self._settings.search
            return related_notes(encodable(path), reader, names, search, limit)

    # --- names and values ---

    def headings(self, query: str, limit: int = 100) -> list[HeadingEntry]:
        """The headings that match a query, best first; the first ones for "".

        See `heading_search.find_headings`.
        """
        with self._store.reader() as reader:
            return find_headings(reader.links, query, limit)

    def notes(self) -> list[NoteName]:
        """The names of every note, sorted by path."""
        with self._reader() as (_, names):
            return list(names.notes.values())

    def find_notes(self, query: str, limit: int) -> list[tuple[NoteName, str]]:
        """The notes whose names match a query, best first, each with that name.

        See `note_search.find_notes`.
        """
        with self._store.reader() as reader:
            return find_notes(reader, query, limit)

    def tagged(self, tag: str, limit: int = 10) -> list[Card]:
        """The notes with a tag or a nested one, newest first."""
        with self._store.reader() as reader:
            return reader.tagged(tag, limit)

    @contextmanager
    def _reader(self) -> Iterator[tuple[Reader, NameMap]]:
        """A reader, and the current names in its index."""
        with self._store.reader() as reader:
            names = self._names.get(
                reader.revision(), lambda before: load_names(reader, before)
            )
            yield reader, names
