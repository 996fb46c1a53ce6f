"""Paths of documents that are parts of a file.

in/3.eml                      a mail in a file of its own
in/3.eml » report.pdf         its attachment
inbox.mbox » 8f2@host         a mail in a mailbox, by its Message-ID
inbox.mbox » 8f2@host » a.pdf an attachment of that
"""

from collections.abc import Container, Iterable, Mapping
from hashlib import blake2b

from ragtui_core.text.sanitizing import sanitize

PART_SEPARATOR = " » "
"""Between a file, a mail in it, and an attachment of that."""

MAX_ID_CHARS = 200

MAX_PART_CHARS = 600
"""Characters of a path with a name in full: an index can have 2,600 bytes."""


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
