"""Any file gives a document with exact spans, or a reason why not."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core.documents.markdown import sections
from ragtui_core.documents.parser import MAX_LINES, parse_document
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import Document
from support.child_process import run_limited
from support.hostile_notes import KINDS
from support.notes import outside_white_space, parse
from support.vaults import IndexVault, MakeVault, wrong_spans

LINES = (
    *("title: x", "title: 'open", 'title: "\\x"', "title: [a, b", "title: {a: b}"),
    *(
        "title: \x07bell",
        "title:\ttab",
        "\ttitle: x",
        "title: a: b: c",
        "title: |",
        "  x",
    ),
    *("date: 99999-01-01", "date: 9999-12-31T23:59:60Z", "date: 0000-00-00"),
    *("date: -1-2-3", "created: 1e400", "created: 253402300800", "updated: .nan"),
    *("tags: &a [*a]", "tags: *a", "a: &a [x]", "b: &b [*a, *a]", "c: [*b, *b]"),
    *("<<: *a", "? [k]", ": v", "- item", "!!python/object:os.system x", "%YAML 9.9"),
    *("title: x", "Title: y", "TAGS: 1", "tags: {a: [b, {c: d}]}", "n: 1" + "0" * 400),
    *(
        "...",
        "---",
        "# comment",
        "\u202etitle: x",
        "\ufefftitle: x",
        "k" * 2000 + ": x",
    ),
    *("a: \ud7ff", "a: \U0010ffff", "a: \0", "summary: >-", "''", '"": ""', ": :"),
)
FRONT = st.lists(st.sampled_from(LINES), max_size=8).map(
    lambda lines: "---\n" + "\n".join(lines) + "\n---\n# H\n\nText.\n"
)
BYTES = st.one_of(
    st.binary(max_size=400),
    FRONT.map(str.encode),
    FRONT.map(lambda text: text.replace("\n", "\r\n").encode("utf-16")),
    st.tuples(FRONT.map(str.encode), st.binary(max_size=60)).map(b"".join),
)
NAMES = st.one_of(
    st.sampled_from(
        ["-rf.md", "two\nlines.md", "\x1b]0;x\x07.md", "a\u202eb.md", "CON.md", "..md"]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0")),
)


def assert_exact(document: Document, data: bytes) -> None:
    text = document.text
    assert data.decode(document.encoding) == text
    at = document.front_matter.end if document.front_matter else 0
    for section in document.sections:
        assert section.span.start >= at
        for block in section.blocks:
            assert not outside_white_space(text, at, block.span.start) or not at
            assert section.span.start <= block.span.start < block.span.end
            assert block.span.end <= section.span.end <= len(text)
            at = block.span.end
    assert document.fields.title
    assert all(isinstance(tag, str) for tag in document.fields.tags)


@given(BYTES, NAMES)
def test_any_bytes_are_a_document_or_a_reason(data: bytes, name: str) -> None:
    try:
        document = parse_document(name or "x", data)
    except UnreadableFile:
        return
    assert_exact(document, data)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BYTES, NAMES)
def test_any_file_is_indexed(make_vault: MakeVault, data: bytes, name: str) -> None:
    vault = make_vault({"plain.md": "# Plain\n\nApple.\n"})
    file = vault.root / f"{name.strip('.')[:40] or 'x'}.md"
    try:
        file.write_bytes(data)
    except OSError:
        return  # too long for the file system
    vault.index(embed=False)
    coverage = vault.coverage.whole()
    assert coverage.documents + len(coverage.skipped) == len(list(vault.root.iterdir()))
    assert wrong_spans(vault) == []
    file.unlink()


@pytest.mark.parametrize("end", ["", "\n", "\n" + "more: text\n" * 30_000])
def test_unclosed_front_matter_is_reported(end: str) -> None:
    document = parse(f"---\ntitle: x\nkey: value{end}")
    assert document.fields.title == "note"
    (problem,) = document.problems
    assert problem.startswith("front matter: no closing `---` line")


@pytest.mark.parametrize("text", ["---\n\nA text.\n", "---\n- a\n", "---\n", "---"])
def test_a_thematic_break_is_no_unclosed_front_matter(text: str) -> None:
    assert parse(text).problems == ()


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_too_many_lines_are_a_reason(end: str) -> None:
    with pytest.raises(UnreadableFile, match="more than 2,000,000 lines: split it"):
        parse(end.join("a" * (MAX_LINES + 2)))


def test_too_many_headings_open_no_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "MAX_HEADINGS", 10)
    text = "".join(f"# Heading {number}\n\nText.\n\n" for number in range(30))
    document = parse(text)
    assert len(document.sections) == 11
    assert document.sections[-1].span.end == len(text)
    assert document.problems == (
        "more than 10 headings: further ones do not start sections",
    )
    assert_exact(document, text.encode())


READ = """
from pathlib import Path
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.settings import ChunkingSettings
from ragtui_core.documents.markdown.tags import tags_of
from ragtui_core.store.records import DocumentRecord, FileState
from support.hostile_notes import KINDS
folder, length, *kinds = sys.argv[1:]
reader = FileReader(Path(folder), ChunkingSettings(), 10**9)
for kind in kinds:
    text = KINDS[kind](int(length))
    Path(folder, "note.md").write_text(text)
    (record,) = reader.read_all([FileRequest(FileState("note.md", len(text), 1, 1, 0))])
    assert isinstance(record, DocumentRecord), (kind, record)
    for chunk in record.chunks:
        assert text[chunk.span_start : chunk.span_end] == chunk.text, kind
    tags_of(text)
"""


def test_notes_made_to_be_slow_are_read(tmp_path: Path) -> None:
    run_limited(READ, tmp_path, "20000", *KINDS)


@pytest.mark.large
@pytest.mark.parametrize(
    ("kind", "length"),
    [
        *((kind, "1000000") for kind in KINDS),
        ("one word", "50000000"),
        ("one line of words", "50000000"),
        ("unclosed front matter", "10000000"),
    ],
)
def test_megabytes_of_each_are_read(tmp_path: Path, kind: str, length: str) -> None:
    run_limited(READ, tmp_path, length, kind)


def test_a_line_above_the_limit_is_reported_and_indexing_continues(
    index_vault: IndexVault,
) -> None:
    vault = index_vault({"a.md": "# Apple", "line.md": "x" * 21_000_000})
    coverage = vault.coverage.whole()
    assert coverage.documents == 1
    (skipped,) = coverage.skipped
    assert skipped.reason == "larger than allowed: 21 MB, index.max_file_mb = 20"
