"""Files that are not Markdown, from the vault to hits and verified quotations."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragtui_core import Selection, Vault, Verdict, open_vault
from ragtui_core.citations import write_citation
from ragtui_core.documents import loader
from ragtui_core.documents.extraction.pdf import PdfExtractor
from ragtui_core.documents.extraction.process import ExtractionProcess
from ragtui_core.errors import UnreadableFile
from ragtui_core.indexing import IndexFinished
from ragtui_core.indexing.events import IndexEvent, ReadingProgress
from support.office_files import PdfPage, docx, pdf, pptx, word_paragraph
from support.packages import forget_packages

KINDS = ["markdown", "text", "html", "pdf", "docx", "pptx"]
HUM = "The north pump hums at night because of a worn bearing."
FILES = {
    "note.md": b"# Impeller\n\nChanged every second winter.\n",
    "a.txt": b"Gasket: the supplier of seals is in Bergen.\n",
    "b.html": b"<h1>Valves</h1><p>Ball valves are made of brass.</p>",
    "c.pdf": pdf(PdfPage(["Preface"]), PdfPage([HUM])),
    "d.docx": docx(word_paragraph("Filters are rinsed weekly.")),
    "e.pptx": pptx(("Sensors", "Sensors drift by two per cent.", "")),
}


@pytest.fixture
def extractions(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The kind of each file that the extraction process was given."""
    kinds: list[str] = []
    extract = ExtractionProcess.extract

    def counted(self: ExtractionProcess, kind: str, data: bytes) -> object:
        kinds.append(kind)
        return extract(self, kind, data)

    monkeypatch.setattr(ExtractionProcess, "extract", counted)
    yield kinds
    forget_packages()


Open = Callable[[], Vault]


@pytest.fixture
def open_files(tmp_path: Path, extractions: list[str]) -> Open:
    root = tmp_path / "vault"
    root.mkdir()
    for name, content in FILES.items():
        (root / name).write_bytes(content)
    return lambda: open_vault(root, flags={"index.kinds": KINDS})


def index(vault: Vault) -> IndexFinished:
    return vault.index(embed=False)


def test_every_kind_can_be_searched(open_files: Open) -> None:
    vault = open_files()
    assert index(vault).documents == len(FILES)
    queries = {
        "gasket": "a.txt",
        "brass": "b.html",
        "bearing": "c.pdf",
        "rinsed": "d.docx",
        "drift": "e.pptx",
        "impeller": "note.md",
    }
    for query, path in queries.items():
        (hit,) = vault.search(query).hits
        assert hit.path == path
        assert hit.span.of(vault.documents.read(path).text)
    vault.close()


def test_an_unchanged_file_is_extracted_once(
    open_files: Open, extractions: list[str]
) -> None:
    vault = open_files()
    index(vault)
    assert sorted(extractions) == sorted(set(KINDS) - {"markdown"})
    vault.close()
    extractions.clear()
    forget_packages()
    again = open_files()
    index(again)
    assert HUM in again.documents.read("c.pdf").text
    assert extractions == []
    again.close()


def test_a_quotation_is_verified_against_the_file_as_it_is(
    open_files: Open, extractions: list[str]
) -> None:
    vault = open_files()
    index(vault)
    saved = vault.quotations
    text = _saved(vault)
    assert [each.verdict for each in saved.verify(text)] == [Verdict.EXACT]
    changed = pdf(PdfPage(["Preface"]), PdfPage([HUM.replace("north", "south")]))
    (vault.root / "c.pdf").write_bytes(changed)
    extractions.clear()
    assert [each.verdict.verified for each in saved.verify(text)] == [False]
    assert extractions == ["pdf"]
    vault.close()


def _saved(vault: Vault) -> str:
    """The quotation as it is saved in a note."""
    return write_citation(vault.quotations.cite(Selection(HUM, "c.pdf")))


def test_notes_are_read_before_the_first_file_is_extracted(
    open_files: Open, extractions: list[str]
) -> None:
    vault = open_files()
    seen: list[int] = []

    def listen(event: IndexEvent) -> None:
        if isinstance(event, ReadingProgress):
            seen.append(len(extractions))

    vault.index(listen, embed=False)
    assert seen[0] == 0
    assert seen[-1] == 5
    vault.close()


def test_another_version_extracts_its_kind_again(
    open_files: Open, extractions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = open_files()
    vault.index()
    text = _saved(vault)
    extractions.clear()
    monkeypatch.setattr(PdfExtractor, "version", "2")
    forget_packages()
    finished = vault.index(embed=False)
    assert extractions == ["pdf"]
    assert finished.pending == 0  # equal passages keep their vectors
    checked = vault.quotations.verify(text)
    assert [each.verdict for each in checked] == [Verdict.EXACT]
    extractions.clear()
    index(vault)
    assert extractions == []
    vault.close()


def test_a_file_that_cannot_be_read_is_tried_once(
    open_files: Open, extractions: list[str]
) -> None:
    vault = open_files()
    (vault.root / "c.pdf").write_bytes(b"%PDF-1.4 broken")
    for _ in range(2):
        index(vault)
        (skipped,) = vault.coverage.whole().skipped
        assert skipped.path == "c.pdf"
        assert skipped.reason.startswith("not a PDF file, or a damaged one")
    assert extractions.count("pdf") == 1
    with pytest.raises(UnreadableFile, match="not a PDF file"):
        vault.documents.read("c.pdf")
    vault.close()


def test_an_interrupted_run_extracts_nothing_twice(
    open_files: Open, extractions: list[str]
) -> None:
    vault = open_files()
    cancelled = threading.Event()

    def stop(event: IndexEvent) -> None:
        if isinstance(event, ReadingProgress) and extractions:
            cancelled.set()

    vault.index(stop, embed=False, cancelled=cancelled)
    assert extractions
    index(vault)
    assert len(extractions) == len(set(extractions)) == 5
    vault.close()


def test_texts_of_changed_and_deleted_files_are_removed(open_files: Open) -> None:
    vault = open_files()
    index(vault)
    folder = vault.index_path.with_name(f"{vault.index_path.name}.extracted")
    assert len(list(folder.iterdir())) == 5
    (vault.root / "c.pdf").write_bytes(pdf(PdfPage(["Another."])))
    (vault.root / "b.html").unlink()
    index(vault)
    assert len(list(folder.iterdir())) == 4
    assert {file.stat().st_mode & 0o077 for file in folder.iterdir()} == {0}
    vault.close()


def test_the_vault_is_unchanged(open_files: Open) -> None:
    vault = open_files()
    index(vault)
    vault.search("bearing")
    found = {file.name: file.read_bytes() for file in vault.root.iterdir()}
    assert found == FILES
    vault.close()


def test_markdown_alone_starts_no_process(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "note.md").write_bytes(FILES["note.md"])
    vault = open_vault(tmp_path / "vault", flags={"index.kinds": KINDS})
    index(vault)
    assert loader._extraction_process.cache_info().currsize == 0
    vault.close()
