"""The stored conversations of one vault: a folder with a JSON Lines file for each.

A line is `{"kind": "chat", ...}` with the title, of which the last counts, or `{"kind":
"turn", ...}`; `{"kind": "taken_back", "kept": 2}` takes back all turns before it but
the first two. Damaged lines are counted; those of other kinds, which a later ragtui may
add, are ignored.

Any number of processes may read and add; writers take turns by a file lock, readers
need none. A line that another process is just writing may be seen as damaged.
"""

import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from ragtui_core.errors import ConversationNotFound, StorageError
from ragtui_core.files.append_only import append_lines, exclusive, json_line, json_rows
from ragtui_core.history.conversation import (
    Conversation,
    ConversationSummary,
    Turn,
    conversation_title,
    utc_now,
)
from ragtui_core.history.json_records import as_json, from_json
from ragtui_core.text.single_line import shown_line

T = TypeVar("T")

_ENDING = ".jsonl"

_HINT = (
    "free some space, check the folder's permissions, or set another folder with "
    "RAGTUI_DATA_DIR"
)


class ConversationStore:
    """Stores conversations. A name is an id, its unique beginning, or a title."""

    def __init__(self, directory: Path) -> None:
        """Name the folder; it is made with the first conversation."""
        self.directory = directory
        self._unwritten: dict[str, Conversation] = {}

    def new(self, vault: str, first_question: str) -> Conversation:
        """Begin a conversation; `add` writes its file with the first turn."""
        day = datetime.now(UTC).strftime("%Y%m%d")
        while self._file(conversation_id := f"{day}-{secrets.token_hex(3)}").exists():
            pass
        title = conversation_title(first_question)
        conversation = Conversation(conversation_id, vault, title, utc_now())
        self._unwritten[conversation_id] = conversation
        return conversation

    def add(
        self, conversation_id: str, turn: Turn, *, after: int | None = None
    ) -> None:
        """Add a turn to a conversation, started by `new` or stored before.

        `after` is the number of its first turns to keep; the turn replaces the others.
        None keeps all.

        Raises:
            ConversationNotFound: There is none, or it was deleted meanwhile.
            StorageError: It cannot be written; the file is as it was before.
        """
        begun = self._unwritten.get(conversation_id)
        lines = _header_line(begun) if begun else b""
        if after is not None:
            lines += json_line({"kind": "taken_back", "kept": after})
        lines += json_line({"kind": "turn"} | as_json(turn))
        with self._writing(conversation_id) as file:
            append_lines(file, lines, os.O_CREAT | os.O_EXCL if begun else 0)
        self._unwritten.pop(conversation_id, None)

    def read(self, name: str) -> Conversation:
        """The conversation with the id, id prefix or title `name`.

        Raises:
            ConversationNotFound: None, or more than one, matches.
            StorageError: Its file cannot be read.
        """
        conversation_id = self._id_of(name)
        if content := self._content(conversation_id):
            return _conversation_of(conversation_id, content, _turn_of)
        raise _absent(name)

    def list(self, limit: int | None = None) -> tuple[ConversationSummary, ...]:
        """The conversations, newest activity first; all, or `limit` at most.

        Raises:
            StorageError: The folder cannot be read.
        """
        return tuple(self._newest_first(self._ids())[:limit])

    def latest(self) -> Conversation | None:
        """The conversation with the newest activity; None if there is none.

        Raises:
            StorageError: The folder cannot be read.
        """
        newest = self.list(1)
        return self.read(newest[0].id) if newest else None

    def rename(self, name: str, title: str) -> Conversation:
        """Give a conversation another title; a blank one takes the first question.

        Raises:
            ConversationNotFound: None, or more than one, matches `name`.
            StorageError: It cannot be written.
        """
        conversation = self.read(name)
        first = conversation.turns[0].question if conversation.turns else ""
        renamed = replace(
            conversation, title=shown_line(title) or conversation_title(first)
        )
        with self._writing(conversation.id) as file:
            append_lines(file, _header_line(renamed), flags=0)
        return renamed

    def delete(self, name: str) -> Conversation:
        """Remove one conversation permanently; what it was.

        Raises:
            ConversationNotFound: None, or more than one, matches `name`.
            StorageError: Its file cannot be removed.
        """
        conversation = self.read(name)
        with self._writing(conversation.id) as file:
            file.unlink()
        return conversation

    def _id_of(self, name: str) -> str:
        ids = self._ids()
        if name in ids:
            return name
        found = self._newest_first(i for i in ids if name and i.startswith(name))
        if not found:
            title = shown_line(name).casefold()
            every = self._newest_first(ids)
            found = [
                conversation
                for conversation in every
                if conversation.title.casefold() == title
            ]
        if len(found) == 1:
            return found[0].id
        if not found:
            raise _absent(name)
        several = ", ".join(f"{c.id} ({shown_line(c.title)})" for c in found[:5])
        raise ConversationNotFound(
            f"{name!r} may be any of {several}: give more of the id"
        )

    def _newest_first(self, ids: Iterable[str]) -> Sequence[ConversationSummary]:
        conversations = [
            _conversation_of(conversation_id, content, _summary_turn_of).summary()
            for conversation_id in ids
            if (content := self._content(conversation_id))
        ]
        return sorted(
            conversations,
            key=lambda conversation: (conversation.updated, conversation.id),
            reverse=True,
        )

    def _file(self, conversation_id: str) -> Path:
        return self.directory / f"{conversation_id}{_ENDING}"

    def _ids(self) -> Sequence[str]:
        files = _read(self.directory, lambda folder: list(folder.iterdir())) or ()
        return sorted(file.stem for file in files if file.suffix == _ENDING)

    def _content(self, conversation_id: str) -> bytes:
        """The content of the file; nothing if it was deleted just now."""
        return _read(self._file(conversation_id), Path.read_bytes) or b""

    @contextmanager
    def _writing(self, conversation_id: str) -> Iterator[Path]:
        with exclusive(self.directory / ".lock", "conversations", _HINT):
            try:
                yield self._file(conversation_id)
            except FileNotFoundError as error:
                raise _absent(conversation_id) from error


