"""Notes and answers contain anything: none commands the terminal or opens a link."""

from functools import partial
from pathlib import Path

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.streams import SHAPES, plain
from ragtui_core import open_vault
from ragtui_tui.messages import OpenPassage
from support.chatting import answered
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
from support.vaults import Files, IndexedVaults, MakeVault

EVIL = """\
---
title: "[bold red]Tick[/] [@click=app.quit]here[/] \\x1b[2J"
company: "[link=https://evil.example]Evil[/link]"
tags: ["[/]", "[[x]]"]
summary: "\\x1b]52;c;ZXZpbA==\\x07 [blink]now[/blink]"
---

# Tick [@click=app.quit]here[/]

A walrus \x1b[31mred\x1b[0m \x1b]0;owned\x07 text \u202eesrever [/nothing] [red]x[/red].

<script>alert("walrus")</script>

| [bold]a | b[/] |
|---|---|
| [red]walrus[/] | \x1b[5mblink |

```python
print("[bold]walrus[/bold]\x1b[2J")
```
"""

HOSTILE: Files = {p: t for kind in KINDS for p, t in as_files(kind).items()}

QUESTION = f"The inspection of {TOPIC}: no cracks?"


def assert_screen_harmless(terminal: Terminal) -> None:
    """Neither words nor styles of the screen command the terminal."""
    assert_harmless(terminal.text)
    assert_harmless("\n".join(terminal.answer_rows))
    for strip in terminal.strips:
        for segment in strip:
            assert not (segment.style and segment.style.link), "an OSC 8 hyperlink"


def shows(terminal: Terminal, *words: str) -> bool:
    return all(each in terminal.text for each in words)


async def test_markup_of_a_note_is_text_everywhere(
    make_vault: MakeVault, open_app: OpenApp, tmp_path: Path
) -> None:
    notes = {"[bold]evil[/].md": EVIL, "plain.md": "# Plain\n\nA walrus.\n"}
    make_vault(dict(notes))
    root = (tmp_path / "vault").rename(tmp_path / "[red]v\x1b[2J[x]")
    vault = open_vault(root)
    async with open_app(vault, (160, 48)) as terminal:
        assert "[red]v[x]" in terminal.rows[0]
        await terminal.until(lambda: len(terminal.cards) == 2)
        assert "[bold red]Tick[/] [@click=app.quit]here[/]" in terminal.text
        await terminal.search("walrus text")
        assert terminal.chosen == "[bold]evil[/].md"
        assert_screen_harmless(terminal)
        await terminal.goes_to("reader", "enter")
        words = ("text esrever [/nothing] [red]x[/red].", "[bold]evil[/].md")
        script = '<script>alert("walrus")</script>'
        await terminal.until(partial(shows, terminal, *words, script))
        assert_screen_harmless(terminal)
        await terminal.press("m")
        await terminal.until(partial(shows, terminal, "| [bold]a | b[/] |"))
        assert_screen_harmless(terminal)
        terminal.main.post_message(OpenPassage("[bold]gone[/].md", None))
        await terminal.until(lambda: "[bold]gone[/].md" in " ".join(terminal.toasts))
        await answered(terminal, "which walrus has [bold]red[/] text")
        assert "which walrus has [bold]red[/] text" in terminal.text
        assert_screen_harmless(terminal)
    vault.close()


async def test_hostile_notes_and_answers_that_repeat_them_open_nothing(
    indexed_vaults: IndexedVaults,
    tmp_path: Path,
    service: FakeAnthropic,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hostile = indexed_vaults.copy(HOSTILE, tmp_path / "vault")
    service.scenario = "repeat"
    opened = recorded_openings(monkeypatch, service.base_url)
    async with open_app(hostile, (120, 50)) as terminal:
        for kind in ("ansi-spelt", "badchars", "exfiltration"):
            for each in injections(kind):
                terminal.main.post_message(OpenPassage(each.path, None))
                await terminal.until(partial(shows, terminal, each.fact, each.path))
                assert_screen_harmless(terminal)
        for kind in ("exfiltration", *KINDS[1::3]):
            answer = plain("end_turn", as_answer(kind))
            monkeypatch.setitem(SHAPES, "repeat", answer)
            exchange = await answered(terminal, QUESTION)
            assert_screen_harmless(terminal)
            if kind == "exfiltration":
                await terminal.until(partial(shows, terminal, "the manual"))
                await terminal.click_words("the manual")
                await terminal.press("tab")
            notices = [str(shown.render()) for shown in exchange.query(".notice")]
            told = ("quotes no file", "∅", "≠")
            assert any(
                sign in text for text in (*notices, exchange.text) for sign in told
            )
            assert "✓" not in exchange.text
    assert opened == []
    hostile.close()
