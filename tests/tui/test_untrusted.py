"""Notes may contain anything: none of it commands the terminal or is read as markup."""

from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_tui.messages import OpenPassage
from support.screens import OpenApp
from support.vaults import MakeVault

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


@pytest.fixture
def evil(make_vault: MakeVault) -> Vault:
    return make_vault({"[bold]evil[/].md": EVIL, "plain.md": "# Plain\n\nA walrus.\n"})


def assert_harmless(text: str) -> None:
    assert not any(ord(char) < 32 for char in text.replace("\n", ""))
    assert "\x9b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_in_cards_preview_and_reader(
    evil: Vault, open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(evil, size) as terminal:
        await terminal.until(lambda: len(terminal.cards) == 2)
        assert "[bold red]Tick[/] [@click=app.quit]here[/]" in terminal.text
        await terminal.search("walrus text")
        assert terminal.chosen == "[bold]evil[/].md"
        assert_harmless(terminal.text)
        await terminal.press("enter")
        words = "text esrever [/nothing] [red]x[/red]."
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: words in terminal.text)
        assert '<script>alert("walrus")</script>' in terminal.text
        assert "[bold]evil[/].md" in terminal.text
        assert_harmless(terminal.text)
        await terminal.press("m")
        await terminal.until(lambda: "| [bold]a | b[/] |" in terminal.text)
        assert_harmless(terminal.text)


async def test_in_answers(evil: Vault, open_app: OpenApp) -> None:
    async with open_app(evil, (120, 60)) as terminal:
        await terminal.press("f4")
        await terminal.paste("which walrus has [bold]red[/] text")
        await terminal.press("enter")
        await terminal.until(lambda: "no language model" in terminal.text)
        assert "which walrus has [bold]red[/] text" in terminal.text
        assert_harmless(terminal.text)


async def test_in_toasts(evil: Vault, open_app: OpenApp) -> None:
    async with open_app(evil, (300, 40)) as terminal:
        terminal.main.post_message(OpenPassage("[bold]gone[/].md", None))
        await terminal.until(lambda: "[bold]gone[/].md" in " ".join(terminal.toasts))
        await terminal.until(lambda: "[bold]" in terminal.text)


async def test_in_the_vaults_name(
    tmp_path: Path, make_vault: MakeVault, open_app: OpenApp
) -> None:
    make_vault({"a.md": "# A\n"})
    root = (tmp_path / "vault").rename(tmp_path / "[red]v\x1b[2J[x]")
    vault = open_vault(root)
    async with open_app(vault, settled=False) as terminal:
        assert "[red]v[x]" in terminal.rows[0]
    vault.close()
