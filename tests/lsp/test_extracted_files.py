"""Files that are not text: a client opens the file itself, and words name the page."""

import pytest

from support.editor import StartEditor
from support.office_files import PdfPage, pdf
from support.vaults import MakeVault


async def test_a_hit_in_a_pdf_names_its_page(
    make_vault: MakeVault, start_editor: StartEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGTUI_INDEX_KINDS", "markdown, pdf")
    report = pdf(PdfPage(["Preface."]), PdfPage(["The impeller hums at night."]))
    vault = make_vault({"report.pdf": report, "note.md": "A note.\n"})
    vault.index(embed=False)
    editor = await start_editor(vault.root)
    (hit,) = (await editor.command("ragtui.search", query="impeller"))["hits"]
    assert hit["uri"] == editor.uri("report.pdf")
    assert hit["where"] == "report.pdf, p. 2"
    assert hit["location"] == {"kind": "page", "label": "2", "number": 2}
    assert set(hit["range"]["start"].values()) == {0}
