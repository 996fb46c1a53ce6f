"""Following links: in the vault and out of it, back and forward, and the side pane."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from ragtui_core import Vault
from ragtui_tui.messages import OpenPassage
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
    + "## Service\n\nOil it. [[hub]]\n",
    "parts/valve.md": "# Valve\n\n## Seat ring\n\nIt is made of bronze.\n",
    "pic.dat": b"\0\0\0\r\0\0",
    "no such note.md": "# No such note\n\nIt exists.\n",
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
    terminal.main.post_message(OpenPassage(path, None))
    await terminal.until(lambda: terminal.view == "reader" and words in terminal.text)
    await terminal.until(
        lambda: terminal.document_view.links or not path.startswith("hub")
    )


async def test_tab_chooses_links_and_enter_follows(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.press("tab")
        assert "→ Pump#Service" in terminal.text
        await terminal.until(lambda: "Follow link" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: "Oil it." in terminal.text)
        assert "parts/Pump.md" in terminal.text
        assert "Service" in terminal.text


async def test_links_are_walked_both_ways_and_then_left(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.press("tab", "tab")
        assert "→ parts/valve.md#seat-ring" in terminal.text
        await terminal.press("shift+tab")
        assert "→ Pump#Service" in terminal.text
        await terminal.press(*["tab"] * 8)
        await terminal.until(lambda: "The end," in terminal.text)
        assert "→ Pump" in terminal.text
        await terminal.press("tab")
        assert terminal.document_view.chosen_link is None


async def test_a_click_follows(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        for words in ("in a table", "how to serve"):
            await terminal.click_words(words)
            await terminal.until(lambda: "parts/Pump.md" in terminal.text)
            await terminal.press("left_square_bracket")
            await terminal.until(lambda: "hub.md" in terminal.text)


async def test_a_markdown_link_to_a_heading(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.click_words("the valve")
        await terminal.until(lambda: "made of bronze" in terminal.text)


async def test_a_link_to_a_block_goes_there_or_says_that_there_is_none(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    valve = "# Valve\n" + "\nword\n" * 60 + "\nOil the stem. ^oil\n"
    links = "See [[valve#^oil|the block]] and [[valve#^none|another]].\n"
    vault = make_vault({"valve.md": valve, "links.md": links})
    async with open_app(vault) as terminal:
        await read(terminal, "links.md", "the block")
        await terminal.until(lambda: terminal.document_view.links)
        await terminal.click_words("the block")
        await terminal.until(lambda: "Oil the stem." in terminal.text)
        await read(terminal, "links.md", "the block")
        await terminal.until(lambda: terminal.document_view.links)
        await terminal.click_words("another")
        await terminal.until(lambda: terminal.toasts)
        assert "valve.md has no block '^none'" in terminal.toasts[0]


async def test_a_link_within_the_note(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.click_words("#Below")
        await terminal.until(lambda: "The end," in terminal.text)
        await terminal.press("backspace")
        await terminal.until(lambda: "how to serve" in terminal.text)


async def test_a_link_to_nothing_says_so(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.click_words("no such nte")
        await terminal.until(lambda: "Create no such nte.md?" in terminal.text)
        assert "There is no note 'no such nte'" in terminal.text
        assert "Did you mean no such" in terminal.text
        await terminal.press("escape")
        await terminal.click_words("[image: pic]")
        await terminal.until(lambda: terminal.toasts)
        assert "looks binary" in terminal.toasts[0]
        assert "how to serve" in terminal.text


async def test_back_and_forward_remember_the_position(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.press("G")
        await terminal.until(lambda: "The end," in terminal.text)
        await terminal.press("shift+tab", "enter")
        await terminal.until(lambda: "parts/Pump.md" in terminal.text)
        await terminal.press("left_square_bracket")
        await terminal.until(lambda: "The end," in terminal.text)
        await terminal.press("right_square_bracket")
        await terminal.until(lambda: "parts/Pump.md" in terminal.text)
        await terminal.press("right_square_bracket")
        await terminal.press("backspace")
        await terminal.until(lambda: "The end," in terminal.text)


async def test_a_link_in_a_new_tab(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.press("tab", "T")
        await terminal.until(lambda: "Oil it." in terminal.text)
        assert "1 hub.md" in terminal.text
        assert "2 Pump.md" in terminal.text


# --- out of the vault ---


async def test_the_web_is_opened_only_after_asking(
    open_hub: OpenHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = recorded_openings(monkeypatch, "")
    async with open_hub() as terminal:
        await terminal.click_words("the web")
        await terminal.until(lambda: "leads out of the vault" in terminal.text)
        assert "https://example.org/a?b=c" in terminal.text
        await terminal.press("escape")
        await terminal.until(lambda: "leads out" not in terminal.text)
        assert opened == []
        await terminal.click_words("the web")
        await terminal.until(lambda: "leads out" in terminal.text)
        await terminal.press("c")
        assert terminal.app.clipboard == "https://example.org/a?b=c"
        await terminal.click_words("the web")
        await terminal.until(lambda: "leads out" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: opened)
        assert opened == ["open https://example.org/a?b=c"]


async def test_mail_is_asked_about_too(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.click_words("mail,")
        await terminal.until(lambda: "mailto:a@example.org" in terminal.text)


async def test_files_and_scripts_are_never_opened(
    open_hub: OpenHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = recorded_openings(monkeypatch, "")
    async with open_hub() as terminal:
        # The parser takes a file: address for no link at all.
        await terminal.click_words("file:///")
        assert terminal.toasts == []
    assert opened == []


# --- the side pane ---


async def test_the_outline_opens_a_heading(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.press("t")
        await terminal.until(lambda: "Below" in terminal.text)
        assert "how to serve" not in terminal.text, "there is no space for both"
        await terminal.press("j", "enter")
        await terminal.until(lambda: "The end," in terminal.text)
        await terminal.press("t", "t")
        await terminal.until(lambda: "The end," in terminal.text)


async def test_backlinks_open_the_location_of_the_link(
    linked: Vault, open_app: OpenApp
) -> None:
    async with open_app(linked) as terminal:
        await read(terminal, "parts/Pump.md", "words")
        await terminal.press("i")
        await terminal.until(lambda: "hub.md:" in terminal.text)
        assert "how to serve" in terminal.text
        await terminal.press("enter")
        await terminal.until(lambda: "See how to serve" in terminal.text)
        assert terminal.marked


async def test_no_two_rows_beside_the_text_are_the_same(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    many = "[[b]], [[b|once more]] and [[b#Part]]\n\n[[b]]\n"
    vault = make_vault({"a.md": f"# A\n\n{many}", "b.md": "# B\n\nEnd.\n\n## Part\n"})
    async with open_app(vault) as terminal:
        await read(terminal, "b.md", "End.")
        await terminal.press("i")
        await terminal.until(lambda: "a.md:5" in terminal.text)
        assert [row.count("a.md:") for row in terminal.rows if "a.md:" in row] == [1, 1]
        await read(terminal, "a.md", "once more")
        await terminal.until(lambda: len(terminal.document_view.links) == 4)
        await terminal.press("l")
        side = terminal.main.query_one(SideList)
        await terminal.until(lambda: side.option_count)
        shown = [
            str(side.get_option_at_index(n).prompt) for n in range(side.option_count)
        ]
        assert shown == ["b\nb", "b#Part\nb#Part"]


async def test_similar_notes(linked: Vault, open_app: OpenApp) -> None:
    hub = linked.root / "hub.md"
    hub.write_text(f"---\nsummary: All about pumps.\n---\n{hub.read_text()}")
    async with open_app(linked) as terminal:
        await read(terminal, "parts/Pump.md", "words")
        await terminal.press("r")
        await terminal.until(lambda: "Hub" in terminal.text)
        assert "link" in terminal.text
        assert " · All about pumps." in terminal.text
        await terminal.press("escape")
        await terminal.until(lambda: "words" in terminal.text)
        assert terminal.view == "reader"


async def test_the_list_of_links(open_hub: OpenHub) -> None:
    async with open_hub() as terminal:
        await terminal.press("l")
        await terminal.until(lambda: "https://example.org/a?b=c" in terminal.text)
        await terminal.press("G", "k", "k", "g", "j", "enter")
        await terminal.until(lambda: "made of bronze" in terminal.text)


async def test_the_side_pane_is_next_to_a_wide_text(open_hub: OpenHub) -> None:
    async with open_hub((140, 40)) as terminal:
        await terminal.until(lambda: "Outline" in terminal.text)
        assert "Below" in terminal.text
        width = terminal.document_view.size.width
        await terminal.command("resize_side(4)")
        await terminal.until(lambda: terminal.document_view.size.width < width)
        await terminal.command("resize_side(-4)")
        await terminal.command("resize_side(-4)")
        await terminal.until(lambda: terminal.document_view.size.width > width)
        await terminal.click_words("Linked from")
        await terminal.until(lambda: "parts/Pump.md:" in terminal.text)
        await terminal.press("s")
        await terminal.until(lambda: "Linked from" not in terminal.text)
        await terminal.press("s")
        await terminal.until(lambda: "Linked from" in terminal.text)


async def test_the_outline_follows_the_text(open_hub: OpenHub) -> None:
    async with open_hub((140, 24)) as terminal:
        side = terminal.main.query_one("SideList")
        await terminal.press("G")
        await terminal.until(lambda: getattr(side, "highlighted", None) == 1)
        assert any("Below" in row.split("│")[0] for row in terminal.rows)


@pytest.mark.parametrize("link", ["![[scan.png]]", "![a pump](pics/scan.png)"])
async def test_a_picture_leads_to_its_own_document(
    make_vault: MakeVault, open_app: OpenApp, link: str
) -> None:
    picture = saved(drawn(["It hums."]), "PNG")
    vault = make_vault({"pics/scan.png": picture, "hub.md": f"# Hub\n\nThe {link}\n"})
    with recognizing({"image 1": "The impeller hums."}):
        vault.index(embed=False)
        async with open_app(vault) as terminal:
            await read(terminal, "hub.md", "The")
            await terminal.press("tab", "enter")
            await terminal.until(lambda: "impeller hums" in terminal.text)
