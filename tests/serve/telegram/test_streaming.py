"""Answers of a model: shown while they are written, and stopped."""

from fakes.anthropic_service import FakeAnthropic
from fakes.telegram_api import FakeTelegram
from ragtui_core import Vault
from support.log import logged
from support.telegram_bots import CHAT, GROUP, RunningBot, running_bot

QUESTION = "Which pump is blue?"


def test_the_text_so_far_is_shown_and_the_button_stops_it(
    service: FakeAnthropic, fake: FakeTelegram, bot: RunningBot, vault: Vault
) -> None:
    service.scenario = "stall"
    fake.say(CHAT, QUESTION)
    (message,) = fake.sent(1)
    fake.wait_for(lambda: "what your notes say" in message.text)
    fake.press(message, "Stop")
    fake.done(message)
    assert service.disconnected.wait()
    assert "Here is what your notes say" in message.text
    assert "Stopped." in message.text
    (line,) = logged(vault)
    assert (line["error"], line["front_end"]) == ("cancelled", "telegram")


def test_one_answer_per_chat_at_a_time(
    service: FakeAnthropic, fake: FakeTelegram, bot: RunningBot
) -> None:
    service.scenario = "stall"
    fake.say(CHAT, QUESTION)
    fake.sent(1)
    fake.say(CHAT, "And the boat?")
    assert "still answering" in fake.sent(2)[1].text
    fake.press(fake.messages[0], "Stop", chat=666)
    fake.wait_for(lambda: bot.reports)
    fake.say(CHAT, "And the boat?")
    assert "still answering" in fake.sent(3)[2].text
    fake.say(GROUP, "And the boat?")
    group = fake.sent(4)[3]
    assert group.chat == GROUP
    fake.press(fake.messages[0], "Stop")
    fake.done(fake.messages[0])
    assert "Stop" in group.buttons


def test_an_error_of_the_service_is_a_sentence(
    service: FakeAnthropic, fake: FakeTelegram, bot: RunningBot
) -> None:
    service.scenario = "401"
    fake.say(CHAT, QUESTION)
    message = fake.done(fake.sent(1)[0])
    assert "ANTHROPIC_API_KEY" in message.text


def test_the_end_of_the_bot_ends_its_answers(
    service: FakeAnthropic, fake: FakeTelegram, vault: Vault
) -> None:
    service.scenario = "stall"
    with running_bot(fake, vault) as bot:
        fake.say(CHAT, QUESTION)
        (message,) = fake.sent(1)
        fake.wait_for(lambda: "what your notes say" in message.text)
    assert service.disconnected.wait()
    assert message.text.endswith("Stopped.") or "Stopped." in message.text
    assert bot.error is None
    assert int(fake.called("getupdates")[-1]["offset"]) > 1  # it is not asked again
