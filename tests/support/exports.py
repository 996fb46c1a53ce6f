"""Exports of ChatGPT and Claude as their services write them."""

import json
from typing import Any


def node(name: str, parent: str | None, role: str, text: str, **more: Any) -> Any:
    """A node of ChatGPT's tree, by its name."""
    message = {
        "author": {"role": role},
        "create_time": 1767434400.5,
        "content": {"content_type": "text", "parts": [text]},
        "recipient": "all",
        "metadata": {},
    }
    return {name: {"id": name, "message": message | more, "parent": parent}}


def chatgpt(title: str, *nodes: Any, current: str, name: str = "c-1") -> dict[str, Any]:
    """A conversation of ChatGPT."""
    mapping = {"root": {"id": "root", "message": None, "parent": None}}
    for one in nodes:
        mapping |= one
    return {
        "title": title,
        "create_time": 1767434400.5,
        "update_time": 1767520800.0,
        "mapping": mapping,
        "current_node": current,
        "conversation_id": name,
    }


def claude(name: str, *said: tuple[str, str], uuid: str = "u-1") -> dict[str, Any]:
    """A conversation of Claude: senders, `human` or `assistant`, and what they say."""
    messages = [
        {
            "sender": sender,
            "text": "",
            "content": [
                {"type": "thinking", "thinking": "hm"},
                {"type": "text", "text": text},
            ],
            "created_at": f"2026-01-0{number}T10:00:00.123456Z",
            "attachments": [],
            "files": [],
        }
        for number, (sender, text) in enumerate(said, 1)
    ]
    return {
        "uuid": uuid,
        "name": name,
        "created_at": "2026-01-01T09:00:00.000000Z",
        "updated_at": "2026-01-09T09:00:00.000000Z",
        "chat_messages": messages,
    }


def exported(*conversations: dict[str, Any], indent: int | None = None) -> bytes:
    """The file of an export."""
    return json.dumps(list(conversations), indent=indent, ensure_ascii=False).encode()
