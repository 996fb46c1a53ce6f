"""`ragtui chats` on conversations that are known."""

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core.history import conversation_as_markdown
from ragtui_core.history.conversation_store import ConversationStore
from ragtui_core.history.json_records import as_json
from support.chats import TURN, at, kept
from support.vaults import MakeVault


@pytest.fixture
def store(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> ConversationStore:
    """The conversations about the vault that is the current folder."""
    vault = make_vault({"pump.md": "# Pump\n"})
    monkeypatch.chdir(vault.root)
    return vault.chats


@pytest.fixture
def _in_new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "EST5")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


Captured = pytest.CaptureFixture[str]


def test_no_chats_are_exit_code_1(store: ConversationStore, capsys: Captured) -> None:
    assert main(["chats"]) == exit_codes.NOTHING
    out, reported = capsys.readouterr()
    assert (out, reported) == (
        "",
        "ragtui: there are no conversations about this vault yet\n",
    )
    assert main(["chats", "--json"]) == exit_codes.NOTHING
    assert json.loads(capsys.readouterr().out) == {"chats": []}
    assert not store.directory.exists()


@pytest.mark.usefixtures("_in_new_york")
def test_each_is_listed_in_a_line(store: ConversationStore, capsys: Captured) -> None:
    old = kept(store, at(8), question="Of pumps\x1b[2J")
    new = kept(store, at(9), at(10), question="Of valves")
    assert main(["chats"]) == exit_codes.FOUND
    assert capsys.readouterr().out.splitlines() == [
        f"{new}  2026-11-21 05:00    2 turns  Of valves",
        f"{old}  2026-11-21 03:00    1 turn   Of pumps",
    ]
    main(["chats", "--json"])
    listed = json.loads(capsys.readouterr().out)["chats"]
    assert [chat["id"] for chat in listed] == [new, old]
    assert list(listed[0]) == ["id", "title", "created", "updated", "turns"]
    assert (listed[0]["turns"], listed[0]["updated"]) == (2, at(10).time)


def test_a_conversation_is_shown(store: ConversationStore, capsys: Captured) -> None:
    chat_id = kept(store, TURN)
    assert main(["chats", "show", chat_id[:-2]]) == exit_codes.FOUND
    assert capsys.readouterr().out == conversation_as_markdown(store.read(chat_id))
    assert main(["chats", "show", "--json", chat_id]) == exit_codes.FOUND
    reported = json.loads(capsys.readouterr().out)
    assert (reported["id"], reported["vault"], reported["damaged"]) == (
        chat_id,
        "/notes",
        0,
    )
    assert reported["turns"] == [as_json(TURN)]


def test_a_chat_gets_another_title(store: ConversationStore, capsys: Captured) -> None:
    chat_id = kept(store, TURN)
    assert main(["chats", "rename", chat_id, "Of", "impellers"]) == exit_codes.FOUND
    out, reported = capsys.readouterr()
    assert (out, reported) == ("", f"ragtui: {chat_id} is now called 'Of impellers'\n")
    assert store.read("of impellers").id == chat_id


def test_one_of_them_is_deleted(store: ConversationStore, capsys: Captured) -> None:
    gone, stays = kept(store, TURN), kept(store, TURN)
    assert main(["chats", "delete", "2"]) == exit_codes.FAILED
    assert gone in capsys.readouterr().err
    assert main(["chats", "delete", gone]) == exit_codes.FOUND
    assert [chat.id for chat in store.list()] == [stays]


def test_an_export_goes_to_a_file_that_is_not_overwritten_unless_forced(
    store: ConversationStore, capsys: Captured, tmp_path: Path
) -> None:
    chat_id = kept(store, TURN)
    whole = conversation_as_markdown(store.read(chat_id))
    assert main(["chats", "export", chat_id]) == exit_codes.FOUND
    assert capsys.readouterr().out == whole
    file = tmp_path / "chat.md"
    file.write_text("mine")
    command = ["chats", "export", chat_id, "--output", str(file)]
    assert main(command) == exit_codes.FAILED
    assert file.read_text() == "mine"
    assert re.search(r"exists: .*--force", capsys.readouterr().err)
    assert main([*command, "--force"]) == exit_codes.FOUND
    assert file.read_bytes().decode() == whole
    assert capsys.readouterr().out == ""
    command[-1] = os.fspath(tmp_path / "none" / "chat.md")
    assert main(command) == exit_codes.FAILED
    assert "No such file" in capsys.readouterr().err
