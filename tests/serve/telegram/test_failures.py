"""What Telegram and the network do to a bot."""

from fakes.telegram_api import DROP, TOKEN, FakeTelegram, Refused
from ragtui_core import Vault
from support.telegram_bots import CHAT, RunningBot, running_bot

SECRET = TOKEN.partition(":")[2]


def test_too_many_messages_are_sent_later(fake: FakeTelegram, bot: RunningBot) -> None:
    fake.fail("sendmessage", Refused(429, "Too Many Requests", retry_after=0.01))
    fake.say(CHAT, "/search impeller")
    assert fake.sent(1)[0].text.startswith("1. Pump")
    assert len(fake.called("sendmessage")) == 2
    assert bot.reports == []


def test_the_answer_is_sent_although_its_progress_was_too_much(
    fake: FakeTelegram, bot: RunningBot
) -> None:
    fake.burst = 1
    fake.say(CHAT, "How often must the Curlew be recalibrated?")
    message = fake.done(fake.sent(1)[0])
    assert "every 14 days" in message.text


def test_an_answer_whose_placeholder_was_deleted_is_a_new_message(
    fake: FakeTelegram, bot: RunningBot
) -> None:
    gone = Refused(400, "Bad Request: message to edit not found")
    fake.fail("editmessagetext", *[gone] * 10_000)  # each progress takes one
    fake.say(CHAT, "How often must the Curlew be recalibrated?")
    assert "every 14 days" in fake.sent(2)[1].text


def test_lost_connections_lose_nothing(fake: FakeTelegram, bot: RunningBot) -> None:
    fake.fail("getupdates", DROP, DROP)
    fake.say(CHAT, "/search impeller")
    fake.sent(1)
    fake.fail("getupdates", DROP)
    fake.say(CHAT, "/help")
    fake.sent(2)
    fake.say(CHAT, "/help")
    assert len(fake.sent(3)) == 3
    assert SECRET not in "".join(bot.reports)


def test_who_blocked_the_bot_is_reported(fake: FakeTelegram, bot: RunningBot) -> None:
    fake.fail("sendmessage", Refused(403, "Forbidden: bot was blocked by the user"))
    fake.say(CHAT, "/help")
    fake.wait_for(lambda: fake.called("sendmessage"))
    fake.say(CHAT, "/help")
    fake.sent(1)
    assert "blocked by the user" in bot.reports[0]


def test_a_second_poller_ends_the_bot(fake: FakeTelegram, vault: Vault) -> None:
    conflict = Refused(409, "Conflict: terminated by other getUpdates request")
    fake.fail("getupdates", *[conflict] * 4)
    with running_bot(fake, vault) as bot:
        bot.join()
    assert "another program receives" in str(bot.error)


def test_a_single_conflict_does_not(fake: FakeTelegram, vault: Vault) -> None:
    conflict = Refused(409, "Conflict: terminated by other getUpdates request")
    fake.fail("getupdates", conflict)
    with running_bot(fake, vault) as bot:
        fake.say(CHAT, "/help")
        fake.sent(1)
    assert bot.error is None


def test_a_token_that_is_revoked_ends_the_bot(fake: FakeTelegram, vault: Vault) -> None:
    with running_bot(fake, vault) as bot:
        fake.say(CHAT, "/help")
        fake.sent(1)
        fake.token = "1:other"
        fake.say(CHAT, "/help")
        bot.join()
    assert "refuses the bot's token" in str(bot.error)
    assert SECRET not in str(bot.error)
