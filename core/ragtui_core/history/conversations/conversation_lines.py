"""A conversation as the lines of its file, and back.

A line is one JSON object: `{"kind": "chat", ...}` with the title, of which the last
counts, or `{"kind": "turn", ...}`; `{"kind": "taken_back", "kept": 2}` takes back all
turns before it but the first two. What cannot be read is passed over and counted:
a crash, a full disk or an editor may have broken a line. Lines of other kinds, which
a later ragtui may add, are passed over in silence.
"""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from ragtui_core.history.conversations.conversation import (
    Conversation,
    ConversationSummary,
    conversation_title,
)
from ragtui_core.history.conversations.turn_json import turn_as_json, turn_of
from ragtui_core.history.conversations.turns import Turn

_HEADER_TEXTS = ("vault", "title", "created")


def header_line(chat: Conversation) -> bytes:
    """The line that names a conversation."""
    texts = {"vault": chat.vault, "title": chat.title, "created": chat.created}
    return _line({"kind": "chat", "id": chat.id} | texts)


def turn_line(turn: Turn) -> bytes:
    """The line that keeps a turn."""
    return _line({"kind": "turn"} | turn_as_json(turn))


def truncation_line(kept: int) -> bytes:
    """The line that takes back all turns before it but the first `kept`."""
    return _line({"kind": "taken_back", "kept": kept})


def conversation_of(chat_id: str, content: bytes) -> Conversation:
    """The conversation that a file holds, as far as it can be read."""
    return _chat(chat_id, content, turn_of)


def summary_of(chat_id: str, content: bytes) -> ConversationSummary:
    """What a list shows of it; quicker, since of turns only the time is looked at."""
    return _chat(chat_id, content, _glance).summary()


def _chat(
    chat_id: str, content: bytes, read: Callable[[dict[str, Any]], Turn]
) -> Conversation:
    header: dict[str, str] = {}
    turns: list[Turn] = []
    damaged = 0
    for line in content.split(b"\n"):
        try:
            row = _row(line)
            if row.get("kind") == "chat":
                header = _header(row)
            elif row.get("kind") == "turn":
                turns.append(read(row))
            elif row.get("kind") == "taken_back":
                del turns[_kept(row) :]
        except (ValueError, RecursionError):
            damaged += 1
    texts = header or _header_from(turns)
    return Conversation(chat_id, turns=tuple(turns), damaged=damaged, **texts)


def _glance(row: dict[str, Any]) -> Turn:
    return turn_of({key: row[key] for key in row.keys() & {"time", "question"}})


def _line(row: dict[str, Any]) -> bytes:
    text = json.dumps(row, ensure_ascii=False)
    # Half a surrogate pair, as in a file's name that is no UTF-8, becomes `\udce9`:
    # within JSON that is the very same character.
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _row(line: bytes) -> dict[str, Any]:
    """The object on a line; of a blank one an empty object."""
    row = json.loads(line) if line.strip() else {}
    if not isinstance(row, dict):
        raise ValueError("this is not a JSON object")  # noqa: TRY004 - of the content
    return row


def _kept(row: dict[str, Any]) -> int:
    kept = row.get("kept")
    if not isinstance(kept, int) or kept < 0:
        raise ValueError("this does not say how many turns stay")
    return kept


def _header(row: dict[str, Any]) -> dict[str, str]:
    texts = {name: row.get(name) for name in _HEADER_TEXTS}
    found = {name: text for name, text in texts.items() if isinstance(text, str)}
    if len(found) < len(texts):
        raise ValueError("this is no header of a conversation")
    datetime.fromisoformat(found["created"])
    return found


def _header_from(turns: list[Turn]) -> dict[str, str]:
    """A header from the first turn, for a file whose header is damaged."""
    first = turns[0] if turns else Turn("", "")
    return {
        "vault": "",
        "title": conversation_title(first.question),
        "created": first.time,
    }
