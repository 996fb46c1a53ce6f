"""What the chat shows when an answer fails, and how it is asked for again."""

from dataclasses import replace

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault
from ragtui_core.errors import IndexBusy
from ragtui_core.settings.schema import ServerSettings
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


async def test_while_a_model_reads_the_chat_says_how_much(
    vault: Vault, open_app: OpenApp
) -> None:
    with FakeCompatible("The battery lasts long.") as server:
        server.scenario = "late"
        own = ServerSettings(base_url=server.base_url)
        answer = replace(vault.settings.answer, provider="compatible", server=own)
        opened = vault.under(replace(vault.settings, answer=answer))
        async with open_app(opened, (110, 50)) as terminal:
            await ask(terminal)
            await terminal.until(lambda: "the model reads " in terminal.text)
            await terminal.until(lambda: " tokens · 1 s" in terminal.text)
            server.release()
            await terminal.until(lambda: is_over(terminal))
            await terminal.until(lambda: "the model reads" not in terminal.text)
        opened.close()
