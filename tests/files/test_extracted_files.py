"""Files that are not Markdown, from the vault to hits and verified quotations."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragtui_core import Selection, Vault, Verdict, open_vault
from ragtui_core.citations import write_citation
from ragtui_core.documents.extraction.process import ExtractionProcess
from ragtui_core.documents.loader import Loaders
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.kinds import OWN_ENDINGS, OWN_KINDS
from ragtui_core.indexing import IndexFinished
from ragtui_core.indexing.events import is_reading
from ragtui_core.indexing.file_batches import BATCH_FILES
from ragtui_core.plugins import PluginGroup, find_plugin
from ragtui_core.types import Document
from support.commands import environment
from support.index_states import interrupted
from support.office_files import (
    PdfPage,
    archive,
    docx,
    epub,
    notebook,
    pdf,
    pptx,
    sheet_rows,
    word_paragraph,
    xlsx,
)
from support.packages import forget_packages

HUM = "The north pump hums at night because of a worn bearing."
_BODY = '<b:body xmlns:b="b"><b:p>The keelson is of larch.</b:p></b:body>'
FILES = {
    "note.md": b"# Impeller\n\nChanged every second winter.\n",
    "a.txt": b"Gasket: the supplier of seals is in Bergen.\n",
    "b.html": b"<h1>Valves</h1><p>Ball valves are made of brass.</p>",
    "c.pdf": pdf(PdfPage(["Preface"]), PdfPage([HUM])),
    "d.docx": docx(word_paragraph("Filters are rinsed weekly.")),
    "e.pptx": pptx(("Sensors", "Sensors drift by two per cent.", "")),
    "f.epub": epub({"a.xhtml": "<h1>Alarms</h1><p>Sirens are tested.</p>"}),
    "h.xlsx": xlsx({"Levels": sheet_rows(("tank", "level"), ("ballast", 7))}),
    "i.rtf": rb"{\rtf1 The hawser is \b frayed\b0 .\par}",
    "g.ipynb": notebook(("markdown", "# Load"), ("code", "turbine = 3")),
    "j.csv": b"bollard,town\niron,Leith\n",
    "k.org": b"* Cleats\nCleats are of oak.\n",
    "l.srt": b"1\n00:00:01,000 --> 00:00:02,000\nThe capstan is stuck.\n",
    "m.odt": archive({"content.xml": f"<a>{_BODY}</a>"}),
    "o.ics": b"BEGIN:VEVENT\nSUMMARY:The painter is spliced.\nEND:VEVENT\n",
    "p.vcf": b"BEGIN:VCARD\nFN:Ann Lee\nNOTE:of the ketch\nEND:VCARD\n",
    "n.canvas": b'{"nodes": [{"type": "text", "text": "The fender is of rope."}]}',
}
EXTRACTED = len(FILES) - 1


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
    return lambda: open_vault(root)


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
        "sirens": "f.epub",
        "turbine": "g.ipynb",
        "ballast": "h.xlsx",
        "hawser": "i.rtf",
        "impeller": "note.md",
    }
    for query, path in queries.items():
        (hit,) = vault.search(query).hits
        assert hit.path == path
        assert hit.span.of(vault.documents.read(path).text)
    # A sheet's name, such as "2026", would be no title of its file.
    assert vault.documents.read("h.xlsx").fields.title == "h"
    vault.close()


def test_an_unchanged_file_is_extracted_once(
    open_files: Open, extractions: list[str]
) -> None:
    vault = open_files()
    index(vault)
    assert sorted(extractions) == sorted(
        OWN_ENDINGS.keys() - {"mail", "conversations", "image"}
    )
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


@pytest.mark.parametrize("notes", [3, BATCH_FILES])
def test_notes_can_be_searched_before_the_first_file_is_opened(
    open_files: Open, notes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = open_files()
    for number in range(notes):
        (vault.root / f"{number}.md").write_text(f"Impeller {number}.\n")
    counts: list[int] = []
    load = Loaders.load

    def counted(self: Loaders, path: str, data: bytes) -> Document:
        if self.extracts(path):
            counts.append(sum(each.endswith(".md") for each in vault.documents.paths()))
        return load(self, path, data)

    monkeypatch.setattr(Loaders, "load", counted)
    assert index(vault).documents == notes + len(FILES)
    assert counts == [notes + 1] * EXTRACTED
    vault.close()


def test_another_version_extracts_its_kind_again(
    open_files: Open, extractions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = open_files()
    vault.index()
    text = _saved(vault)
    extractions.clear()
    monkeypatch.setitem(OWN_KINDS, "pdf", OWN_KINDS["pdf"]._replace(version="0"))
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
    interrupted(vault, lambda event: is_reading(event) and extractions)
    assert extractions
    index(vault)
    assert len(extractions) == len(set(extractions)) == EXTRACTED
    vault.close()


def test_texts_of_changed_and_deleted_files_are_removed(open_files: Open) -> None:
    vault = open_files()
    index(vault)
    folder = vault.index_path.with_name(f"{vault.index_path.name}.extracted")
    assert len(list(folder.iterdir())) == EXTRACTED
    (vault.root / "c.pdf").write_bytes(pdf(PdfPage(["Another."])))
    (vault.root / "b.html").unlink()
    index(vault)
    assert len(list(folder.iterdir())) == EXTRACTED - 1
    assert {file.stat().st_mode & 0o077 for file in folder.iterdir()} == {0}
    vault.close()


def imported_by_index(root: Path) -> set[str]:
    """The modules that a new process has after it has indexed `root`."""
    code = (
        "import sys; from ragtui_core import open_vault;"
        "vault = open_vault(sys.argv[1]); vault.index(embed=False); vault.close();"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, root],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_markdown_alone_imports_no_extractor(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "note.md").write_bytes(FILES["note.md"])
    found = imported_by_index(tmp_path / "vault")
    assert not {name for name in found if re.search(r"\.extraction|ragtui_files", name)}
    assert "importlib.metadata" not in found


def test_an_unchanged_vault_imports_no_extractor(open_files: Open) -> None:
    vault = open_files()
    (vault.root / "h.eml").write_bytes(b"Subject: Oars\n\nOars are of ash.\n")
    vault.close()
    assert "ragtui_files.mail.extractor" in imported_by_index(vault.root)
    extractors = {
        find_plugin(PluginGroup.LOADERS, kind).target.partition(":")[0]
        for kind in OWN_KINDS
    }
    libraries = {"email.policy", "selectolax"}
    assert not imported_by_index(vault.root) & (extractors | libraries)
