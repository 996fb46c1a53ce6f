"""The stored conversations of one vault: a folder with a JSON Lines file for each.

Any number of processes may read and add; writers take turns by a file lock, readers
need none. A line that another process is just writing may be seen as damaged.
"""

import itertools
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ragtui_core.errors import ConversationNotFound
from ragtui_core.history.conversations.conversation import (
    Conversation,
    ConversationSummary,
    conversation_title,
    one_line,
)
from ragtui_core.history.conversations.conversation_files import (
    ConversationFiles,
    absent,
)
from ragtui_core.history.conversations.conversation_lines import (
    conversation_of,
    header_line,
    summary_of,
    truncation_line,
    turn_line,
)
from ragtui_core.history.conversations.turns import Turn, utc_now


class ConversationStore:
    """Stores conversations. A name is an id, its unique beginning, or a title."""

    def __init__(self, directory: Path) -> None:
        """Name the folder; it is made with the first conversation."""
        self.directory = directory
        self._files = ConversationFiles(directory)
        self._unwritten: dict[str, Conversation] = {}

    def new(self, vault: str, first_question: str) -> Conversation:
        """Begin a conversation; `add` writes its file with the first turn.

        Args:
            vault: The real path of the folder that is asked about.
            first_question: It gives the title.
        """
        day = datetime.now(UTC).strftime("%Y%m%d")
        chat_id = f"{day}-{secrets.token_hex(3)}"
        while self._files.exists(chat_id):
            chat_id = f"{day}-{secrets.token_hex(3)}"
        chat = Conversation(
            chat_id, vault, conversation_title(first_question), utc_now()
        )
        self._unwritten[chat_id] = chat
        return chat

    def add(self, chat_id: str, turn: Turn, *, after: int | None = None) -> None:
        """Add a turn to a conversation, started by `new` or stored before.

        Args:
            chat_id: Of the conversation.
            turn: What to add.
            after: Number of its first turns to keep; the turn replaces the others.
                None keeps all.

        Raises:
            ConversationNotFound: There is none, or it was deleted meanwhile.
            StorageError: It cannot be written; the file is as it was before.
        """
        begun = self._unwritten.get(chat_id)
        before = header_line(begun) if begun else b""
        if after is not None:
            before += truncation_line(after)
        self._files.append(chat_id, before + turn_line(turn), new=begun is not None)
        self._unwritten.pop(chat_id, None)

    def read(self, name: str) -> Conversation:
        """The conversation with the id, id prefix or title `name`.

        Raises:
            ConversationNotFound: None, or more than one, matches.
            StorageError: Its file cannot be read.
        """
        found = self._id_of(name)
        for chat_id, content in self._files.contents([found]):
            return conversation_of(chat_id, content)
        raise absent(name)

    def list(self, limit: int | None = None) -> tuple[ConversationSummary, ...]:
        """The conversations, newest activity first; all, or `limit` at most.

        Raises:
            StorageError: The folder cannot be read.
        """
        return tuple(self._newest_first(self._files.ids())[:limit])

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
        chat = self.read(name)
        first = chat.turns[0].question if chat.turns else ""
        renamed = replace(chat, title=one_line(title) or conversation_title(first))
        self._files.append(chat.id, header_line(renamed))
        return renamed

    def delete(self, name: str) -> Conversation:
        """Remove one conversation for good; what it was.

        Raises:
            ConversationNotFound: None, or more than one, matches `name`.
            StorageError: Its file cannot be removed.
        """
        chat = self.read(name)
        self._files.remove(chat.id)
        return chat

    def _id_of(self, name: str) -> str:
        ids = self._files.ids()
        if name in ids:
            return name
        begun = self._newest_first(i for i in ids if name and i.startswith(name))
        found = begun or self._titled(one_line(name).casefold())
        if len(found) == 1:
            return found[0].id
        if not found:
            raise absent(name)
        several = ", ".join(f"{c.id} ({one_line(c.title)})" for c in found[:5])
        raise ConversationNotFound(
            f"{name!r} may be any of {several}: give more of the id"
        )

    def _titled(self, title: str) -> Sequence[ConversationSummary]:
        every = self._newest_first(self._files.ids())
        return [each for each in every if each.title.casefold() == title]

    def _newest_first(self, ids: Iterable[str]) -> Sequence[ConversationSummary]:
        chats = itertools.starmap(summary_of, self._files.contents(ids))
        return sorted(chats, key=lambda chat: (chat.updated, chat.id), reverse=True)
