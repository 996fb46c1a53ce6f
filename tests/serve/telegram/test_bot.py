"""What people in a chat see: searches, answers, strangers."""

import json

from fakes.telegram_api import BOT_NAME, FakeTelegram
from ragtui_core import Vault, open_vault
from ragtui_core.search import search_as_json
from support.telegram_bots import CHAT, GROUP, RunningBot, running_bot

QUESTION = "How often must the Curlew be recalibrated?"


def test_a_search_has_numbers_scores_places_and_matches(
    fake: FakeTelegram, bot: RunningBot, vault: Vault
) -> None:
    fake.say(CHAT, "/search impeller of the pump")
    (message,) = fake.sent(1)
    hits = search_as_json(vault.search("impeller of the pump"))["hits"]
    assert message.text.startswith(f"1. Pump {hits[0]['score']:.2f}\npump.md:")
    assert "blue & <b>bold</b>" in message.text
    assert "<b>impeller</b>" in message.markup
    assert "There are weaker results: `ragtui search --weak`" in message.text
    assert message.text.count("pump.md") == 1 < len(hits)


def test_an_answer_takes_its_place(fake: FakeTelegram, bot: RunningBot) -> None:
    fake.say(CHAT, QUESTION)
    (message,) = fake.sent(1)
    fake.done(message)
    assert message.text.count("every 14 days") == 1
    assert "Sources\n\nOxygen probe\nprobe.md:3\n[1] ✓ verified" in message.text
    assert message.buttons == {}


def test_a_reply_continues_the_conversation(
    fake: FakeTelegram, bot: RunningBot, vault: Vault
) -> None:
    fake.say(CHAT, QUESTION)
    first = fake.done(fake.sent(1)[0])
    fake.reply(CHAT, first, "And when does the boat leave?")
    fake.done(fake.sent(2)[1])
    (chat,) = vault.chats.list()
    assert chat.turns == 2
    fake.say(CHAT, "When does the boat leave?")
    fake.done(fake.sent(3)[2])
    assert len(vault.chats.list()) == 2


def test_strangers_are_reported_once(fake: FakeTelegram, bot: RunningBot) -> None:
    fake.say(666, "/search pump")
    fake.say(666, QUESTION)
    fake.say(CHAT, "/help")
    (message,) = fake.sent(1)
    assert message.chat == CHAT
    assert bot.reports == ["a message from chat 666, not in telegram.chats, ignored"]


def test_other_messages_are_told_what_the_bot_does(
    fake: FakeTelegram, bot: RunningBot
) -> None:
    for number, text in enumerate(("/start", "/search", f"/help@{BOT_NAME}"), 1):
        fake.say(GROUP, text)
        assert fake.sent(number)[-1].text.startswith("Write a question")
    fake.say(GROUP, "/help@other_bot")
    fake.say(CHAT, None, photo=[])
    assert fake.sent(4)[3].chat == CHAT


def test_a_vault_without_an_index_says_so(fake: FakeTelegram, vault: Vault) -> None:
    bare = open_vault(vault.root, db=vault.root.parent / "none.db")
    with running_bot(fake, bare):
        fake.say(CHAT, "/search impeller")
        assert "run `ragtui index`" in fake.sent(1)[0].text
        fake.say(CHAT, QUESTION)
        assert "run `ragtui index`" in fake.done(fake.sent(2)[1]).text
    bare.close()


def test_links_have_no_preview(fake: FakeTelegram, bot: RunningBot) -> None:
    fake.say(CHAT, "/search impeller")
    fake.sent(1)
    (given,) = fake.called("sendmessage")
    assert json.loads(given["link_preview_options"]) == {"is_disabled": True}
