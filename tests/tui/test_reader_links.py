"""Following links: in the vault and out of it, back and forward, and the side pane."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from ragtui_core import Vault
from ragtui_tui.reader_view.side_pane import SideList
from support.openings import recorded_openings
from support.pictures import drawn, recognizing, saved
from support.screens import OpenApp, Terminal
from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "hub.md": """\
# Hub

See [[Pump#Service|how to serve]], [the valve](parts/valve.md#seat-ring) and
[[no such nte]] and [[#Below]], [the web](https://example.org/a?b=c),
[a file](file:///etc/passwd), [mail](mailto:a@example.org), ![pic](pic.dat).

| part |
|---|
| [[Pump\\|in a table]] |

"""
    + "filler\n\n" * 60
    + "## Below\n\nThe end, [[Pump]] again.\n",
    "parts/Pump.md": "# Pump\n\n"
    + "words\n\n" * 40
    + "## Service\n\nOil it. ^oil [[hub]]\n",
    "parts/valve.md": "# Valve\n\n## Seat ring\n\nIt is made of bronze.\n",
    "pic.dat": b"\0\0\0\r\0\0",
    "no such note.md": "# No such note\n\nIt exists.\n",
    "blocks.md": "See [[stem#^oil|the block]] and [[stem#^none|another]].\n",
    "stem.md": "# Stem\n" + "\nword\n" * 60 + "\nOil the stem. ^oil\n",
}


@pytest.fixture
def linked(make_vault: MakeVault) -> Vault:
    return make_vault(NOTES)


OpenHub = Callable[..., AbstractAsyncContextManager[Terminal]]


@pytest.fixture
def open_hub(linked: Vault, open_app: OpenApp) -> OpenHub:
    """Opens the app, in a terminal of a size, and `hub.md` in the reader."""

    @asynccontextmanager
    async def opened(*size: tuple[int, int]) -> AsyncIterator[Terminal]:
        async with open_app(linked, *size) as terminal:
            await read(terminal, "hub.md", "how to serve")
            yield terminal

    return opened


async def read(terminal: Terminal, path: str, words: str) -> None:
    """Open a document with links, and wait for these."""
    await terminal.reads(path, words)
    await terminal.until(lambda: terminal.document_view.links)


async def test_keys_and_clicks_follow_links_and_the_web_is_opened_after_asking(
    open_hub: OpenHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = recorded_openings(monkeypatch, "")
    async with open_hub() as terminal:
        await terminal.press("tab", "tab")
        assert "→ parts/valve.md#seat-ring" in terminal.text
        await terminal.press("shift+tab")
        assert "→ Pump#Service" in terminal.text
        await terminal.sees("Follow link")
        await terminal.press(*["tab"] * 8)
        await terminal.sees("The end,")
        assert "→ Pump" in terminal.text
        await terminal.press("tab")
        assert terminal.document_view.chosen_link is None
        await terminal.sees("parts/Pump.md", "shift+tab", "enter")
        await terminal.sees("The end,", "left_square_bracket")  # where it was left
        await terminal.sees("parts/Pump.md", "right_square_bracket")
        await terminal.press("right_square_bracket")
        await terminal.sees("The end,", "backspace")
        await terminal.sees("→ Pump#Service", "g", "tab")
        await terminal.sees("Oil it.", "enter")
        assert "Service" in terminal.text
        await terminal.sees("how to serve", "backspace", "g")
        for words, there in {
            "in a table": "parts/Pump.md",
            "how to serve": "parts/Pump.md",
            "the valve": "made of bronze",
            "#Below": "The end,",
        }.items():
            await terminal.click_words(words)
            await terminal.sees(there)
            await terminal.sees("how to serve", "backspace")
        await terminal.click_words("no such nte")
        await terminal.sees("Create no such nte.md?")
        assert "There is no note 'no such nte'" in terminal.text
        assert "Did you mean no such" in terminal.text
        await terminal.press("escape")
        await terminal.click_words("[image: pic]")
        await terminal.until(lambda: terminal.toasts)
        assert "looks binary" in terminal.toasts[0]
        await read(terminal, "blocks.md", "the block")
        await terminal.click_words("the block")
        await terminal.sees("Oil the stem.")
        await terminal.sees("the block", "backspace")
        await terminal.click_words("another")
        await terminal.until(lambda: "no block '^none'" in terminal.toasts[-1])
        await read(terminal, "hub.md", "how to serve")
        await terminal.press("g")
        for key in ("escape", "n", "y"):
            await terminal.click_words("the web")
            await terminal.sees("leads out of the vault")
            assert "https://example.org/a?b=c" in terminal.text
            assert opened == []
            await terminal.press(key)
            await terminal.until(lambda: "leads out" not in terminal.text)
        await terminal.until(lambda: opened)
        assert opened == ["open https://example.org/a?b=c"]
        await terminal.click_words("mail,")
        await terminal.sees("mailto:a@example.org")
        await terminal.press("escape")
        told = len(terminal.toasts)
        await terminal.click_words("file:///")  # The parser takes it for no link.
        assert (len(opened), len(terminal.toasts)) == (1, told)


async def test_the_side_pane_has_headings_links_and_notes(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.sees("Below", "t")
        assert "how to serve" not in terminal.text, "there is no space for both"
        await terminal.sees("The end,", "j", "enter")
        await terminal.press("t", "t")
        await terminal.sees("The end,")
        await terminal.reads("parts/Pump.md", "words")
        await terminal.sees("hub.md:", "i")
        assert "how to serve" in terminal.text
        await terminal.sees("See how to serve", "enter")
        assert terminal.marked
        await terminal.resize(140, 24)
        await terminal.sees("Linked from")
        await terminal.click_words("Outline")
        side = terminal.main.query_one(SideList)
        await terminal.until(lambda: side.option_count == 2)
        terminal.document_view.focus()
        await terminal.press("G")
        await terminal.until(lambda: side.highlighted == 1)  # It follows the text.
        await terminal.press("t", "t")
        await terminal.until(lambda: "Linked from" not in terminal.text)
        await terminal.sees("Linked from", "t")


async def test_no_two_rows_beside_the_text_are_the_same(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    many = "[[b]], [[b|once more]] and [[b#Part]]\n\n[[b]]\n"
    summary = "---\nsummary: All about it.\n---\n"
    vault = make_vault(
        {"a.md": f"{summary}# A\n\n{many}", "b.md": "# B\n\nEnd.\n\n## Part\n"}
    )
    async with open_app(vault) as terminal:
        await terminal.reads("b.md", "End.")
        await terminal.sees("a.md:8", "i")
        assert [row.count("a.md:") for row in terminal.rows if "a.md:" in row] == [1, 1]
        await terminal.sees("All about it.", "r")


async def test_a_picture_is_a_document(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    picture = saved(drawn(["It hums."]), "PNG")
    hub = "# Hub\n\nThe ![[scan.png]] and ![a pump](pics/scan.png)\n"
    vault = make_vault({"pics/scan.png": picture, "hub.md": hub})
    with recognizing({"image 1": "The impeller hums."}):
        vault.index(embed=False)
        async with open_app(vault) as terminal:
            await read(terminal, "hub.md", "The")
            for keys in (("tab", "enter"), ("tab", "tab", "enter")):
                await terminal.sees("impeller hums", *keys)
                await terminal.sees("a pump", "backspace", "g")
