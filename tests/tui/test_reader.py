"""Reading: rendered and raw, scrolling, matches, finding, edits from elsewhere."""

from collections import Counter
from functools import partial
from threading import Event

import pytest

from ragtui_core import Vault
from ragtui_core.types import Lines
from ragtui_tui import document_page
from ragtui_tui.document_page import Passage, pattern_of
from ragtui_tui.messages import OpenPassage
from ragtui_tui.reader_view.document_loader import DocumentLoader, LoadedDocument
from ragtui_tui.reader_view.reader_navigation import HistoryEntry
from support.screens import OpenApp, Terminal
from support.user_editor import can_suspend
from support.vaults import IndexVault, MakeVault


async def opened(terminal: Terminal, query: str, words: str) -> None:
    """Clear the line, search, open the first card, and wait for its words."""
    await terminal.press("f2", "ctrl+u")
    await terminal.opens(query, words)


async def test_nothing_is_open_at_first_then_keys_scroll_and_walk_matches(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f3")
        assert "Nothing is open" in terminal.text
        assert "Edit" not in terminal.rows[-1]
        await terminal.press(*"mtireaAcn", "ctrl+f", "left_square_bracket")
        assert "Nothing is open" in terminal.text
        assert terminal.toasts == []
        await terminal.press("escape")
        assert terminal.view == "search"
        terminal.main.post_message(OpenPassage("howto/gone.md", None))
        await terminal.until(lambda: terminal.toasts)
        assert "no file 'howto/gone.md'" in terminal.toasts[0]
        assert terminal.view == "search"
        await opened(terminal, "winter storage", "away from frost")
        view = terminal.document_view
        before = view.scroll_offset.y
        await terminal.wheel("#rendered")
        await terminal.until(lambda: view.scroll_offset.y > before)
        for down, up in (
            *(("j", "k"), ("down", "up"), ("space", "b"), ("ctrl+d", "ctrl+u")),
            *(("pagedown", "pageup"), ("G", "g"), ("end", "home")),
        ):
            await terminal.press("g")
            await terminal.until(lambda: view.scroll_offset.y == 0)
            await terminal.press(down)
            await terminal.until(lambda: view.scroll_offset.y > 0)
            await terminal.press(up)
            await terminal.until(lambda: view.scroll_offset.y == 0)
        await terminal.press("G")
        await terminal.until(lambda: view.scroll_offset.y == view.max_scroll_y)
        assert "note what you see." in terminal.text
        await opened(terminal, "lithium pack", "twenty-six")
        await terminal.sees(" of 4 ·")
        view = terminal.document_view
        first = view.match_position
        assert first is not None
        await terminal.press("n")
        assert view.match_position == (first[0] % 4 + 1, 4)
        await terminal.press("N")
        assert view.match_position == first
        await terminal.press("n", "n", "n", "n")
        assert view.match_position == first
        quay = Passage(Lines(1, 1), frozenset({"quay"}))
        terminal.main.post_message(OpenPassage("handbook.md", quay))
        await terminal.sees("1 of 240")
        await terminal.press("G", "n")  # The next one is after what is in view.
        assert view.match_position is not None
        assert view.match_position[0] > 200
        await terminal.press("g", "N")
        assert view.match_position[0] < 40
        await terminal.press("ctrl+f")
        await terminal.type("pier 1")
        await terminal.sees("of 11 ·")
        await terminal.sees("Pier 1", "enter")
        await terminal.sees("2 of 11", "n")
        # What is looked for stays when the document is shown in another way.
        await terminal.sees("## Pier 1", "m")
        await terminal.sees("of 11 ·")
        await terminal.press("m", "ctrl+f", *["backspace"] * 6)
        await terminal.type("zzz")
        await terminal.sees("no match")
        await terminal.press("escape")
        await terminal.until(lambda: "Find in this" not in terminal.text)
        assert terminal.view == "reader"
        await terminal.press("ctrl+f")
        await terminal.type("zzz")
        await terminal.sees("no match", "enter")  # It is found in this document alone.
        title = Passage(Lines(3, 3), frozenset({"handbook"}))
        terminal.main.post_message(OpenPassage("handbook.md", title))
        await terminal.sees("match in the title")


FRONT_MATTER = """\
---
title: Buoy 7
status: active
owner: "[b]Zoë[/b] \\e[31mred"
review: {by: Łukasz, on: 2027-01-31}
"""


async def test_the_heading_shows_the_front_matter(
    make_vault: MakeVault, vault: Vault, open_app: OpenApp
) -> None:
    many = "".join(f"field{n}: {'long ' * 40}\n" for n in range(9))
    make_vault(
        {
            "buoy.md": f"{FRONT_MATTER}---\n# Buoy\n\nIt floats.\n",
            "much.md": f"---\n{many}---\n# Much\n\nIt sinks.\n",
        }
    )
    async with open_app(vault) as terminal:
        await opened(terminal, "lithium", "twenty-six")
        assert "Kestrel · decision · changed 1 Mar 2026 · #power" in terminal.text
        assert "Sensors keep lithium cells." in terminal.text
        assert "title:" not in terminal.text
        assert terminal.text.count("Primary cells") == 1
        await terminal.sees("title: Primary cells", "m", "g")
        await terminal.press("m")
        await opened(terminal, "buoy floats", "It floats.")
        assert "owner: [b]Zoë[/b]" in terminal.text
        said = " ".join(terminal.text.split())
        assert "review: by Łukasz, on 2027-01-31" in said
        assert "\x1b" not in terminal.text
        assert "line 9 of 9" in terminal.text  # counted as editors do
        await opened(terminal, "much sinks", "It sinks.")
        assert "field0: long" in terminal.text
        assert "…" in terminal.text
        assert "field8" not in terminal.text
        await terminal.resize(160, 48)
        await terminal.sees("field4: long")


async def test_the_source_keeps_the_position(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (60, 20)) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        assert any("away from frost" in row for row in terminal.marked)
        view = terminal.document_view
        line = view.line_at_top
        for size in ((160, 48), (40, 12), (80, 24)):
            await terminal.resize(*size)
            await terminal.until(partial(_is_filled, terminal, size[0]))
            assert abs(view.line_at_top - line) <= 1
        await terminal.sees("## Winter storage", "m")
        row = next(row for row in terminal.rows if "## Winter storage" in row)
        source = (vault.root / "handbook.md").read_text().splitlines()
        assert int(row.split()[0]) == source.index("## Winter storage") + 1
        assert any("Keep the buoys" in row for row in terminal.marked)
        await terminal.sees("1   # Handbook", "g")
        await terminal.sees("## Pier 19", "G")
        await terminal.press("m")
        await terminal.until(lambda: "## Pier 19" not in terminal.text)
        assert "Pier 19" in terminal.text
        first = view.line_at_top
        seen = [first]
        while seen[-1] > first - 60:  # Every row is shown once.
            await terminal.press("k")
            seen.append(view.line_at_top)
        assert seen == sorted(seen, reverse=True)
        assert {*range(first - 60, first)} <= {*seen}


def _is_filled(terminal: Terminal, width: int) -> bool:
    shown = terminal.document_view.size.width
    return terminal.app.size.width == width and width / 2 < shown < width


async def test_long_documents_and_paragraphs_open_at_the_match(
    index_vault: IndexVault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_page, "RENDERED_BYTES", 15_000)
    walk = "dictated while walking along the quay " * 130
    files: dict[str, str | bytes] = {
        "long.md": "# Long\n" + "a line\n" * 2_500 + "\n**needle**\n",
        "walk.md": f"# Walk\n\n{walk}pelican {walk}\n",
    }
    vault = index_vault(files)
    async with open_app(vault) as terminal:
        await opened(terminal, "needle", "**needle**")  # as text
        await terminal.sees("1 of 1")
        await terminal.press("m")
        await terminal.until(lambda: "too long to be rendered" in terminal.toasts[-1])
        await opened(terminal, "pelican", "pelican")
        await terminal.sees("1 of 1 ")
        assert any("pelican" in row for row in terminal.rows[3:])
        can_suspend(monkeypatch)
        monkeypatch.setenv("VISUAL", "true")
        await terminal.press("e")  # The editor changes nothing.
        assert any("pelican" in row for row in terminal.rows[3:])


async def test_edits_from_elsewhere_are_shown(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, asked, go_on = DocumentLoader.load, Counter[str](), Event()

    def slowly(
        loader: DocumentLoader, entry: HistoryEntry, *, raw: bool
    ) -> LoadedDocument:
        asked[entry.path] += 1
        if entry.path == "harbour.md":
            assert go_on.wait()
        return load(loader, entry, raw=raw)

    monkeypatch.setattr(DocumentLoader, "load", slowly)
    (vault.root / "harbour.md").write_text("# Harbour\n\nNo frost here.\n")
    file = vault.root / "handbook.md"
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        line = terminal.document_view.line_at_top
        file.write_text(file.read_text().replace("frost", "frost and salt"))
        await terminal.sees("frost and salt")
        assert terminal.document_view.line_at_top == line
        # An edit does not stop what is being opened.
        terminal.main.post_message(OpenPassage("harbour.md", None))
        await terminal.until(lambda: asked["harbour.md"] == 1)
        file.write_text(file.read_text().replace("and salt", "and ice"))
        await terminal.sees("frost and ice")
        go_on.set()
        await terminal.sees("No frost here")
        (vault.root / "harbour.md").unlink()
        await terminal.until(lambda: "The file is gone" in " ".join(terminal.toasts))
        assert "No frost here" in terminal.text


@pytest.mark.parametrize(
    ("word", "text", "found"), [("会議", "今日の会議", ["会議"]), ("pier", "piers", [])]
)
def test_matches_are_whole_words_where_words_have_spaces(
    word: str, text: str, found: list[str]
) -> None:
    pattern = pattern_of(frozenset({word}))
    assert (pattern.findall(text) if pattern else None) == found
