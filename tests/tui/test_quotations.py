"""The passages behind the marks of an answer."""

from functools import partial

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.frames import Body, block, end, start
from fakes.streams import SHAPES, citation_of, search_results
from ragtui_core import Vault
from ragtui_tui.chat_view.passage_list import PassageList
from support.chatting import answered, shown, view
from support.screens import OpenApp, Terminal
from support.vaults import MakeVault

WIDE, SMALL = (140, 40), (80, 24)


def altered(body: Body) -> list[bytes]:
    """An answer that quotes other words than it was sent."""
    cited = citation_of(search_results(body)[0], 0, 0, 1)
    cited["cited_text"] = "The lithium battery lasts twenty-seven months."
    return [*start_of(body), *block(0, "A claim", (cited,)), *end()]


def start_of(body: Body) -> list[bytes]:
    return [start(body["model"])]


def starts_with(terminal: Terminal, head: str) -> bool:
    return shown(terminal).startswith(head)


def block_context(terminal: Terminal, words: str) -> tuple[int, int]:
    """The location of words on the screen: column and row."""
    row = next(n for n, text in enumerate(terminal.rows) if words in text)
    return terminal.rows[row].index(words), row


async def test_marks_lead_to_the_passage_which_is_compared_with_its_file_now(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, WIDE) as terminal:
        exchange = await answered(terminal)
        assert not view(terminal).display
        await terminal.sees("Claim one [1¶].")
        x, y = block_context(terminal, "[2¶]")
        await terminal.click_at(x + 1, y)
        await terminal.sees("[2] ¶ passage found")
        region = view(terminal).region
        assert region.x > terminal.main.query_one("#history").region.x
        assert region.y < 3
        await terminal.resize(*SMALL)
        await terminal.until(lambda: view(terminal).region.x == 0)
        await terminal.until(lambda: view(terminal).region.y > 3)
        await terminal.press("escape")
        assert not view(terminal).display
        assert terminal.view == "chat"
        await terminal.resize(*WIDE)
        await terminal.sees("[1] ¶ passage found", "f8")
        path = view(terminal).row.path  # type: ignore[union-attr]
        await terminal.goes_to("reader", "enter")
        await terminal.sees(f"{path}:")
        await terminal.goes_to("chat", "escape")
        assert view(terminal).display
        await terminal.press("escape")
        citation = exchange.quotations[0].citation
        assert citation
        file = vault.root / citation.path
        text = file.read_text()
        file.write_text("# Moved\n\n" + text)
        await terminal.press("f8")
        moved = f"{citation.path}:{citation.lines.first + 2}"
        await terminal.until(lambda: moved in shown(terminal))
        assert "[1] ¶ passage found" in shown(terminal)
        await terminal.press("escape")
        file.write_text("# Nothing\n\nOf what was here anything is left.\n")
        await terminal.press("f8")
        await terminal.until(lambda: "[1] ≠ stale: the file changed" in shown(terminal))
        await terminal.press("escape")
        file.unlink()
        await terminal.press("f8")
        await terminal.until(lambda: "[1] ∅ file missing" in shown(terminal))


def coding(body: Body) -> list[bytes]:
    cited = citation_of(search_results(body)[0], 0, 0, 1)
    text = "Take `x[1]`, or [9], as | a |\n"
    table = "\n\n| a | b |\n|---|---|\n| c | d"
    parts = [*block(0, text), *block(1, table, (cited,)), *block(2, " |\n")]
    return [*start_of(body), *parts, *end()]


async def test_the_sign_of_a_mark_shows_what_is_not_verified_and_code_has_none(
    vault: Vault,
    open_app: OpenApp,
    service: FakeAnthropic,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SHAPES, "altered", lambda body: iter(altered(body)))
    monkeypatch.setitem(SHAPES, "coding", lambda body: iter(coding(body)))
    service.scenario = "altered"
    async with open_app(vault, WIDE) as terminal:
        await answered(terminal)
        await terminal.sees("A claim [1≠]")
        assert "≠ altered" in terminal.text
        await terminal.press("f8")
        await terminal.until(lambda: "The file has:" in shown(terminal))
        quoted = "The answer quotes:\nThe lithium battery lasts twenty-seven"
        assert quoted in shown(terminal)
        await terminal.press("escape", "ctrl+n")
        service.scenario = "coding"
        await answered(terminal)
        await terminal.sees("d [1¶]")
        assert "x[1]" in terminal.text, "in code, where nothing is a mark"
        assert "(9)" in terminal.text, "no citation"
        x, y = block_context(terminal, "[1¶]")
        await terminal.click_at(x + 1, y)
        await terminal.until(lambda: view(terminal).display)


async def test_keys_lead_from_quotation_to_quotation(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    async with open_app(vault, SMALL) as terminal:
        exchange = await answered(terminal)
        for number in (1, 2, 1):
            await terminal.press("f8")
            await terminal.until(partial(starts_with, terminal, f"[{number}]"))
        assert terminal.app.focused is view(terminal)
        exchange.focus()
        await terminal.press("2")
        await terminal.until(lambda: "[2]" in shown(terminal))
        await terminal.press("7")
        assert "The answer has no quotation 7." in terminal.toasts


async def test_sources_are_shown_at_the_side_of_a_wide_screen(
    vault: Vault, open_app: OpenApp
) -> None:
    buoy = "# Buoys\n\nThe lithium battery of a buoy is said to last ten years.\n"
    (vault.root / "buoys.md").write_text(buoy)
    vault.index()
    async with open_app(vault, WIDE) as terminal:
        question = "How long does the lithium battery last, by the primary cells?"
        exchange = await answered(terminal, question)
        exchange.query(PassageList).first().focus()
        await terminal.press("enter")
        await terminal.until(lambda: view(terminal).border_title == "Source")
        await terminal.until(lambda: "Primary cells" in shown(terminal))
        await terminal.press("j")
        await terminal.until(lambda: "Primary cells" not in shown(terminal))
        await terminal.press("escape")
        await terminal.resize(*SMALL)
        exchange.query(PassageList).first().focus()
        await terminal.press("k", "j", "k")
        assert not view(terminal).display
        await terminal.press("space")
        await terminal.until(lambda: "Primary cells" in shown(terminal))


def flowing(terminal: Terminal) -> str:
    """The text of the view as one line, without the marks of the passage."""
    return " ".join(shown(terminal).replace("▌", "").split())


MARKED_UP = """\
# Keel

| part | wood |
|---|---|
| mast | pine |

The **keel** of the [boat](boat.md) is made of `oak`.

- It is painted *red*.
"""


async def test_the_text_around_a_quotation_is_rendered(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    async with open_app(make_vault({"keel.md": MARKED_UP}), WIDE) as terminal:
        await answered(terminal, "What is the keel of the boat made of?")
        await terminal.press("f8")
        sentence = "The keel of the boat is made of oak."
        await terminal.until(lambda: f"▌ {sentence}" in shown(terminal))
        assert "• It is painted red." in flowing(terminal)
        assert not {"**", "](", "|---|", "`"} & set(shown(terminal).split())
        await terminal.until(lambda: view(terminal).view.match_position == (1, 2))
