"""Documents whose files are on another machine: their indexed text, never verified."""

import asyncio
from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.citations import compare_with_file, verdict_label
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.selected_text import Selection
from ragtui_core.errors import DocumentNotFound
from ragtui_core.store.protocols import SharedStore
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Span
from ragtui_core.vault import documents
from ragtui_core.vault.documents import read_indexed
from support.commands import ROOT
from support.vaults import IndexVault

SAMPLE = ROOT / "sample-vault"


PUMP = """\
---
title: The pump
tags: [garden, water]
---

# Pump

The pump is blue.

    indented code

## Care

Its impeller is changed every second winter.\r\nOn two lines.
"""
QUOTE = "Its impeller is changed every second winter."


@pytest.fixture
def elsewhere(index_vault: IndexVault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    """A vault whose index other machines share; this one has not the pump's file."""
    vault = index_vault({"pump.md": PUMP, "boat.md": "# Boat\n\nThe boat leaks.\n"})
    (vault.root / "pump.md").unlink()
    monkeypatch.setattr(documents, "SharedStore", SqliteStore)
    return vault


def test_rows_of_an_extracted_text_stay_rows(index_vault: IndexVault) -> None:
    rows = "".join(f'bolt {n},"of steel\nand zinc"\n' for n in range(90))
    vault = index_vault({"parts.csv": f"part,note\n{rows}"})
    here, store = vault.documents.read("parts.csv"), SqliteStore(vault.index_path)
    indexed = read_indexed(store, "parts.csv")
    assert indexed
    assert len(indexed.sections) == len(here.sections)
    assert indexed.text.split() == here.text.split()
    assert indexed.text.rstrip().count("\n") == here.text.rstrip().count("\n")
    with store.reader() as reader:
        passages = [*reader.chunks(reader.chunks_of("parts.csv")).values()]
    assert len(passages) > 2
    for each in passages:
        for document in (here, indexed):
            index = LineIndex(document.text, document.shifts)
            assert index.line(each.span.start) == each.lines.first


def test_passages_are_where_they_are_in_the_file(sample_index: Path) -> None:
    vault = open_vault(SAMPLE, db=sample_index)
    store = SqliteStore(sample_index)
    paths = [path for path in vault.documents.paths() if path.endswith(".md")]
    assert len(paths) > 50
    for path in paths:
        here, indexed = vault.documents.read(path), read_indexed(store, path)
        assert indexed is not None
        assert indexed.fields == here.fields
        with store.reader() as reader:
            passages = reader.chunks(reader.chunks_of(path)).values()
        for each in passages:
            assert each.span.of(indexed.text) == each.text
            assert LineIndex(indexed.text).lines(each.span) == each.lines
        for at, mark in enumerate(indexed.text):
            assert mark == here.text[at] or mark.isspace()
        assert [s.heading_path for s in indexed.sections if s.blocks] == [
            s.heading_path for s in here.sections if s.blocks
        ]


def test_the_indexed_text_is_read(elsewhere: Vault) -> None:
    document = elsewhere.documents.read("pump.md")
    assert not document.is_here
    assert document.fields.title == "The pump"
    start = PUMP.index("# Pump")
    assert document.text[start:].rstrip() == PUMP[start:].rstrip()
    assert not document.text[:start].strip()
    assert elsewhere.documents.text("pump.md") == document.text
    assert elsewhere.documents.read("boat.md").is_here


def test_what_no_index_has_is_not_found(elsewhere: Vault) -> None:
    with pytest.raises(DocumentNotFound):
        elsewhere.documents.read("car.md")


def test_a_file_of_this_machine_alone_is_gone(elsewhere: Vault) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(documents, "SharedStore", SharedStore)
        with pytest.raises(DocumentNotFound):
            elsewhere.documents.read("pump.md")


async def _cited(vault: Vault, question: str) -> list[Citation]:
    return [event async for event in vault.ask(question) if isinstance(event, Citation)]


def test_an_answer_is_not_verified(elsewhere: Vault) -> None:
    cited = asyncio.run(_cited(elsewhere, "When is the impeller of the pump changed?"))
    assert {each.path for each in cited} == {"pump.md"}
    assert {each.verdict for each in cited} == {Verdict.FILE_NOT_HERE}
    (found,) = [each for each in cited if QUOTE in each.quote]
    assert found.lines.first == 14
    wording = "not verified: the file is not here"
    assert verdict_label(found.verdict) == wording


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f'"{QUOTE}" (pump.md)', Verdict.FILE_NOT_HERE),
        ('"Its impeller is changed every third winter." (pump.md)', "file_not_here"),
        ('"Nobody has written these words in a note." (pump.md)', "file_not_here"),
        (f'"{QUOTE}"', Verdict.FILE_NOT_HERE),
        ('"Its impeller is changed every third winter."', Verdict.FILE_NOT_HERE),
        (f'"{QUOTE}" (boat.md)', Verdict.FILE_NOT_HERE),
        ('"The boat leaks." (boat.md)', Verdict.EXACT),
    ],
)
def test_no_quotation_is_verified_nor_refuted(
    elsewhere: Vault, text: str, verdict: str
) -> None:
    (checked,) = elsewhere.quotations.verify_all(text)
    assert checked.verdict == verdict


def test_words_that_cannot_be_verified_are_not_quoted(elsewhere: Vault) -> None:
    with pytest.raises(DocumentNotFound, match="not on this machine"):
        elsewhere.quotations.cite(Selection("impeller changed every winter"))


def test_a_file_that_came_is_verified(elsewhere: Vault) -> None:
    read = elsewhere.documents.read
    sent = read("pump.md")
    start = sent.text.index(QUOTE)
    citer = Citer(CurrentFiles(elsewhere.root, read))
    before = citer.at(QUOTE, Span(start, start + len(QUOTE)), (), sent)
    assert before.verdict is Verdict.FILE_NOT_HERE
    (elsewhere.root / "pump.md").write_bytes(PUMP.encode())
    assert compare_with_file(before, read).verdict is Verdict.EXACT
