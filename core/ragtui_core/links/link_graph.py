"""Links, headings and names of a vault, answered from the index.

Links are resolved when queried, against all names in the vault, so that a new
note resolves links to it without reading their files again. Names are cached in
memory until a document changes.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ragtui_core.links.backlinks import backlinks, heading_named
from ragtui_core.links.heading_finder import HeadingFinder
from ragtui_core.links.link_formatting import wiki_link
from ragtui_core.links.link_results import (
    Backlink,
    HeadingEntry,
    NoteName,
    RelatedNote,
    Target,
)
from ragtui_core.links.name_index import load_names
from ragtui_core.links.name_map import NameMap
from ragtui_core.links.note_finder import NoteFinder
from ragtui_core.links.revision_cache import RevisionCache
from ragtui_core.settings.schema import Settings
from ragtui_core.store.protocols import Reader, Store
from ragtui_core.store.records import split_lines
from ragtui_core.store.selection import FilterField
from ragtui_core.types import Card, Span

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder

FINDER_CACHE_RATIO = 20.0
"""Rebuilding the finders takes at most 1/20 of the time, however often notes change."""

NAMES_CACHE_RATIO = 5.0
"""The same for names, which should be fresher: about 0.1 s for 10,000 notes."""


class LinkGraph:
    """Links and names of one vault; may be called from any thread.

    All methods raise IndexMissing if the vault was never indexed.
    """

    def __init__(
        self,
        store: Store,
        model_id: str,
        settings: Settings,
        load_embedder: "Callable[[], Embedder]",
    ) -> None:
        """Read from `store`, whose vectors should be of `model_id`."""
        self._store = store
        self._model_id = model_id
        self._settings = settings
        self._load_embedder = load_embedder
        self._names = RevisionCache[NameMap](reuse_ratio=NAMES_CACHE_RATIO)
        self._headings = RevisionCache[HeadingFinder](reuse_ratio=FINDER_CACHE_RATIO)
        self._finder = RevisionCache[NoteFinder](reuse_ratio=FINDER_CACHE_RATIO)

    # --- links ---

    def resolve(
        self, target: str, heading: str = "", *, source: str = ""
    ) -> Target | None:
        """The target of a link; None if there is no such note or heading.

        Args:
            target: The note as written in the link, decoded: a path relative to the
                folder of `source`, one from the vault's root, the end of a path or a
                file's name without extension, a title, an alias. "" is `source` itself.
            heading: The heading as written; a block reference (`^id`) targets the note.
            source: The path of the note with the link.
        """
        with self._reader() as (reader, names):
            path = names.resolve(target, source)
            if path is None:
                return None
            if not heading or heading.startswith("^"):
                return Target(path)
            found = heading_named(reader.links.headings_of(path), heading)
            if not found:
                return None
            span = Span(found.span_start, found.span_end)
            return Target(path, split_lines(found.heading_path), span)

    def nearest_notes(self, target: str, limit: int = 3) -> list[str]:
        """The paths of notes whose name or title resembles an unresolved target."""
        from ragtui_core.links.nearest_notes import nearest_notes

        return nearest_notes(self.notes(), target, limit)

    def backlinks(self, path: str, heading: str = "") -> list[Backlink]:
        """Links to a note, or to one heading of it; newest file first.

        Links within the note itself count only for a heading.
        """
        with self._reader() as (reader, names):
            return backlinks(reader, names, path, heading)

    def wiki_link(self, path: str) -> str:
        """The shortest unambiguous wiki link to a note: `[[note]]`."""
        with self._reader() as (_, names):
            return wiki_link(path, names.notes, lambda name: names.resolve(name, ""))

    def related(
        self, path: str, limit: int = 10, *, text: str | None = None
    ) -> list[RelatedNote]:
        """Notes related to this one: semantically or by keywords, tags and links.

        Args:
            path: The note.
            limit: Maximum number of notes.
            text: The current text of the note, if it is not saved.

        Raises:
            ModelError: `text` must be embedded, and the model cannot be loaded.
        """
        from ragtui_core.links.document_similarity import DocumentSimilarity
        from ragtui_core.links.link_target import subject
        from ragtui_core.links.related_notes import related_notes

        similarity = DocumentSimilarity(
            self._model_id, self._settings, self._load_embedder
        )
        with self._reader() as (reader, names):
            return related_notes(subject(path, text, reader, names), similarity, limit)

    # --- names and values ---

    def headings(self, query: str, limit: int = 100) -> list[HeadingEntry]:
        """The headings that match a query, best first; the first ones for ""."""
        with self._store.reader() as reader:
            finder = self._headings.get(
                reader.revision(), lambda _: HeadingFinder(reader.links.all_headings())
            )
        return finder.find(query, limit)

    def notes(self) -> list[NoteName]:
        """The names of every note, sorted by path."""
        with self._reader() as (_, names):
            return list(names.notes.values())

    def find_notes(self, query: str, limit: int) -> list[tuple[NoteName, str]]:
        """The notes whose names match a query, best first, each with that name.

        See `NoteFinder.find`. In a large vault that is being indexed, the newest names
        may be missing for some tenths of a second.
        """
        with self._reader() as (reader, names):
            finder = self._finder.get(
                reader.revision(), lambda _: NoteFinder(names.notes.values())
            )
        return finder.find(query, limit)

    def tags(self) -> dict[str, int]:
        """The tags of front matter with their number of notes, most frequent first."""
        return self.field_values(FilterField.TAG)

    def tagged(self, tag: str, limit: int = 10) -> list[Card]:
        """The notes with a tag or a nested one, newest first."""
        with self._store.reader() as reader:
            return reader.tagged(tag, limit)

    def field_values(self, field: str) -> dict[str, int]:
        """The values of a field with their number of notes, most frequent first.

        Args:
            field: `company`, `category`, `status`, `type` or `tag`.

        Raises:
            ValueError: It is another field.
        """
        with self._store.reader() as reader:
            return dict(reader.value_counts(FilterField(field)))

    @contextmanager
    def _reader(self) -> Iterator[tuple[Reader, NameMap]]:
        """A reader, and the current names in its index."""
        with self._store.reader() as reader:
            names = self._names.get(
                reader.revision(), lambda before: load_names(reader, before)
            )
            yield reader, names
