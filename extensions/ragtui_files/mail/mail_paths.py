"""Which files contain mails, by their names and those of their folders."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from ragtui_core.documents import PART_SEPARATOR

MAILBOX_ENDINGS = (".mbox", ".mbx")
"""Endings of the names of mailboxes."""

_MAIL_ENDINGS = (".eml", ".emlx", ".msg")
_IN_MAILDIR = re.compile(r"(?:^|/)(?:cur|new)/[^/]+$", re.IGNORECASE)
_IN_CUR = re.compile(r"(?:^|/)cur/[^/.]+$", re.IGNORECASE)
_APPLE = re.compile(r"\.mbox/mbox$", re.IGNORECASE)
_MAILDIR_NAME = re.compile(r"[:;!]2,[A-Za-z]*$|^\d{6,}\.[^/]*$")
_INDEX_ENDING = ".msf"
"""Thunderbird's index beside a mailbox, whose name has no ending."""


def is_mailbox(path: str) -> bool:
    """Whether a file of mails, by its name, contains any number of them."""
    name = PurePosixPath(path).name.lower()
    return name.endswith(MAILBOX_ENDINGS) or (
        not name.endswith(_MAIL_ENDINGS) and not is_maildir_file(path)
    )


def is_maildir_file(path: str) -> bool:
    """Whether a file is a mail in a Maildir, by its name and its folder's."""
    name = path.rpartition("/")[2]
    in_maildir = _IN_MAILDIR.search(path) and _MAILDIR_NAME.search(name)
    return bool(in_maildir or _IN_CUR.search(path))


def is_apple_mailbox(path: str) -> bool:
    """Whether a file is the mailbox of a folder that Apple Mail exported."""
    return bool(_APPLE.search(path))


def is_maildir(names: Iterable[str]) -> bool:
    """Whether a folder with entries of these names is a Maildir.

    The folders below one, in Maildir++, are hidden ones. Copies lack empty folders.
    """
    return not {"cur", "new"}.isdisjoint(names)


def may_be_mailbox(path: str) -> bool:
    """Whether a file of this name is one of Thunderbird's if its index is beside it."""
    name = path.rpartition("/")[2]
    return "." not in name.strip(".")


def index_of(path: str) -> str:
    """The path of the index that Thunderbird keeps beside a mailbox."""
    return f"{path}{_INDEX_ENDING}"


def folder_names(path: str) -> tuple[str, ...]:
    """The names of the folders and of the mailbox that a mail is in.

    Without `cur` and `new`, and the dots of Maildir++ and endings of Thunderbird.
    """
    names = path.partition(PART_SEPARATOR)[0].split("/")
    if not is_mailbox(path.partition(PART_SEPARATOR)[0]):
        names = names[:-1]
    found: list[str] = []
    for name in names:
        plain = re.sub(r"\.(?:mbox|mbx|sbd)$", "", name, flags=re.IGNORECASE)
        if plain not in {"cur", "new"}:
            # Maildir++ joins the names of nested folders with dots.
            found += [plain, *filter(None, plain.split("."))]
    return tuple(found)
