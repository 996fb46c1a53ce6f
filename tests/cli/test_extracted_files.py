"""The commands on files that are not Markdown."""

from pathlib import Path

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from support.office_files import PdfPage, pdf, pptx
from support.vaults import IndexVault

Captured = pytest.CaptureFixture[str]

REPORT = pdf(
    PdfPage(["Preface about the authors."]),
    PdfPage(["The impeller hums at night."]),
    PdfPage(["Seals are changed in May."]),
    labels="0 << /S /r >> 1 << /S /D >>",
)


@pytest.fixture
def root(index_vault: IndexVault, monkeypatch: pytest.MonkeyPatch) -> Path:
    files: dict[str, str | bytes] = {
        "report.pdf": REPORT,
        "deck.pptx": pptx(("Alarms", "Sirens are tested.", "")),
    }
    vault = index_vault(files)
    monkeypatch.chdir(vault.root)
    return vault.root


def test_search_names_pages_and_slides(root: Path, capsys: Captured) -> None:
    assert main(["search", "impeller hums", "kind:pdf"]) == exit_codes.FOUND
    assert "report.pdf, p. 1" in capsys.readouterr().out
    assert main(["search", "sirens kind:pptx"]) == exit_codes.FOUND
    assert "deck.pptx, slide 1" in capsys.readouterr().out
    assert main(["search", "--json", "sirens -kind:pptx"]) == exit_codes.NOTHING


def test_show_prints_pages_and_where_to_go_on(root: Path, capsys: Captured) -> None:
    assert main(["show", "report", "--page", "1-2"]) == exit_codes.FOUND
    shown = capsys.readouterr()
    assert shown.out == "The impeller hums at night.\n\nSeals are changed in May.\n\n"
    assert shown.err == ""
    main(["show", "report.pdf", "--page", "1-2", "--max-chars", "40"])
    part = capsys.readouterr()
    assert part.out == "The impeller hums at night.\n\n"
    assert "27 more characters: go on with --start" in part.err
    start = part.err.split()[-1]
    main(["show", "report.pdf", "--page", "1-2", "--start", start])
    assert capsys.readouterr().out == "Seals are changed in May.\n\n"
    assert main(["show", "report.pdf", "--page", "9"]) == exit_codes.FAILED
    assert "has no page '9'; it has p. i to p. 2" in capsys.readouterr().err
