"""The statistics of the audit log in the app."""

from datetime import UTC, datetime, timedelta
from functools import partial

from ragtui_core import Vault
from support.log import cited, exchange
from support.screens import OpenApp, Terminal


def fill(vault: Vault) -> None:
    now = datetime.now(UTC)
    for n in range(5):
        vault.audit_log.write(
            exchange(
                "Why [bold]this[/]?",
                time=now - timedelta(days=n),
                vault=str(vault.root),
                citations=cited("decisions/cells.md", "exact", "missing"),
                provider="claude",
                model="claude-x",
                latency_ms=1_000 + 100 * n,
                usage={"input_tokens": 1_200, "output_tokens": 90},
            )
        )
    vault.audit_log.write(
        exchange(
            "Where is the moon?",
            time=now - timedelta(days=20),
            vault=str(vault.root),
            citations=(),
        )
    )
    vault.audit_log.write(exchange("Elsewhere?", time=now, vault="/other/notes"))


def shows(terminal: Terminal, words: str) -> bool:
    return words in terminal.text


async def test_an_empty_log_says_how_it_fills(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        await terminal.press("f6")
        await terminal.until(lambda: "Nothing is logged" in terminal.text)
        filled_by = "Each question that you ask in the chat (F4)"
        await terminal.until(lambda: filled_by in terminal.text)


def _is_drawn(terminal: Terminal, words: str) -> bool:
    return words in terminal.text


async def test_what_was_asked_is_drawn(vault: Vault, open_app: OpenApp) -> None:
    fill(vault)
    async with open_app(vault, (120, 60)) as terminal:
        await terminal.press("f6")
        await terminal.until(lambda: "6 questions" in terminal.text)
        for words in (
            "the last 30 days · this vault",
            "answered",
            "Questions by day",
            "claude-x: p50 1.2 s, p95 1.4 s",
            "claude-x, input",
            "6,000",
            "missing",
            "decisions/cells.md",
            "Where is the moon?",
        ):
            await terminal.until(partial(_is_drawn, terminal, words))
        assert "Elsewhere" not in terminal.text


async def test_days_and_vaults_are_chosen_and_remembered(
    vault: Vault, open_app: OpenApp
) -> None:
    fill(vault)
    async with open_app(vault, (80, 24)) as terminal:
        await terminal.press("f6")
        for span, questions in [("90", 6), ("all", 6), ("7", 5), ("30", 6), ("90", 6)]:
            await terminal.press("d")
            await terminal.until(partial(shows, terminal, f"{span} days"))
            await terminal.until(partial(shows, terminal, f"{questions} questions"))
        await terminal.press("v")
        await terminal.until(lambda: "7 questions" in terminal.text)
        await terminal.press("ctrl+q")
    async with open_app(vault, (80, 24)) as terminal:
        await terminal.press("f6")
        await terminal.until(lambda: "the last 90 days · all vaults" in terminal.text)
        await terminal.press("j", "G", "g", "r", "escape")
        assert terminal.view == "search"