def _header_line(conversation: Conversation) -> bytes:
    texts = {
        "vault": conversation.vault,
        "title": conversation.title,
        "created": conversation.created,
    }
    return json_line({"kind": "chat", "id": conversation.id} | texts)


def _conversation_of(
    conversation_id: str, content: bytes, turn_of: Callable[[Mapping[str, Any]], Turn]
) -> Conversation:
    """The conversation in a file, as far as it can be read."""
    header: Mapping[str, str] = {}
    turns: list[Turn] = []
    damaged = 0
    for row in json_rows(content):
        try:
            match row:
                case None:
                    damaged += 1
                case {"kind": "chat"}:
                    header = _header_of(row)
                case {"kind": "turn"}:
                    turns.append(turn_of(row))
                case {"kind": "taken_back", "kept": int(kept)} if kept >= 0:
                    del turns[kept:]
                case {"kind": "taken_back"}:
                    damaged += 1
        except ValueError:
            damaged += 1
    if not header:  # damaged
        first = turns[0] if turns else Turn("", "")
        title = conversation_title(first.question)
        header = {"vault": "", "title": title, "created": first.time}
    return Conversation(conversation_id, turns=tuple(turns), damaged=damaged, **header)


def _header_of(row: Mapping[str, Any]) -> Mapping[str, str]:
    match row:
        case {"vault": str(vault), "title": str(title), "created": str(created)}:
            datetime.fromisoformat(created)
            return {"vault": vault, "title": title, "created": created}
    raise ValueError("this is not the header of a conversation")


def _turn_of(row: Mapping[str, Any]) -> Turn:
    turn = from_json(Turn, row)
    datetime.fromisoformat(turn.time)
    return turn


def _summary_turn_of(row: Mapping[str, Any]) -> Turn:
    """Quicker, for lists: of the turn only the time and the question."""
    match row:
        case {"time": str(time), "question": str(question)}:
            datetime.fromisoformat(time)
            return Turn(time, question)
    raise ValueError("this is not a turn of a conversation")


def _read(path: Path, read: Callable[[Path], T]) -> T | None:
    """What `read` returns; None if there is nothing at the path."""
    try:
        return read(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(
            f"cannot read {path} ({error.strerror or error}): check the permissions, "
            "or move it away"
        ) from error


def _absent(name: str) -> ConversationNotFound:
    return ConversationNotFound(
        f"there is no conversation {name!r}: `ragtui chats` lists them"
    )
