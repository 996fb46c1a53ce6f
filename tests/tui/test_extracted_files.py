"""Reading files that are not text: page marks, and the original in its own program."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_tui import document_page
from ragtui_tui.reader_view.passage_actions import NOT_TEXT, NOT_VIEWED
from support.office_files import PdfPage, pdf, pptx
from support.pictures import drawn, recognizing, saved
from support.screens import OpenApp, Terminal
from support.vaults import MakeVault

REPORT = pdf(
    PdfPage(["Preface about the authors."]),
    PdfPage(["The impeller hums at night."]),
    PdfPage(["Seals are changed in May."]),
    labels="0 << /S /r >> 1 << /S /D >>",
)


MAIL = (
    "From: Tom <tom@example.org>\nTo: me@example.org\nSubject: Keys\n"
    "Date: Mon, 16 Nov 2026 10:00:00 +0000\nMessage-ID: <lad7@example.org>\n\n"
    "The ladder is in the shed.\n"
)


@pytest.fixture
def vault(make_vault: MakeVault) -> Iterator[Vault]:
    deck = pptx(("Alarms", "Sirens are tested.", ""), ("Sensors", "They drift.", ""))
    page = "<h1>Valves</h1><p>Ball valves are made of brass.</p>"
    filler = [f"Line {number} of the page." for number in range(30)]
    pages = [PdfPage([word, *filler, *filler]) for word in ("Rudder", "Stern", "Oil")]
    files: dict[str, str | bytes] = {
        "report.pdf": REPORT,
        "long.pdf": pdf(*pages),
        "deck.pptx": deck,
        "page.html": page,
        "note.md": "# Note\n\nA gasket.\n",
        "keys.eml": MAIL,
        "photo.png": saved(drawn(["The hatch."]), "PNG"),
    }
    vault = make_vault(files)
    with recognizing({"image 1": "The hatch opens at noon."}):
        vault.index(embed=False)
        yield vault


async def opened(terminal: Terminal, query: str, words: str) -> None:
    await terminal.press("f2")
    await terminal.opens(query, words)


def row_of(terminal: Terminal, words: str) -> str:
    return next(row for row in terminal.rows if words in row)


async def test_pages_are_named_below_and_above_the_text(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A large file with a short text is rendered nevertheless.
    monkeypatch.setattr(document_page, "RENDERED_BYTES", len(REPORT) - 1)
    async with open_app(vault) as terminal:
        await opened(terminal, "impeller", "Seals are changed")
        assert "too long" not in terminal.text
        assert row_of(terminal, "impeller hums").split()[0] == "▌"
        assert "report.pdf, p. 1" in terminal.text
        await opened(terminal, "oil", "long.pdf, p. 3")
        await terminal.sees("p. 1 · line", "home")
        await opened(terminal, "sirens", "They drift.")
        await terminal.sees("slide 2 · line")
        await opened(terminal, "gasket", "A gasket.")
        await opened(terminal, "hatch", "opens at noon")
        assert "(OCR), in the picture at 10 % from the left" in terminal.text
        await opened(terminal, "ladder", "in the shed")
        assert "tom@example.org" in terminal.text
        assert "lad7@example.org" not in terminal.text  # It is for programs.
        monkeypatch.setattr(document_page, "RENDERED_BYTES", 10)
        await opened(terminal, "impeller", "The impeller hums at night.")
        assert row_of(terminal, "impeller hums").split()[0] == "3"


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that write down what they are told, in place of others."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, line in {
        "xdg-open": "",
        "zathura": "",
        "xdg-mime": "echo org.pwmt.zathura-pdf-mupdf.desktop",
    }.items():
        script = folder / name
        script.write_text(
            f'#!/bin/sh\nprintf "%s|" {name} "$@" >> {folder}/told\n{line}'
        )
        script.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def _read(file: Path) -> str:
    return file.read_text() if file.exists() else ""


@pytest.mark.skipif(sys.platform != "linux", reason="the programs of Linux desktops")
async def test_the_original_opens(
    vault: Vault, open_app: OpenApp, programs: Path
) -> None:
    log = programs / "told"
    async with open_app(vault) as terminal:
        await opened(terminal, "impeller", "The impeller hums at night.")
        await terminal.press("e")
        assert terminal.toasts == [NOT_TEXT]
        await terminal.press("o")
        opens = f"zathura|--page=2|{vault.root}/report.pdf|"
        await terminal.until(lambda: opens in _read(log))
        log.unlink()
        await opened(terminal, "brass", "Ball valves")
        for key in "ny":  # A page may run scripts.
            assert _read(log) == ""
            await terminal.sees("the scripts of page.html", "o")
            await terminal.press(key)
        opens = f"xdg-open|{vault.root}/page.html|"
        await terminal.until(lambda: _read(log) == opens)
        await opened(terminal, "gasket", "A gasket.")
        await terminal.press("o")
        assert terminal.toasts[-1] == NOT_VIEWED
        (programs / "xdg-open").unlink()
        await opened(terminal, "sirens", "They drift.")
        await terminal.press("o")
        await terminal.until(lambda: "cannot be started" in terminal.toasts[-1])
