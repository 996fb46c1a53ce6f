"""Pages, slides and sections of hits, sources and citations; the filter `kind:`."""

import asyncio
import json
from pathlib import Path

import pytest

from ragtui_core import (
    Citation,
    Location,
    LocationKind,
    Selection,
    Sources,
    Vault,
    open_vault,
)
from ragtui_core.answer import event_as_json
from ragtui_core.citations import read_citations, write_citation
from ragtui_core.documents import document_part
from ragtui_core.history.json_records import as_json, from_json
from ragtui_core.search import search_as_json
from support.office_files import (
    PdfPage,
    docx,
    notebook,
    pdf,
    pptx,
    sheet_rows,
    word_paragraph,
    xlsx,
)
from support.rows import Reader, rows_test

LEVELS = sheet_rows(("tank", "level"), ("ballast", 7))
HUM = "The north pump hums at night because of a worn bearing."


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    folder = tmp_path_factory.mktemp("locations")
    root = folder / "vault"
    root.mkdir()
    files = {
        "note.md": b"# Impeller\n\nChanged every second winter.\n",
        "a.txt": b"Gasket: the supplier of seals is in Bergen.\n",
        "c.pdf": pdf(
            PdfPage(["Preface about the authors."]),
            PdfPage(["Contents."]),
            PdfPage([HUM]),
            PdfPage(["The turbine was replaced in May."]),
            labels="0 << /S /r >> 2 << /S /D >>",
        ),
        "d.docx": docx(
            word_paragraph("Filters", "Heading1") + word_paragraph("Rinsed weekly.")
        ),
        "e.pptx": pptx(
            ("Sensors", "Sensors drift.", ""), ("Alarms", "Sirens are tested.", "")
        ),
        "g.xlsx": xlsx(
            {"Notes": sheet_rows(("Anodes are zinc.",)), "Tank, line 3": LEVELS}
        ),
        "h.rtf": rb"{\rtf1 The hawser frays.}",
        "f.ipynb": notebook(("markdown", "# Load"), ("code", "The turbidity is 7 NTU")),
    }
    for name, content in files.items():
        (root / name).write_bytes(content)
    flags = {"data_dir": str(folder / "data")}
    vault = open_vault(root, flags=flags)
    vault.index(embed=False)
    return vault


def location(vault: Vault, query: str) -> Location | None:
    (hit,) = vault.search(query).hits
    return hit.location


@pytest.fixture
def place_of_hit(vault: Vault) -> Reader:
    """The location of the only hit, its kind and its number."""

    def reader(query: str) -> str:
        found = location(vault, query)
        return f"{found} ¦ {found.kind} {found.number}" if found else ""

    return reader


@pytest.fixture
def found_paths(vault: Vault) -> Reader:
    return lambda query: ", ".join(sorted(hit.path for hit in vault.search(query).hits))


@pytest.fixture
def saved_place(vault: Vault) -> Reader:
    """The location of words of a file in a saved citation, where they are found."""

    def reader(row: str) -> str:
        words, path = row.split(" ¦ ")
        return saved_location(vault, words, path)

    return reader


READERS: dict[str, Reader | str] = {
    "hits name the page, slide or section": "place_of_hit",
    "kinds filter a search": "found_paths",
    "saved citations name the location and are found again": "saved_place",
}

test_rows = rows_test(Path(__file__).with_name("locations.txt"), READERS)


def test_json_has_the_location_beside_the_lines(vault: Vault) -> None:
    (hit,) = search_as_json(vault.search("bearing"))["hits"]
    assert hit["location"] == {"kind": "page", "label": "1", "number": 3}
    (hit,) = search_as_json(vault.search("rinsed"))["hits"]
    assert hit["location"] == {"kind": "section", "label": "Filters", "number": None}
    (hit,) = search_as_json(vault.search("winter"))["hits"]
    assert hit["location"] is None


