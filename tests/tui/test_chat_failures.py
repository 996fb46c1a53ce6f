"""What the chat shows when an answer fails, and how it is asked for again."""

from dataclasses import replace

import pytest

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Vault
from ragtui_core.answer.providers.messages_api import service_errors
from ragtui_core.errors import IndexBusy
from support.chatting import answered, ask, exchanges, is_over
from support.screens import OpenApp


async def test_a_failure_is_described_in_words(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "401"
    async with open_app(vault, (100, 40)) as terminal:
        await ask(terminal)
        await terminal.until(lambda: "not answered" in terminal.text)
        notice = terminal.main.query(".notice").last()
        assert notice.has_class("-severe")
        assert "key" in str(notice.render()).lower()


async def test_a_failed_question_can_be_asked_again(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    service.scenario = "401"
    async with open_app(vault, (100, 40)) as terminal:
        await answered(terminal)
        assert "Ctrl+R asks again" in terminal.text
        service.scenario = "cited"
        await terminal.press("ctrl+r")
        await terminal.until(lambda: "Claim two" in terminal.text)
        await terminal.until(lambda: is_over(terminal))
        assert len(exchanges(terminal)) == 1
        assert "not answered" not in terminal.text
    assert len(vault.chats.latest().turns) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("disconnect", "was interrupted"),
        ("eof", "the connection was lost"),
        ("overloaded", "overloaded"),
        ("max-tokens", "length limit"),
        ("refusal", "declined to answer"),
        ("404", "answer.model"),
    ],
)
async def test_errors_are_described_in_words(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic, scenario: str, words: str
) -> None:
    service.scenario = scenario
    async with open_app(vault, (110, 50)) as terminal:
        await answered(terminal)
        await terminal.until(lambda: words in terminal.text)
        assert "Traceback" not in terminal.text


async def test_a_silent_server_is_reported(
    vault: Vault, open_app: OpenApp, service: FakeAnthropic
) -> None:
    usual = vault.settings.answer
    quick = replace(usual, first_event_timeout=0.2)
    hasty = vault.under(replace(vault.settings, answer=quick))
    service.scenario = "mute"
    async with open_app(hasty, (110, 50)) as terminal:
        await answered(terminal)
        assert "did not answer in time" in terminal.text
        assert "Ctrl+R asks again" in terminal.text
    hasty.close()


async def test_a_dead_server_is_reported(
    vault: Vault,
    open_app: OpenApp,
    service: FakeAnthropic,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service_errors, "FIRST_WAIT", 0.0)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    async with open_app(vault, (110, 50)) as terminal:
        await answered(terminal)
        assert "cannot be reached" in terminal.text
        assert "Ctrl+R asks again" in terminal.text


async def test_without_an_index_the_chat_says_so(
    new_vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise IndexBusy("another process is indexing")

    monkeypatch.setattr(new_vault, "watch", busy)
    async with open_app(new_vault, (100, 40), settled=False) as terminal:
        await answered(terminal)
        await terminal.until(lambda: "ragtui index" in terminal.text)
        assert "not answered" in terminal.text
