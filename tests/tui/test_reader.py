"""Reading: rendered and raw, scrolling, matches, finding, what cannot be read."""

from collections import Counter
from functools import partial
from threading import Event

import pytest
from textual.binding import Binding

from ragtui_core import Vault
from ragtui_core.types import Lines
from ragtui_tui import document_page
from ragtui_tui.document_page import Passage
from ragtui_tui.key_commands import commands_of, key_bindings_of
from ragtui_tui.markdown_view.view import MarkdownView
from ragtui_tui.messages import OpenPassage
from ragtui_tui.reader_view.document_loader import DocumentLoader, LoadedDocument
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.reader_view.reader_navigation import HistoryEntry
from ragtui_tui.reader_view.reader_pane import ReaderPane
from ragtui_tui.reader_view.side_pane import SideList
from support.samples import sampled
from support.screens import OpenApp, Terminal
from support.vaults import MakeVault


async def opened(terminal: Terminal, query: str, words: str) -> None:
    """Search, open the first card, and wait for its words."""
    await terminal.search(query)
    await terminal.press("enter")
    await terminal.until(lambda: terminal.view == "reader" and words in terminal.text)


async def test_nothing_is_open_at_first(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f3")
        assert "Nothing is open" in terminal.text
        assert "Edit" not in terminal.rows[-1]
        await terminal.press(*"mtirls", "x", "e", "a", "A", "c", "n")
        await terminal.press("ctrl+f", "left_square_bracket", "comma", "3")
        assert "Nothing is open" in terminal.text
        assert terminal.toasts == []
        await terminal.press("escape")
        assert terminal.view == "search"


async def test_front_matter_is_a_tidy_heading(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "lithium", "twenty-six")
        assert "Kestrel · decision · changed 1 Mar 2026 · #power" in terminal.text
        assert "Sensors keep lithium cells." in terminal.text
        assert "title:" not in terminal.text
        assert terminal.text.count("Primary cells") == 1


async def test_the_last_line_is_counted_as_editors_do(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    vault = make_vault({"a.md": "# Kestrel\n\nThe pump.\n\nA winter.\n"})
    vault.index()
    async with open_app(vault) as terminal:
        await opened(terminal, "kestrel", "A winter")
        assert "line 5 of 5" in terminal.text


async def test_keys_scroll(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        view = terminal.document_view
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
        await terminal.press("escape")
        assert terminal.view == "search"


async def test_keys_are_listed_in_help_and_palette(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.main.panes.complete()
        reported = {key.binding.description for key in key_bindings_of(terminal.main)}
        named = {
            command.title.removeprefix("Reader: ").partition("  ")[0]
            for command in commands_of(terminal.main)
        }
        for node in (ReaderPane, DocumentView, MarkdownView, SideList):
            described = {b.description for b in node.BINDINGS if isinstance(b, Binding)}
            assert described <= reported
        assert {
            *(
                "Find",
                "Outline",
                "Linked from",
                "Similar notes",
                "Links",
                "Edit",
            ),
            *("Close tab", "Copy path", "Copy [[link]]", "Copy quotation"),
            *("Ask about this file", "Ask about this passage", "Follow link"),
        } <= named


async def test_the_mouse_wheel_scrolls(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        before = terminal.document_view.scroll_offset.y
        await terminal.wheel("#rendered")
        await terminal.until(lambda: terminal.document_view.scroll_offset.y > before)


async def test_every_row_is_shown_once_while_scrolling(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        await terminal.press("G")
        first = terminal.document_view.line_at_top
        seen = [first]
        while seen[-1] > first - 60:
            await terminal.press("k")
            seen.append(terminal.document_view.line_at_top)
        assert seen == sorted(seen, reverse=True)
        assert {*range(first - 60, first)} <= {*seen}


async def test_raw_text_has_line_numbers_and_keeps_its_position(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        await terminal.press("m")
        await terminal.until(lambda: "## Winter storage" in terminal.text)
        row = next(row for row in terminal.rows if "## Winter storage" in row)
        source = (vault.root / "handbook.md").read_text().splitlines()
        assert int(row.split()[0]) == source.index("## Winter storage") + 1
        assert any("Keep the buoys" in row for row in terminal.marked)
        await terminal.press("g")
        await terminal.until(lambda: "1   # Handbook" in terminal.text)
        await terminal.press("G")
        await terminal.until(lambda: "## Pier 19" in terminal.text)
        await terminal.press("m")
        await terminal.until(lambda: "## Pier 19" not in terminal.text)
        assert "Pier 19" in terminal.text


async def test_raw_text_has_the_front_matter(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "lithium", "twenty-six")
        await terminal.press("m", "g")
        await terminal.until(lambda: "title: Primary cells" in terminal.text)


async def test_a_long_document_opens_as_text(
    make_vault: MakeVault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_page, "RENDERED_BYTES", 10_000)
    text = "# Long\n" + "a line\n" * 1_500 + "\n**needle**\n"
    async with open_app(make_vault({"long.md": text})) as terminal:
        await terminal.search("needle")
        await terminal.press("enter")
        await terminal.until(lambda: "**needle**" in terminal.text)
        await terminal.until(lambda: "1 of 1" in terminal.text)
        await terminal.press("m")
        await terminal.until(lambda: "too long to be rendered" in terminal.toasts[-1])


async def test_the_width_changes_and_the_position_stays(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        line = terminal.document_view.line_at_top
        for size in ((60, 20), (160, 48), (40, 12), (80, 24)):
            await terminal.resize(*size)
            await terminal.until(partial(_is_filled, terminal, size[0]))
            assert abs(terminal.document_view.line_at_top - line) <= 1


def _is_filled(terminal: Terminal, width: int) -> bool:
    shown = terminal.document_view.size.width
    return terminal.app.size.width == width and width / 2 < shown < width


async def test_a_small_screen_shows_the_passage(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (60, 20)) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        assert any("away from frost" in row for row in terminal.marked)


async def test_a_deleted_file_is_reported_in_a_toast(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        terminal.main.post_message(OpenPassage("howto/gone.md", None))
        await terminal.until(lambda: terminal.toasts)
        assert "no file 'howto/gone.md'" in terminal.toasts[0]
        assert terminal.view == "search"


# --- matches ---


async def test_matches_are_walked_and_counted(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "lithium pack", "twenty-six")
        await terminal.until(lambda: " of 4 ·" in terminal.text)
        first = terminal.document_view.match_position
        assert first is not None
        await terminal.press("n")
        assert terminal.document_view.match_position == (first[0] % 4 + 1, 4)
        await terminal.press("N")
        assert terminal.document_view.match_position == first
        await terminal.press("n", "n", "n", "n")
        assert terminal.document_view.match_position == first


async def test_the_next_match_is_one_after_what_is_in_view(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        terminal.main.post_message(
            OpenPassage("handbook.md", Passage(Lines(1, 1), frozenset({"quay"})))
        )
        await terminal.until(lambda: "1 of 240" in terminal.text)
        await terminal.press("G", "n")
        assert terminal.document_view.match_position is not None
        assert terminal.document_view.match_position[0] > 200
        await terminal.press("g", "N")
        assert terminal.document_view.match_position[0] < 40


async def test_finding_in_the_document(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        await terminal.press("ctrl+f")
        await terminal.type("pier 1")
        await terminal.until(lambda: "of 11 ·" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: "Pier 1" in terminal.text)
        await terminal.press("n")
        await terminal.until(lambda: "2 of 11" in terminal.text)
        # What is looked for stays when the document is shown in another way.
        await terminal.press("m")
        await terminal.until(lambda: "## Pier 1" in terminal.text)
        await terminal.until(lambda: "of 11 ·" in terminal.text)
        await terminal.press("m", "ctrl+f", *["backspace"] * 6)
        await terminal.type("zzz")
        await terminal.until(lambda: "no match" in terminal.text)
        await terminal.press("escape")
        await terminal.until(lambda: "Find in this" not in terminal.text)
        assert terminal.view == "reader"
        await terminal.press("escape")
        assert terminal.view == "search"


async def test_the_match_in_a_long_paragraph_is_in_view(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    words = "dictated while walking along the quay " * 130
    vault = make_vault({"long.md": f"# Walk\n\n{words}needle {words}\n"})
    vault.index(embed=False)
    async with open_app(vault) as terminal:
        await opened(terminal, "needle", "needle")
        await terminal.until(lambda: "1 of 1 " in terminal.text)
        assert any("needle" in row for row in terminal.rows[3:])


# --- edits from elsewhere ---


async def test_an_edit_is_shown_and_the_position_kept(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        line = terminal.document_view.line_at_top
        file = vault.root / "handbook.md"
        file.write_text(file.read_text().replace("frost", "frost and salt"))
        await terminal.until(lambda: "frost and salt" in terminal.text)
        assert terminal.document_view.line_at_top == line


async def test_an_edit_does_not_stop_what_is_being_opened(
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
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        terminal.main.post_message(OpenPassage("harbour.md", None))
        await terminal.until(lambda: asked["harbour.md"] == 1)
        file = vault.root / "handbook.md"
        file.write_text(file.read_text().replace("frost", "frost and salt"))
        await terminal.until(lambda: "frost and salt" in terminal.text)
        go_on.set()
        await terminal.until(lambda: "No frost here" in terminal.text)


async def test_a_file_that_is_removed_stays_in_view(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        (vault.root / "handbook.md").unlink()
        await terminal.until(lambda: "The file is gone" in " ".join(terminal.toasts))
        assert "away from frost" in terminal.text


FRONT_MATTER = """\
---
title: Buoy 7
status: active
owner: "[b]Zoë[/b] \\e[31mred"
review: {by: Łukasz, on: 2027-01-31}
"""


async def test_the_header_shows_every_field_of_the_front_matter(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    many = "".join(f"field{n}: {'long ' * 40}\n" for n in range(9))
    vault = make_vault(
        {
            "buoy.md": f"{FRONT_MATTER}---\n# Buoy\n\nIt floats.\n",
            "much.md": f"---\n{many}---\n# Much\n\nIt sinks.\n",
        }
    )
    async with open_app(vault) as terminal:
        await terminal.search("buoy floats")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: "It floats." in terminal.text)
        assert "status: active · owner: [b]Zoë[/b]" in terminal.text
        assert "review: by Łukasz, on 2027-01-31" in terminal.text
        assert "\x1b" not in terminal.text
        await terminal.press("slash")
        await terminal.search("much sinks")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: "It sinks." in terminal.text)
        assert "field0: long" in terminal.text
        assert "· 7 more" in terminal.text
        assert "field8" not in terminal.text
        await terminal.resize(160, 48)
        await terminal.until(lambda: "· 5 more" in terminal.text)


@pytest.mark.parametrize("width", sampled([60, 80, 160], 3))
async def test_text_does_not_touch_the_scroll_bar(
    make_vault: MakeVault, open_app: OpenApp, width: int
) -> None:
    block = f"```\n{'x' * 300}\n```\n"
    vault = make_vault({"long.md": "abcdefg " * 400 + f"\n\n{block}" * 20})
    vault.index(embed=False)
    async with open_app(vault, size=(width, 24)) as terminal:
        await opened(terminal, "abcdefg", "abcdefg abcdefg")
        view = terminal.document_view
        for key in ("g", "G"):
            await terminal.press(key)
            lines = [view.render_line(y).text for y in range(view.size.height)]
            edge = view.vertical_scrollbar.region.x - view.region.x - 1
            assert any(line.strip() for line in lines)
            # A line of the view begins after its padding of one cell.
            assert not any(line[edge - 1 :].strip() for line in lines)