def saved_location(vault: Vault, words: str, path: str) -> str:
    """Where a saved citation says that its words are; they are found there again."""
    text = write_citation(vault.quotations.cite(Selection(words, path)))
    ((saved, _),) = read_citations(text)
    assert write_citation(saved) == text
    (checked,) = vault.quotations.verify(text)
    assert checked.verdict.verified
    assert (checked.saved.path, checked.saved.intact) == (path, True)
    return checked.saved.location


def test_a_time_of_a_transcript_is_named_and_found_again(tmp_path: Path) -> None:
    cues = "WEBVTT\n\n12:31.000 --> 12:33.000\n<v Ann Lee>The rudder is bent.\n"
    (tmp_path / "My call.vtt").write_text(cues)
    vault = open_vault(tmp_path, flags={"data_dir": str(tmp_path / ".data")})
    vault.index(embed=False)
    found = location(vault, "rudder")
    assert (str(found), found and found.kind) == ("12:31, Ann Lee", LocationKind.TIME)
    words = "The rudder is bent"
    assert saved_location(vault, words, "My call.vtt") == "at 12:31"
    (named,) = vault.quotations.verify_all(f'"{words}" (My call.vtt, 12:31, Ann Lee)')
    assert named.verdict.verified
    vault.close()


@pytest.mark.parametrize("name", ["Notes", "1"])
def test_a_sheet_is_a_part_of_a_workbook(vault: Vault, name: str) -> None:
    part = document_part(vault.documents.read("g.xlsx"), pages=name)
    assert part.text == "# Notes\n\nAnodes are zinc.\n\n"


def test_kinds_are_facets_and_completions(vault: Vault) -> None:
    facets = {facet.field.value: facet.values for facet in vault.facets("")}
    assert {value.value: value.count for value in facets["kind"]} == {
        "markdown": 1,
        "text": 1,
        "pdf": 1,
        "docx": 1,
        "pptx": 1,
        "notebook": 1,
        "xlsx": 1,
        "rtf": 1,
    }
    assert "kind:pdf" in {each.text.strip() for each in vault.complete("kind:p", 6)}


def test_answers_cite_pages(vault: Vault) -> None:
    async def ask() -> list[object]:
        return [event async for event in vault.ask("Why does the pump hum?")]

    events = asyncio.run(ask())
    sources = [
        each for event in events if isinstance(event, Sources) for each in event.sources
    ]
    cited = [event for event in events if isinstance(event, Citation)]
    assert str(sources[0].location) == "p. 1"
    assert str(cited[0].location) == "p. 1"
    assert cited[0].verdict.verified
    assert event_as_json(cited[0])["location"]["number"] == 3
    for item in (sources[0], cited[0]):
        row = json.loads(json.dumps(as_json(item)))
        assert from_json(type(item), row) == item


@pytest.mark.parametrize("label", ["1, line 3", "a·b", "`ragtui:", "x" * 200, "\\"])
def test_page_labels_cannot_break_the_saved_form(vault: Vault, label: str) -> None:
    from dataclasses import replace

    citation = vault.quotations.cite(Selection(HUM, "c.pdf"))
    page = Location(LocationKind.PAGE, label, 3)
    ((saved, _),) = read_citations(write_citation(replace(citation, location=page)))
    assert saved.intact
    assert saved.path == "c.pdf"
    assert saved.lines == citation.lines


def test_headings_that_look_like_pages_stay_headings(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    note = "# Notes, p. 12\n\n## On slide 4, slide 5\n\nThe pump hums at night.\n"
    (tmp_path / "vault" / "a.md").write_text(note)
    vault = open_vault(tmp_path / "vault")
    vault.index(embed=False)
    citation = vault.quotations.quote(Selection("The pump hums at night.", "a.md"))
    ((saved, _),) = read_citations(write_citation(citation))
    assert saved.heading_path == ("Notes, p. 12", "On slide 4, slide 5")
    assert saved.location == ""
    vault.close()
