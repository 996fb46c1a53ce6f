"""Exports of conversations with ChatGPT and Claude."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ragtui_core.errors import UnreadableFile
from ragtui_files.mail import conversation_export
from ragtui_files.mail.conversation import ConversationExtractor
from ragtui_files.mail.conversation_export import (
    conversations,
    is_export_content,
    may_be_export,
)
from support.exports import chatgpt, claude, exported, node
from support.vaults import MakeVault

PUMP = chatgpt(
    "Pump at night",
    node("q", "root", "user", "Why does it hum?\nIt is *new*."),
    node("a", "q", "assistant", "Because of **air**."),
    node("b", "q", "assistant", "# Cause\n\nThe ~~seal~~ valve:\n\n1. open\n2. *wait*"),
    node("t", "b", "tool", "secret output"),
    node("h", "t", "assistant", "thought", recipient="python"),
    node("e", "h", "user", "Thanks \ue200cite\ue202turn0\ue201!"),
    current="e",
)
BOAT = claude(
    "Boat", ("human", "Where is it?"), ("assistant", "| a | b |\n|---|---|\n| 1 | 2 |")
)


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b"[" * 100_000,
        b'{"mapping": {"a": {"parent": "a"}}, "current_node": "a"}',
        b'{"mapping": 7, "current_node": []}',
        b'{"chat_messages": {"a": 1}}',
        b'{"mapping": {"a": {"message": {"content": 1}}}, "create_time": 1e99}',
    ],
)
def test_damaged_conversations_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        ConversationExtractor().extract(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('a"\\{}[]\n\u00e9'),
    lambda inner: st.lists(inner) | st.dictionaries(st.text('"\\{}[]'), inner),
    max_leaves=12,
)


@given(
    st.lists(st.dictionaries(st.text(), JSON), max_size=5),
    st.sampled_from([None, 1]),
    st.integers(1, 40),
)
def test_places_are_those_of_the_items(
    items: list[dict[str, Any]], indent: int | None, block: int
) -> None:
    data = exported(*items, indent=indent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conversation_export, "BLOCK", block)
        places = list(conversations(io.BytesIO(data)))
        found = [json.loads(data[p.start : p.start + p.length]) for p in places]
        assert found == items


def test_ids_at_either_end() -> None:
    long = chatgpt("a", node("q", "root", "user", "x" * 9_000), current="q", name="c-7")
    found = conversations(io.BytesIO(exported(long, BOAT)))
    assert [entry.message_id for entry in found] == ["c-7", "u-1"]


def test_files_that_only_look_like_an_export() -> None:
    assert may_be_export("a/conversations.json")
    assert may_be_export("conversations-001.json")
    assert not may_be_export("package.json")
    assert is_export_content(io.BytesIO(exported(BOAT)))
    for data in (b"[]", b"{}", b'[{"name": "x"}]', b"", b"\xff", b'["chat_messages"]'):
        assert not is_export_content(io.BytesIO(data))


def test_each_conversation_is_a_document(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {
        "chats/conversations.json": exported(PUMP, BOAT),
        "lists/conversations.json": '[{"id": 1}]',
    }
    vault = make_vault(files)
    report = vault.index()
    assert not report.skipped
    (hit, *_) = vault.search("open the valve").hits
    assert (hit.path, hit.title) == ("chats/conversations.json » c-1", "Pump at night")
    assert str(hit.location) == 'ChatGPT, 3 Jan 2026, "Pump at night"'
    assert vault.search("kind:conversations from:claude").hits[0].title == "Boat"
    document = vault.documents.read("chats/conversations.json » u-1")
    assert document.fields.created == "2026-01-01T09:00:00+00:00"
    assert report.unread == 1
