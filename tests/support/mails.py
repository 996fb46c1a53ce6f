"""Mails and mailboxes for tests."""

from collections.abc import Mapping
from email.message import EmailMessage

ENVELOPE = b"From ann@example.org Tue Mar  3 10:00:00 2026\n"
"""The line before a mail in a mailbox."""


def mail(
    text: str,
    *,
    subject: str = "Pump",
    sender: str = "Ann Lee <ann@example.org>",
    to: str = "Bo <bo@example.org>",
    date: str = "Tue, 03 Mar 2026 10:15:00 +0100",
    message_id: str = "pump-1@example.org",
    headers: Mapping[str, str] | None = None,
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """A mail; a header without a value is left out."""
    message = EmailMessage()
    named = {"From": sender, "To": to, "Date": date, "Subject": subject}
    named |= {"Message-ID": f"<{message_id}>" if message_id else "", **(headers or {})}
    for name, value in named.items():
        if value:
            message[name] = value
    message.set_content(text)
    for name, content in (files or {}).items():
        message.add_attachment(
            content, maintype="application", subtype="octet-stream", filename=name
        )
    return message.as_bytes()


def mbox(*mails: bytes) -> bytes:
    """A mailbox in which lines that begin with `From ` are escaped (mboxrd)."""
    escaped = (
        b"\n".join(
            b">" + line if line.lstrip(b">").startswith(b"From ") else line
            for line in each.split(b"\n")
        )
        for each in mails
    )
    return b"".join(ENVELOPE + each.rstrip(b"\n") + b"\n\n" for each in escaped)
