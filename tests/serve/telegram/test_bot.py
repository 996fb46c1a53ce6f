"""What people in a chat see: searches, answers, buttons, strangers."""

import json

import pytest

from fakes.telegram_api import BOT_NAME, FakeTelegram
from ragtui_core import Span, Vault, open_vault
from ragtui_core.search import search_as_json
from ragtui_telegram.passage_buttons import Passage, find_passage
from ragtui_telegram.replies import SHOW
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
    weaker = "weaker results"
    assert [*message.buttons] == ["1", weaker]
    assert "weaker" not in message.text
    fake.press(message, "1")
    passage = fake.sent(2)[1]
    assert passage.text.startswith("pump.md:")
    assert "The impeller of the pump is blue & <b>bold</b>." in passage.text
    fake.press(message, weaker)
    assert [*fake.sent(3)[2].buttons] == [str(hit["rank"]) for hit in hits]


def test_a_command_names_weaker_results(fake: FakeTelegram, bot: RunningBot) -> None:
    query = "impeller of the pump " + "and so on " * 5
    fake.say(CHAT, f"/search {query}")
    (message,) = fake.sent(1)
    command = message.text[message.text.index("/weak ") :].rstrip(".\n")
    assert command == f"/weak {query.strip()}"
    fake.say(CHAT, command)
    assert len(fake.sent(2)[1].buttons) > len(message.buttons)


def test_an_answer_takes_its_place(fake: FakeTelegram, bot: RunningBot) -> None:
    fake.say(CHAT, QUESTION)
    (message,) = fake.sent(1)
    fake.done(message)
    assert message.text.count("every 14 days") == 1
    assert "Sources\n\nOxygen probe\nprobe.md:3\n[1] ✓ verified" in message.text
    fake.press(message, "[1]")
    passage = fake.sent(2)[1]
    assert "<b>The Curlew probe is recalibrated every 14 days.</b>" in passage.markup


def test_a_changed_passage_says_so(
    fake: FakeTelegram, bot: RunningBot, vault: Vault
) -> None:
    fake.say(CHAT, QUESTION)
    message = fake.done(fake.sent(1)[0])
    (vault.root / "probe.md").write_text("# Oxygen probe\n\nSold.\n")
    fake.press(message, "[1]")
    assert "has changed since" in fake.sent(2)[1].text
    (vault.root / "probe.md").unlink()
    fake.press(message, "[1]")
    assert "cannot be read any more" in fake.sent(3)[2].text


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
    fake.say(CHAT, "/status")
    (message,) = fake.sent(1)
    assert message.chat == CHAT
    assert bot.reports == ["a message from chat 666, not in telegram.chats, ignored"]


def test_a_button_pressed_in_an_unknown_chat_shows_nothing(
    fake: FakeTelegram, bot: RunningBot
) -> None:
    fake.say(CHAT, "/search impeller")
    (message,) = fake.sent(1)
    fake.press(message, "1", chat=666)
    fake.say(CHAT, "/status")
    assert [sent.chat for sent in fake.sent(2)] == [CHAT, CHAT]
    assert "Documents: 3" in fake.messages[1].text


def test_commands(fake: FakeTelegram, bot: RunningBot) -> None:
    texts = ["/start", "/search", "/stop", f"/status@{BOT_NAME}", "/status@other_bot"]
    replies = ["Write a question", "Say what to look for", "No answer", "Documents: 3"]
    for text, reply in zip(texts, [*replies, ""], strict=True):
        fake.say(GROUP, text)
        if reply:
            assert fake.sent(replies.index(reply) + 1)[-1].text.startswith(reply)
    fake.say(CHAT, None, photo=[])
    assert fake.sent(5)[4].text == "I can only read text."


def test_buttons_of_an_earlier_process_work(fake: FakeTelegram, vault: Vault) -> None:
    with running_bot(fake, vault):
        fake.say(CHAT, "/search impeller")
        (hits,) = fake.sent(1)
        fake.say(CHAT, QUESTION)
        answer = fake.done(fake.sent(2)[1])
    with running_bot(fake, vault):
        fake.press(hits, "1")
        assert "The impeller of the pump is blue" in fake.sent(3)[2].text
        fake.press(answer, "[1]")
        passage = fake.sent(4)[3]
        assert "<b>The Curlew probe is recalibrated" in passage.markup
        assert "has changed since" not in passage.text
        (vault.root / "pump.md").unlink()
        vault.index(embed=False)
        fake.press(hits, "1")
        assert "no longer indexed" in fake.sent(5)[4].text


@pytest.mark.parametrize(
    "path", ["a.md", "\u6f22" * 80 + "/b.md", "x/" * 2_000 + "c.md"]
)
def test_the_data_of_a_button_are_short(path: str) -> None:
    longest = Passage(path, 99_999_999, Span(999_999_998, 999_999_999), "0" * 8)
    for passage in (Passage(path, 1, None), longest):
        assert len(f"{SHOW}{passage.key}".encode()) <= 64


@pytest.mark.parametrize(
    "key", ["", "x", "../a.md", "0" * 16 + ".1", "0" * 16 + ".1.9.2"]
)
def test_data_that_no_button_has_show_nothing(vault: Vault, key: str) -> None:
    assert find_passage(vault, key) is None


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
