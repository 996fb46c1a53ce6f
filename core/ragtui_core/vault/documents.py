"""The documents of a vault in their current state on disk.

Paths are relative to the vault, with forward slashes.
"""

import difflib
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.errors import DocumentNotFound, IndexMissing, UnreadableFile
from ragtui_core.files.path_arguments import as_on_disk, composed, is_file, is_possible
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.settings.schema import IndexSettings
from ragtui_core.store.protocols import SharedStore, Store
from ragtui_core.store.records import ChunkMatch
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Card, Document, Span

if TYPE_CHECKING:
    from ragtui_core.documents.loader import Loaders
    from ragtui_core.vault.mails import VaultMails


T = TypeVar("T")


class VaultDocuments:
    """Reads files of one vault; never a file outside it, whatever the path or link.

    The index provides the list of documents.
    """

    def __init__(self, root: Path, store: Store, settings: IndexSettings) -> None:
        self._root = root
        self._store = store
        self.settings = settings
        """The settings for files, which may be replaced."""
        self._made: tuple[IndexSettings, Loaders] | None = None

    def read(self, path: str) -> Document:
        """A file as a document; of one that only another machine has, its indexed text.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It cannot be read as text.
        """
        return self._found(path, self._loaders.load, lambda document: document)

    def picture(self, path: str, number: int = 1, span: Span | None = None) -> bytes:
        """A page of a file, or a picture, as a PNG file, from 1.

        Args:
            path: The file.
            number: Which page or picture it is, from 1.
            span: Characters of its text; recognised lines among them are framed.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It has no pictures, or this one cannot be drawn.
        """
        path = as_on_disk(self._root, path)
        data = self._mails.attachment(path) or self._bytes(path)
        lines = self._loaders.load(path, data).pictured_in(span) if span else ()
        return self._loaders.picture(path, data, number, lines)

    def text(self, path: str) -> str:
        """The text of `read`; a Markdown file is not parsed for it."""
        return self._found(path, self._loaders.text, lambda document: document.text)

    def _found(
        self,
        path: str,
        of_file: Callable[[str, bytes], T],
        of_document: Callable[[Document], T],
    ) -> T:
        """What a file of the vault has, or a document that is none: a part of one."""
        path = as_on_disk(self._root, path)
        try:
            if document := self._mails.find(path):
                return of_document(document)
            return of_file(path, self._bytes(path))
        except DocumentNotFound:
            is_shared = isinstance(self._store, SharedStore)
            if is_shared and (document := read_indexed(self._store, path)):
                return of_document(document)
            raise

    def parse(self, path: str, text: str) -> Document:
        """An unsaved document, as `read` would return it; of Markdown.

        Raises:
            UnreadableFile: It is empty.
        """
        from ragtui_core.documents.parser import parse_document

        return parse_document(path, text.encode("utf-8", "replace"))

    def is_extracted(self, path: str) -> bool:
        """Whether the text of a file of this name is extracted, not the file's own."""
        return self._loaders.extracts(path)

    def file_of(self, path: str) -> Path:
        """The file that contains the document at `path`; for all but mails, itself."""
        file = self._root / path
        name = path.partition(PART_SEPARATOR)[0]
        return file if name == path or file.exists() else self._root / name

    def find(self, name: str) -> Document:
        """The document that `name` identifies.

        A path relative to the vault or an absolute one in it, or, if only one
        document matches, the end of a path or a file's name without extension.

        Raises:
            DocumentNotFound: No document matches, or more than one.
        """
        return self.read(find_path(name, self._root, self.paths))

    def find_with_heading(self, name: str) -> tuple[Document, str]:
        """The document of `NAME#HEADING`, whose name may have `#`, and the heading.

        Raises:
            DocumentNotFound: No document matches, or more than one.
        """
        bare = name.partition("#")[0]
        end = len(name)
        while end > len(bare):
            with suppress(DocumentNotFound):
                return self.find(name[:end]), name[end + 1 :]
            end = name.rfind("#", 0, end)
        return self.find(bare), name[len(bare) + 1 :]

    def indexed_path(self, name: str) -> str:
        """The path of the indexed document that `name` identifies, as for `find`.

        Files that indexing leaves out (ignored, hidden, outside the vault) have none.

        Raises:
            DocumentNotFound: No document matches, or more than one.
        """
        return _known_path(name, self.paths(), "among the indexed documents")

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted; empty before the first index."""
        try:
            with self._store.reader() as reader:
                return reader.documents.paths()
        except IndexMissing:
            return []

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            return reader.documents.recent(limit)

    def dated(self, first: date, last: date) -> list[Card]:
        """The documents dated on a day from the first to the last one, by day.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            return reader.documents.dated(first.isoformat(), last.isoformat())

    def copies(self, path: str) -> tuple[str, ...]:
        """Where a mail or attachment is, if in several places: every path, sorted."""
        try:
            with self._store.reader() as reader:
                paths = reader.mails.copies_of([path]).get(path, [])
        except IndexMissing:
            return ()
        return tuple(paths) if len(paths) > 1 else ()

    @property
    def _mails(self) -> "VaultMails":
        from ragtui_core.vault.mails import VaultMails

        return VaultMails(self._root, self._store, self._loaders, self.settings)

    @property
    def _loaders(self) -> "Loaders":
        if self._made is None or self._made[0] is not self.settings:
            from ragtui_core.documents.loader import Loaders

            made = Loaders.of(self.settings, self._store.extracted)
            self._made = self.settings, made
        return self._made[1]

    def _bytes(self, path: str) -> bytes:
        return self.content(path, self.settings.max_bytes)

    def content(self, path: str, limit: int) -> bytes:
        """The bytes of a file of the vault, of any kind, if it has at most `limit`."""
        file = self._root / path
        real = Path(os.path.realpath(file)) if is_possible(path) else None
        if not (real and real.is_relative_to(self._root)):
            raise DocumentNotFound(f"no file {path!r} in {self._root}")
        try:
            return read_vault_file(self._root, path, limit)
        except FileNotFoundError as error:
            raise DocumentNotFound(f"no file {path!r} in {self._root}") from error
        except UnreadableFile as error:
            if file.is_dir():
                raise DocumentNotFound(f"{file} is a folder: name a file") from error
            raise UnreadableFile(f"{file}: {error}") from error


