"""Hostile notes and answers on the screen: none has an effect, nothing opens."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.streams import SHAPES, plain
from ragtui_core import Vault
from ragtui_tui.chat_view.chat_pane import ChatPane
from ragtui_tui.chat_view.exchange import Exchange
from ragtui_tui.messages import OpenPassage
from support.injections import (
    KINDS,
    TOPIC,
    as_answer,
    as_files,
    assert_harmless,
    injections,
)
from support.openings import recorded_openings
from support.screens import OpenApp, Terminal
from support.vaults import Files, IndexedVaults

QUESTION = f"The inspection of {TOPIC}: no cracks?"
SIZE = (120, 50)

HOSTILE: Files = {p: t for kind in KINDS for p, t in as_files(kind).items()}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeAnthropic]:
    with FakeAnthropic("repeat") as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        yield service


@pytest.fixture
def hostile(indexed_vaults: IndexedVaults, tmp_path: Path) -> Iterator[Vault]:
    vault = indexed_vaults.copy(HOSTILE, tmp_path / "vault")
    yield vault
    vault.close()


def assert_screen_harmless(terminal: Terminal) -> None:
    """Neither words nor styles of the screen command the terminal."""
    assert_harmless(terminal.text)
    assert_harmless("\n".join(terminal.answer_rows))
    for strip in terminal.strips:
        for segment in strip:
            assert not (segment.style and segment.style.link), "an OSC 8 hyperlink"


async def ask(terminal: Terminal, asked: int) -> Exchange:
    """Ask for the nth time, and wait for the end."""
    await terminal.paste(QUESTION)
    await terminal.press("enter")
    pane = terminal.main.query_one(ChatPane)
    await terminal.until(lambda: len(pane.query(Exchange)) == asked)
    await terminal.until(lambda: not pane.is_answering)
    return pane.query(Exchange).last()


async def test_answers_that_repeat_notes(
    hostile: Vault,
    fake: FakeAnthropic,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = recorded_openings(monkeypatch, fake.base_url)
    async with open_app(hostile, SIZE) as terminal:
        await terminal.press("f4")
        for asked, kind in enumerate(KINDS[::3], 1):
            answer = plain("end_turn", as_answer(kind))
            monkeypatch.setitem(SHAPES, "repeat", answer)
            exchange = await ask(terminal, asked)
            assert_screen_harmless(terminal)
            notices = [str(shown.render()) for shown in exchange.query(".notice")]
            told = ("quotes no file", "could not be verified")
            assert any(words in notice for notice in notices for words in told)
            assert "✓" not in exchange.text
    assert opened == []


async def test_a_click_on_a_link_of_an_answer_opens_nothing(
    hostile: Vault,
    fake: FakeAnthropic,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = plain("end_turn", as_answer("exfiltration"))
    monkeypatch.setitem(SHAPES, "repeat", answer)
    opened = recorded_openings(monkeypatch, fake.base_url)
    async with open_app(hostile, SIZE) as terminal:
        await terminal.press("f4")
        await ask(terminal, 1)
        await terminal.until(lambda: "the manual" in terminal.text)
        row = next(n for n, r in enumerate(terminal.rows) if "the manual" in r)
        await terminal.click_at(terminal.rows[row].index("the manual") + 1, row)
        await terminal.press("tab")
    assert opened == []


@pytest.mark.parametrize("kind", ["ansi-spelt", "badchars", "exfiltration"])
async def test_the_reader(
    hostile: Vault, open_app: OpenApp, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = recorded_openings(monkeypatch, "")
    async with open_app(hostile, SIZE) as terminal:
        for injection in injections(kind):
            facts = f"{injection.fact}\n{injection.path}"
            terminal.main.post_message(OpenPassage(injection.path, None))
            await terminal.until(partial(_is_shown, terminal, facts))
            assert_screen_harmless(terminal)
    assert opened == []


def _is_shown(terminal: Terminal, facts: str) -> bool:
    return all(fact in terminal.text for fact in facts.splitlines())
