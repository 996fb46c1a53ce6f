"""Reading a file gives the same records as before, unless `RECORDS_VERSION` says so.

An index whose version is the same is not read again: it would mix two kinds of records.
Changes for speed must leave them as they are.
"""

import hashlib
from pathlib import Path

import pytest

from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.settings.schema import ChunkingSettings, ChunkingStrategy
from ragtui_core.store.records import RECORDS_VERSION, DocumentRecord, FileState

NOTE = Path(__file__).with_name("records.md").read_text("utf-8")
NOTES = {
    "a/note.md": NOTE.encode(),
    "a/crlf.md": NOTE.replace("\n", "\r\n").encode(),
    "b/utf16.md": NOTE.encode("utf-16"),
    "b/broken.md": b"---\ntitle: a: b\ntags: x, y\n---\n# Not closed\n\n```\nx\n",
    "b/linked.md": b"---\nrelated: '[[note#Seals|x]]'\n---\n# Linked\n",
    "b/front.md": b"---\ntitle: Only front matter\n---\n",
    "old.md": b"---\nstatus: draft\n---\n# Old\n\nSuperseded by [[a]].\n",
    "short.md": b"Two words\x0b\x00 and a [link](short.md).\n",
}
DIGESTS = {
    24: {
        ChunkingStrategy.HEADING: "4b97cb872c4c73cf",
        ChunkingStrategy.SENTENCE: "a732d5c1c0df1e95",
        ChunkingStrategy.FIXED: "95cf20b8270d6edd",
        ChunkingStrategy.WHOLE: "4e9fbd09d3bd103e",
    }
}


def written(folder: Path) -> list[FileState]:
    states = []
    for path, data in NOTES.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(data)
        states.append(FileState(path, len(data), 1, 1, 1))
    return states


def digest(records: list[DocumentRecord]) -> str:
    found = hashlib.blake2b(digest_size=8)
    for record in records:
        found.update(repr((record.file.path, record.hash, record.encoding)).encode())
        found.update(repr((record.fields, record.metadata, record.problems)).encode())
        found.update(repr((record.field_grams, record.chunks)).encode())
        found.update(repr((record.links, record.headings)).encode())
    return found.hexdigest()


@pytest.mark.parametrize("strategy", ChunkingStrategy)
def test_records_are_those_of_their_version(
    tmp_path: Path, strategy: ChunkingStrategy
) -> None:
    reader = FileReader(tmp_path, ChunkingSettings(strategy=strategy), 10**6)
    found = reader.read_all([FileRequest(state) for state in written(tmp_path)])
    records = [each for each in found if isinstance(each, DocumentRecord)]
    assert len(records) == len(NOTES)
    assert digest(records) == DIGESTS[RECORDS_VERSION][strategy], (
        "increment `RECORDS_VERSION`"
    )
