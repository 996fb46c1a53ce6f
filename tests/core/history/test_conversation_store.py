"""Conversations are safe: damage, a full disk or another process loses nothing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ragtui_core.errors import ConversationNotFound, StorageError
from ragtui_core.history.conversation import (
    TITLE_LENGTH,
    Conversation,
    conversation_title,
)
from ragtui_core.history.conversation_store import ConversationStore
from support.chats import TURN, at, kept
from support.commands import environment
from support.full_disk import full_disk

BROKEN = [
    b'{"kind": "turn", "time": "2026',
    b"\xff\xfe\x00",
    b"42",
    b'{"kind": "turn", "question": "no time"}',
    b'{"kind": "turn", "time": "yesterday", "question": "no date"}',
    b'{"kind": "chat", "title": 3}',
    b"[" * 100_000,
]

ADDS = """
import sys
from pathlib import Path
from ragtui_core.history.conversation import Turn, utc_now
from ragtui_core.history.conversation_store import ConversationStore
store = ConversationStore(Path(sys.argv[1]))
for number in range(20):
    store.add(sys.argv[2], Turn(utc_now(), f"{sys.argv[3]} {number} " + "x" * 20_000))
"""


@pytest.fixture
def store(tmp_path: Path) -> ConversationStore:
    return ConversationStore(tmp_path / "data" / "chats")


def file_of(store: ConversationStore, chat_id: str) -> Path:
    return store.directory / f"{chat_id}.jsonl"


def test_a_conversation_comes_back_as_it_was(store: ConversationStore) -> None:
    begun = store.new("/notes", TURN.question)
    assert re.fullmatch(r"\d{8}-[0-9a-f]{6}", begun.id)
    store.add(begun.id, at(1))
    store.add(begun.id, at(2, question="And the seal? \udce9 \u2028"))
    turns = (at(1), at(2, question="And the seal? \udce9 \u2028"))
    expected = Conversation(begun.id, "/notes", TURN.question, begun.created, turns)
    assert store.read(begun.id) == expected
    assert ConversationStore(store.directory).read(begun.id) == expected


def test_an_unanswered_question_leaves_nothing(
    store: ConversationStore, tmp_path: Path
) -> None:
    chat_id = kept(store)
    assert list(tmp_path.iterdir()) == []
    assert store.list() == ()
    assert store.latest() is None
    with pytest.raises(ConversationNotFound):
        store.read(chat_id)


def test_the_newest_activity_comes_first(store: ConversationStore) -> None:
    old, new = kept(store, at(1)), kept(store, at(2))
    assert [chat.id for chat in store.list()] == [new, old]
    store.add(old, at(3))
    assert [(c.id, c.turns, c.updated) for c in store.list()] == [
        (old, 2, at(3).time),
        (new, 1, at(2).time),
    ]
    assert [chat.id for chat in store.list(1)] == [old]
    assert store.latest() == store.read(old)


def test_a_beginning_or_a_title_is_name_enough(store: ConversationStore) -> None:
    pump = kept(store, TURN, question="About  pumps")
    kept(store, TURN, question="About valves")
    assert store.read(pump[:-1]).id == pump
    assert store.read("about pumps").id == pump


@pytest.mark.parametrize("name", ["zz", "", "../secret", "*"])
def test_an_unknown_name_is_reported(store: ConversationStore, name: str) -> None:
    kept(store, TURN)
    (store.directory.parent / "secret.jsonl").write_text("{}")
    with pytest.raises(ConversationNotFound, match=r"`ragtui chats` lists them"):
        store.read(name)


def test_names_that_may_be_several_name_them(store: ConversationStore) -> None:
    ids = [kept(store, TURN, question="Pumps?\x1b[2J") for _ in range(2)]
    for name in ("20", "pumps?"):
        with pytest.raises(ConversationNotFound) as error:
            store.read(name)
        assert all(f"{each} (Pumps?)" in str(error.value) for each in ids)


def test_the_last_title_counts(store: ConversationStore) -> None:
    chat_id = kept(store, at(1))
    assert store.rename(chat_id, " Of \x1b[31m impellers\n").title == "Of impellers"
    store.add(chat_id, at(2))
    chat = store.read("of impellers")
    assert (chat.id, len(chat.turns), chat.damaged) == (chat_id, 2, 0)
    assert store.list()[0].title == "Of impellers"
    assert store.rename(chat_id, " ").title == TURN.question


def test_one_is_deleted_and_the_others_stay(store: ConversationStore) -> None:
    gone, stays = kept(store, TURN), kept(store, TURN)
    assert store.delete(gone).id == gone
    assert [chat.id for chat in store.list()] == [stays]
    for act in (store.delete, store.read, lambda name: store.add(name, TURN)):
        with pytest.raises(ConversationNotFound):
            act(gone)


@pytest.mark.parametrize("broken", BROKEN)
def test_only_a_damaged_line_is_lost(store: ConversationStore, broken: bytes) -> None:
    chat_id = kept(store, at(1))
    with file_of(store, chat_id).open("ab") as lines:
        lines.write(broken + b"\n\n")
    store.add(chat_id, at(2))
    chat = store.read(chat_id)
    assert (chat.turns, chat.damaged) == ((at(1), at(2)), 1)
    assert (chat.title, chat.vault) == (TURN.question, "/notes")


def test_a_turn_after_an_unfinished_line_is_whole(store: ConversationStore) -> None:
    chat_id = kept(store, at(1), at(2))
    os.truncate(file_of(store, chat_id), file_of(store, chat_id).stat().st_size - 9)
    store.add(chat_id, at(3))
    chat = store.read(chat_id)
    assert (chat.turns, chat.damaged) == ((at(1), at(3)), 1)


def test_without_its_header_a_conversation_is_called_by_its_question(
    store: ConversationStore,
) -> None:
    chat_id = kept(store, at(1), question="Else?")
    content = file_of(store, chat_id).read_bytes()
    file_of(store, chat_id).write_bytes(content[5:])
    (chat,) = store.list()
    assert (chat.title, chat.created) == (TURN.question, at(1).time)
    assert store.read(chat_id).damaged == 1


def test_lines_of_kinds_to_come_are_no_damage(store: ConversationStore) -> None:
    chat_id = kept(store, TURN)
    with file_of(store, chat_id).open("ab") as lines:
        lines.write(b'{"kind": "remark", "text": "x"}\n')
    assert store.read(chat_id).damaged == 0


def test_a_full_disk_leaves_what_was_there(
    store: ConversationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id, unborn = kept(store, at(1)), kept(store)
    before = file_of(store, chat_id).read_bytes()
    with full_disk(monkeypatch), pytest.raises(StorageError, match="No space left"):
        store.add(chat_id, at(2))
    with full_disk(monkeypatch), pytest.raises(StorageError, match="RAGTUI_DATA_DIR"):
        store.add(unborn, at(2))
    assert file_of(store, chat_id).read_bytes() == before
    assert not file_of(store, unborn).exists()
    store.add(unborn, at(3))
    assert store.read(unborn).turns == (at(3),)


def test_a_path_that_cannot_be_a_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = ConversationStore(tmp_path / "file" / "chats")
    with pytest.raises(StorageError, match=r"conversations in .* cannot be written"):
        kept(store, TURN)
    with pytest.raises(StorageError, match="cannot read"):
        store.list()


def test_processes_that_write_at_once_lose_nothing(store: ConversationStore) -> None:
    chat_id = kept(store, TURN)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ADDS, str(store.directory), chat_id, str(writer)],
            env=environment(),
        )
        for writer in range(3)
    ]
    assert [process.wait() for process in processes] == [0, 0, 0]
    chat = store.read(chat_id)
    asked = [turn.question.split(" x")[0] for turn in chat.turns[1:]]
    assert chat.damaged == 0
    assert sorted(asked) == sorted(f"{w} {n}" for w in range(3) for n in range(20))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Why?", "Why?"),
        (" When\n is \x1b[1m it? ", "When is it?"),
        ("word " * 12, ("word " * 12).strip()),
        ("word " * 20, "word " * 11 + "word…"),
        ("漢" * 100, "漢" * (TITLE_LENGTH - 1) + "…"),
        ("", ""),
    ],
)
def test_a_title_is_the_question_cut_to_length(question: str, title: str) -> None:
    assert conversation_title(question) == title
    assert len(title) <= TITLE_LENGTH


def test_a_damaged_line_takes_nothing_back(store: ConversationStore) -> None:
    chat_id = kept(store, at(1), at(2))
    with file_of(store, chat_id).open("a") as file:
        file.write('{"kind": "taken_back", "kept": -1}\n{"kind": "taken_back"}\n')
    chat = store.read(chat_id)
    assert (len(chat.turns), chat.damaged) == (2, 2)
