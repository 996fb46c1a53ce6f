"""Paths of mails and attachments, and which files contain mails.

in/3.eml                      a mail in a file of its own
in/3.eml » report.pdf         its attachment
inbox.mbox » 8f2@host         a mail in a mailbox, by its Message-ID
inbox.mbox » 8f2@host » a.pdf an attachment of that
"""

import re
from collections.abc import Container, Iterable, Mapping
from hashlib import blake2b
from pathlib import PurePosixPath

from ragtui_core.text.sanitizing import sanitize

PART_SEPARATOR = " » "
"""Between a file, a mail in it, and an attachment of that."""

MAX_ID_CHARS = 200

MAX_PART_CHARS = 600
"""Characters of a path with a name in full: an index can have 2,600 bytes."""

MAILBOX_ENDINGS = (".mbox", ".mbx")
"""Endings of the names of mailboxes."""

_MAIL_ENDINGS = (".eml", ".emlx", ".msg")
_IN_MAILDIR = re.compile(r"(?:^|/)(?:cur|new)/[^/]+$", re.IGNORECASE)
_IN_CUR = re.compile(r"(?:^|/)cur/[^/.]+$", re.IGNORECASE)
_APPLE = re.compile(r"\.mbox/mbox$", re.IGNORECASE)
_MAILDIR_NAME = re.compile(r"[:;!]2,[A-Za-z]*$|^\d{6,}\.[^/]*$")
_INDEX_ENDING = ".msf"
"""Thunderbird's index beside a mailbox, whose name has no ending."""


def part_path(path: str, name: str) -> str:
    """The path of a part: a mail in a mailbox, an attachment of a mail.

    A name that no index can have is given by its hash.
    """
    if len(path) + len(name) > MAX_PART_CHARS:
        name = blake2b(name.encode("utf-8", "replace"), digest_size=6).hexdigest()
    return f"{path}{PART_SEPARATOR}{name}"


def with_containers(path: str) -> list[str]:
    """A path, and those of what contains it: the mail, the mailbox."""
    parts = path.split(PART_SEPARATOR)
    return [PART_SEPARATOR.join(parts[:count]) for count in range(len(parts), 0, -1)]


def mails_of(parts: Iterable[str]) -> frozenset[str]:
    """The paths of the mails of mailboxes that contain attachments."""
    return frozenset(
        PART_SEPARATOR.join(part.split(PART_SEPARATOR)[:2]) for part in parts
    )


def copies_by_path(
    paths: Iterable[str], copies: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """Every path of each of `paths` that is a mail, or the attachment of one.

    Args:
        paths: Any paths.
        copies: Every path of the mail that is at a path, by that path.
    """
    found = {}
    for path in paths:
        if at := next((p for p in with_containers(path) if p in copies), None):
            found[path] = [f"{copy}{path[len(at) :]}" for copy in copies[at]]
    return found


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


def mail_name(message_id: str, digest: bytes, taken: Container[str]) -> str:
    """The name of a mail in a mailbox, which is none of `taken`.

    Args:
        message_id: May be empty, and contain anything.
        digest: The hash of the mail's bytes.
        taken: The names of the mails before it in the file.
    """
    name = sanitize(message_id, one_line=True).replace("»", "_").replace("/", "_")
    name = "".join(name.split())[:MAX_ID_CHARS]
    short = digest.hex()[:12]
    if not name:
        return short
    return f"{name}~{short}" if name in taken else name


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
