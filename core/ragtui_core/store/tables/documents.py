"""Queries to tables `document`, `tag`, `skipped` and the texts of `chunk`."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING

from ragtui_core.documents.text_recognition import WAITING
from ragtui_core.store.records import WORDS_ONLY, FileState, StoredFile
from ragtui_core.store.tables.columns import CARD, FILE_COLUMNS, SET_FILE_STATE, card_of
from ragtui_core.store.tables.document_rows import day_of
from ragtui_core.types import Card, DocumentId, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragtui_core.store.session import Session


def _evenly(ids: Sequence[int], count: int) -> list[int]:
    """At most `count` of some numbers, at equal distances."""
    return list(ids[:: max(1, -(-len(ids) // count))])


class DocumentQueries:
    """Reads, touches and deletes rows of table `document`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def files(self, paths: Iterable[str] | None = None) -> dict[str, StoredFile]:
        """The indexed files among `paths`; all indexed files without `paths`."""
        among = "" if paths is None else "AND path IN :paths"
        rows = self._session.rows(
            # `|| ''` keeps SQLite from reading all rows by the index on `source`.
            f"SELECT {FILE_COLUMNS}, 0 FROM document WHERE source || '' = '' {among} "
            f"UNION ALL SELECT {FILE_COLUMNS}, 1 FROM mail_file WHERE true {among}",
            **({} if paths is None else {"paths": list(paths)}),
        )
        return {row[0]: StoredFile._make((*row[1:-1], bool(row[-1]))) for row in rows}

    def extracted(self) -> list[tuple[str, str]]:
        """The path and the encoding of each indexed file whose text was extracted.

        A file of mails has the encodings of its mails and of their attachments.
        """
        return self._session.rows(
            "SELECT DISTINCT CASE source WHEN '' THEN path ELSE source END, encoding "
            "FROM document WHERE encoding LIKE '%/%'"
        )

    def waiting(self) -> dict[str, list[str]]:
        """The files with pictures that are not recognised yet, newest first.

        With each, the attachments of mails in it that have some.
        """
        rows = self._session.rows(
            "SELECT path, source FROM document WHERE encoding LIKE :waiting "
            "ORDER BY mtime_ns DESC, path",
            waiting=f"%{WAITING}",
        )
        files = dict[str, list[str]]()
        for path, source in rows:
            files.setdefault(str(source or path), []).extend([path] if source else [])
        return files

    def count_files(self) -> int:
        """The number of indexed files."""
        ((count,),) = self._session.rows(
            "SELECT (SELECT count(*) FROM document WHERE source = '') "
            "+ (SELECT count(*) FROM mail_file)"
        )
        return int(count)

    def counts(self) -> tuple[int, int]:
        """The numbers of documents and of chunks."""
        ((documents, chunks),) = self._session.rows(
            "SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM chunk)"
        )
        return documents, chunks

    def count_words_only(self) -> int:
        """The number of documents whose words alone are indexed."""
        sql = "SELECT count(*) FROM document WHERE hash = :hash"
        ((count,),) = self._session.rows(sql, hash=WORDS_ONLY)
        return int(count)

    def has_files_below(self, folder: str) -> bool:
        """Whether a file in `folder`, or below it, is indexed or was skipped."""
        below = "WHERE path >= :start AND path < :end"
        ((exists,),) = self._session.rows(
            f"SELECT EXISTS (SELECT 1 FROM document {below}) "
            f"OR EXISTS (SELECT 1 FROM skipped {below}) "
            f"OR EXISTS (SELECT 1 FROM mail_file {below})",
            start=f"{folder}/",
            end=f"{folder}0",  # "0" follows "/"
        )
        return bool(exists)

    def ids_of(self, paths: Iterable[str]) -> dict[str, DocumentId]:
        """The ids of those of `paths` that are indexed."""
        sql = "SELECT path, id FROM document WHERE path IN :paths"
        rows = self._session.rows(sql, paths=list(paths))
        return {path: DocumentId(document) for path, document in rows}

    def hashes(self) -> list[bytes]:
        """The hashes of all files, mails and attachments that are indexed."""
        return [digest for (digest,) in self._session.rows("SELECT hash FROM document")]

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted."""
        rows = self._session.rows("SELECT path FROM document ORDER BY path")
        return [path for (path,) in rows]

    def versions(self) -> dict[str, bytes]:
        """The hash of every document's file by path, sorted by path; without mails."""
        sql = "SELECT path, hash FROM document WHERE source = '' ORDER BY path"
        return dict(self._session.rows(sql))

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first.

        Those of one time, as after a copy, are ordered by their dates.
        """
        rows = self._session.rows(
            f"SELECT {CARD} FROM document ORDER BY mtime_ns DESC, "
            "coalesce(day, '') DESC, path LIMIT :limit",
            limit=limit,
        )
        return [card_of(row) for row in rows]

    def dated(self, first: str, last: str) -> list[Card]:
        """The documents dated on one of some days, given as ISO 8601, by day."""
        rows = self._session.rows(
            f"SELECT {CARD} FROM document WHERE day >= :first AND day <= :last "
            "AND length(created) >= 10 ORDER BY day, path",
            first=first,
            last=last,
        )
        return [card_of(row) for row in rows]

    def tags_of(self, path: str) -> tuple[str, ...]:
        """The tags of one document's front matter."""
        rows = self._session.rows(
            "SELECT tag FROM tag JOIN document ON document.id = tag.document "
            "WHERE path = :path ORDER BY tag",
            path=path,
        )
        return tuple(tag for (tag,) in rows)

    def some_texts(self, count: int) -> list[str]:
        """The texts of at most `count` chunks, from all parts of the index.

        The same ones whenever, and in whatever order, the files were read.
        """
        rows = self._session.rows("SELECT id FROM document ORDER BY path")
        documents = _evenly([document for (document,) in rows], count)
        chunks: dict[int, list[int]] = {document: [] for document in documents}
        for document, chunk in self._session.rows(
            "SELECT document, id FROM chunk WHERE document IN :some "
            "ORDER BY document, span_start",
            some=documents,
        ):
            chunks[document].append(chunk)
        some = _evenly([*chain.from_iterable(chunks.values())], count)
        rows = self._session.rows("SELECT id, text FROM chunk WHERE id IN :s", s=some)
        texts = dict(rows)
        return [texts[chunk] for chunk in some]

    def problems(self) -> list[Skipped]:
        """Documents that were indexed with problems."""
        rows = self._session.rows(
            "SELECT path, problems FROM document WHERE problems != '[]' ORDER BY path"
        )
        return [Skipped(path, "; ".join(json.loads(text))) for path, text in rows]

    def skipped(self) -> list[Skipped]:
        """Files that are not in the index, and why."""
        rows = self._session.rows("SELECT path, reason FROM skipped ORDER BY path")
        return [Skipped(path, reason) for path, reason in rows]

    def touch(self, states: Iterable[FileState], now_ns: int) -> None:
        """Update the states of files whose content was unchanged at `now_ns`."""
        self._session.run_many(
            f"UPDATE document SET {SET_FILE_STATE}, "
            "changed = CASE updated WHEN '' THEN :day ELSE changed END "
            "WHERE path = :path AND source = ''",
            (
                {**state._asdict(), "now": now_ns, "day": day_of(state.mtime_ns)}
                for state in states
            ),
        )

    def delete(self, documents: Iterable[DocumentId]) -> None:
        """Remove rows with their tags, links and headings."""
        sql = "DELETE FROM document WHERE id IN :ids"
        self._session.run(sql, ids=list(documents))
