"""One conversation of an export of ChatGPT or Claude -> canonical text by turns."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any, NamedTuple

from ragtui_core import UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor
from ragtui_core.text import shown_line
from ragtui_files.mail.headers import shown_date
from ragtui_files.markdown_parts import write_markdown

MAX_TURNS = 20_000
"""Messages of a conversation; the last ones are read."""
MAX_FILES = 200

_PERSON, _CHATGPT, _CLAUDE = "You", "ChatGPT", "Claude"
_SPEAKERS = {"user": _PERSON, "assistant": _CHATGPT, "human": _PERSON}
_MARKS = re.compile("\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue206]")
"""References of ChatGPT to pages, which it shows as links."""


class _Turn(NamedTuple):
    """What one side says at a time, ISO 8601 or empty, and the files it sends."""

    speaker: str
    time: str
    text: str
    files: tuple[tuple[str, str], ...] = ()
    """The name of each, and its text as far as the export has it."""


class ConversationExtractor(OwnExtractor, kind="conversations"):
    """Extracts a conversation; see `Extractor`. An export is split before.

    `details` of the result are those of a mail, from the assistant to the person.
    """

    def extract(self, data: bytes) -> Extracted:
        """Every message that people see below its speaker and day."""
        try:
            found = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise UnreadableFile("not a conversation, or a damaged one") from error
        is_claude = isinstance(found, dict) and "chat_messages" in found
        turns = list(_claude(found) if is_claude else _chatgpt(found))
        if not any(turn.text or turn.files for turn in turns):
            raise UnreadableFile("a conversation without words")
        title = _words(found.get("title") or found.get("name"))
        writer = CanonicalWriter()
        writer.heading(1, title)
        _write(writer, turns)
        times = [turn.time for turn in turns if turn.time]
        created = _time(found.get("create_time") or found.get("created_at"))
        updated = _time(found.get("update_time") or found.get("updated_at"))
        details = {
            "from": _CLAUDE if is_claude else _CHATGPT,
            "to": (),
            "cc": (),
            "subject": title,
            "created": created or min(times, default=""),
            "date": max(times, default="") or updated or created,
            "id": _words(found.get("conversation_id") or found.get("uuid")),
            "references": (),
            "labels": [],
            "signals": {},
            "quoted": [],
            "attachments": list(_attachments(turns)),
        }
        return replace(writer.extracted(), title=title, details=details)


def _write(writer: CanonicalWriter, turns: list[_Turn]) -> None:
    if len(turns) > MAX_TURNS:
        writer.add_problems([f"only the last {MAX_TURNS:,} messages were read"])
    for turn in turns[-MAX_TURNS:]:
        day = shown_date(turn.time)
        writer.heading(2, ", ".join(filter(None, (turn.speaker, day))))
        names = ", ".join(name for name, _ in turn.files)
        writer.paragraph(f"Attachments: {names}" if names else "")
        if turn.speaker == _PERSON:  # whose text is shown as it was written
            writer.paragraph(turn.text)
        else:
            write_markdown(writer, turn.text, below=2)


def _chatgpt(conversation: Any) -> Iterator[_Turn]:
    """The branch that is shown: from the current message up to the first one."""
    mapping = _dict(_dict(conversation).get("mapping"))
    name = conversation.get("current_node") if mapping else None
    if name not in mapping:
        name = max(mapping, key=lambda node: _created(mapping[node]), default=None)
    branch: dict[str, Mapping[str, Any]] = {}
    while isinstance(name, str) and name in mapping and name not in branch:
        branch[name] = _dict(mapping[name])
        name = branch[name].get("parent")
    for node in reversed(branch.values()):
        yield from _chatgpt_turn(_dict(node.get("message")))


def _created(node: Any) -> float:
    time = _dict(_dict(node).get("message")).get("create_time")
    return time if isinstance(time, int | float) else 0.0


def _chatgpt_turn(message: Mapping[str, Any]) -> Iterator[_Turn]:
    """A message, unless ChatGPT hides it: calls of tools, their results, thoughts."""
    role = _dict(message.get("author")).get("role")
    content, about = _dict(message.get("content")), _dict(message.get("metadata"))
    is_shown = message.get("recipient") in {"all", None} and not about.get(
        "is_visually_hidden_from_conversation"
    )
    if role not in _SPEAKERS or not is_shown:
        return
    if content.get("content_type") not in {"text", "multimodal_text", None}:
        return
    parts = (_part(part) for part in _list(content.get("parts")))
    text = _MARKS.sub("", "\n\n".join(filter(None, parts)))
    names = (
        _words(_dict(file).get("name")) for file in _list(about.get("attachments"))
    )
    files = tuple((name, "") for name in names if name)
    if text.strip() or files:
        yield _Turn(_SPEAKERS[role], _time(message.get("create_time")), text, files)


def _part(part: Any) -> str:
    """The text of a part: itself, or what was dictated."""
    return part if isinstance(part, str) else str(_dict(part).get("text") or "")


def _claude(conversation: Mapping[str, Any]) -> Iterator[_Turn]:
    for message in map(_dict, _list(conversation.get("chat_messages"))):
        blocks = [_dict(block) for block in _list(message.get("content"))]
        texts = [_part(block) for block in blocks if block.get("type") == "text"]
        text = "\n\n".join(filter(None, texts)) or _part(message.get("text") or "")
        sent = [*_list(message.get("attachments")), *_list(message.get("files"))]
        named = ((_words(_dict(file).get("file_name")), _dict(file)) for file in sent)
        files = tuple(
            (name or "pasted text", str(file.get("extracted_content") or ""))
            for name, file in named
            if name or file.get("extracted_content")
        )
        speaker = _SPEAKERS.get(str(message.get("sender")), _CLAUDE)
        speaker = _CLAUDE if speaker == _CHATGPT else speaker
        if text.strip() or files:
            yield _Turn(speaker, _time(message.get("created_at")), text, files)


def _attachments(turns: list[_Turn]) -> Iterator[tuple[str, str, str]]:
    """The name, media type and Base64 content of the texts of files."""
    files = (file for turn in turns for file in turn.files if file[1])
    for number, (name, text) in enumerate(islice(files, MAX_FILES), 1):
        safe = re.sub(r"[/\\»]", "_", name)
        content = b64encode(text.encode("utf-8", "replace")).decode()
        yield f"{number} {safe}.txt", "text/plain", content


def _time(value: Any) -> str:
    """A time, as seconds or ISO 8601, in ISO 8601; empty if it is neither."""
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(int(value), UTC).isoformat()
        return datetime.fromisoformat(str(value)).replace(microsecond=0).isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _words(value: Any) -> str:
    """A text on one line; empty for other values."""
    if not isinstance(value, str):
        return ""
    return shown_line(value)


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