def find_path(name: str, root: Path, paths: Callable[[], Sequence[str]]) -> str:
    """The path, relative to the vault, of the document called `name`.

    Args:
        name: A path relative to the vault or an absolute one in it; or, if only one
            document matches, the end of a path or a file's name without extension.
        root: The vault.
        paths: Returns the path of every indexed document; called only if needed.

    Raises:
        DocumentNotFound: No document matches, or more than one.
    """
    named = Path(name)
    if is_possible(name) and named.is_absolute():
        real = Path(os.path.realpath(named))
        if real.is_relative_to(root):
            return as_on_disk(root, real.relative_to(root).as_posix())
    written = as_on_disk(root, named.as_posix())
    if is_file(root / written):
        return written
    return _known_path(name, paths(), f"in {root}")


def _known_path(name: str, known: Sequence[str], among: str) -> str:
    """The path in `known`, or the only one that ends with `name`."""
    matching = [path for path in known if path == name]
    wanted = composed(name)
    matching = matching or [path for path in known if composed(path) == wanted]
    matching = matching or [path for path in known if _matches(composed(path), wanted)]
    if not matching:  # a file of mails, by its only mail
        files = ((path, composed(path.partition(PART_SEPARATOR)[0])) for path in known)
        matching = [path for path, file in files if f"/{file}".endswith(f"/{wanted}")]
    if len(matching) == 1:
        return matching[0]
    if matching:
        several = ", ".join(matching[:5])
        raise DocumentNotFound(f"{name!r} is ambiguous: {several}; give the full path")
    near = difflib.get_close_matches(_stem(name), map(_stem, known), n=1, cutoff=0.6)
    likely = [path for path in known if [_stem(path)] == near]
    nearest = next(iter(difflib.get_close_matches(name, likely, n=1, cutoff=0)), "")
    hint = f"; did you mean {nearest!r}?" if nearest else ""
    raise DocumentNotFound(f"no document {name!r} {among}{hint}", nearest)


def _stem(path: str) -> str:
    """The name of a file without ending, which says more than its folders do."""
    return PurePosixPath(path).stem.casefold()


def _matches(path: str, name: str) -> bool:
    if path.endswith(f"{PART_SEPARATOR}{name}"):
        return True  # a mail by its Message-ID, an attachment by its name
    stem = path.rpartition(".")[0]
    return path.endswith(f"/{name}") or f"/{stem}".endswith(f"/{name}")


def read_indexed(store: Store, path: str) -> Document | None:
    """The document at `path` as the index has it; None if it has no chunk of it.

    Chunks are where they are in the file, on the same lines. Between them, where the
    file has front matter or white space, the text is blank.

    Raises:
        StorageError: The index cannot be read.
    """
    from ragtui_core.documents.parser import parse_document

    try:
        with store.reader() as reader:
            matches = reader.chunks(reader.chunks_of(path))
            anchors = reader.anchors({match.document_id for match in matches.values()})
    except IndexMissing:
        return None
    if not matches:
        return None
    chunks = sorted(matches.values(), key=lambda each: each.span.start)
    first = chunks[0]
    is_extracted = first.document_id in anchors
    text = joined_text(chunks, is_extracted=is_extracted)
    document, index = parse_document(path, text.encode()), LineIndex(text)
    shifts = (
        (chunk.span.start, chunk.lines.first - index.line(chunk.span.start))
        for chunk in chunks
    )
    return replace(
        document,
        fields=first.fields,
        encoding=f"{path.rpartition('.')[2]}/index" if is_extracted else "utf-8",
        anchors=anchors.get(first.document_id, ()),
        shifts=tuple(shifts) if is_extracted else (),
        problems=(),
        is_here=False,
    )


def joined_text(chunks: Iterable[ChunkMatch], *, is_extracted: bool) -> str:
    """The text with each of `chunks`, in order, at its span and on its lines.

    Lines of an extracted text are not those of its file: between chunks a line ends.
    """
    text, line = "", 1
    for chunk in chunks:
        gap = chunk.span.start - len(text)
        ends = max(0, gap if is_extracted else min(gap, chunk.lines.first - line))
        added = " " * (gap - ends) + "\n" * ends + chunk.text[max(0, -gap) :]
        text += added
        line += added.count("\n")
    return text
