"""One mail -> canonical text, and what its headers say; by the standard library.

The policy `compat32` parses whatever is sent: `policy.default` fails on 2% of real
mails and takes twenty times longer.
"""

import email
import email.policy
import re
from base64 import b64encode
from collections.abc import Iterator
from email.message import Message

from ragtui_core import UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor
from ragtui_files.calendars import write_calendar
from ragtui_files.html.html import write_html
from ragtui_files.mail.body import Attachment, Body, TextPart, read_body
from ragtui_files.mail.categories import SIGNALS
from ragtui_files.mail.headers import (
    addresses,
    date_of,
    header,
    message_ids,
    shown_date,
    words_of,
)
from ragtui_files.mail.outlook import SIGNATURE, outlook_mail
from ragtui_files.mail.quoted_lines import Origin, runs

NO_SUBJECT = "(no subject)"

MAX_ATTACHED_BYTES = 50_000_000
"""Bytes of the attachments of a mail that are read; the others are only named."""

MAX_SHOWN = 10
"""Recipients in the text of a mail; the filter `to:` knows all."""

_HEADER_SEARCH = 2_000
_BYTE_COUNT = re.compile(rb"[ \t]*(\d{1,12})[ \t]*\r?\n")
_ESCAPED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
_HEADER = re.compile(rb"^[!-9;-~]{1,100}[ \t]*:", re.MULTILINE)
_UNREAD = ("audio/", "video/", "font/")
_QUOTATIONS = (
    "blockquote[type=cite], [class^=gmail_quote], [class^=moz-cite-prefix],"
    "[class^=yahoo_quoted], [id^=divRplyFwdMsg], [id^=appendonsend]"
)
"""A selector of the elements with which mail programs begin a quoted mail."""


class MailExtractor(OwnExtractor, kind="mail"):
    """Extracts one mail; see `Extractor`. A mailbox file is split before.

    `details` of the result are JSON: `from`, `to`, `cc`, `subject`, `date`, `id`,
    `references`, `labels`, `signals`, the spans `quoted`, and `attachments` with name,
    media type and Base64 content.
    """

    def extract(self, data: bytes) -> Extracted:
        """The text of a mail: subject, sender, recipients, date, words.

        Args:
            data: The mail; in an mbox file with the line that begins it, in an `.emlx`
                file with the number of its bytes; or a file of Outlook.
        """
        envelope = ""
        if data.startswith(SIGNATURE):
            message = outlook_mail(data)
        else:
            envelope, data = _mail_in(data)
            message = email.message_from_bytes(data, policy=email.policy.compat32)
        body = read_body(message)
        details = _details(message, envelope)
        writer = CanonicalWriter()
        _write_head(writer, details, body.attachments)
        quoted: list[tuple[int, int]] = []
        for part in body.texts:
            with writer.part("a part of the text"):
                quoted += _write_text(writer, part, str(details["from"]))
        done = list(write_calendar("\n".join(body.calendars), writer))
        details["quoted"] = quoted
        details["attachments"] = list(_attachments(body))
        if not (
            body.texts
            or done
            or body.attachments
            or details["subject"]
            or details["from"]
        ):
            raise UnreadableFile("the mail has no text, no subject and no sender")
        found = writer.extracted(problems=body.problems)
        return Extracted(
            found.text,
            title=str(details["subject"]),
            problems=found.problems,
            details=details,
        )


def _mail_in(data: bytes) -> tuple[str, bytes]:
    """The line before a mail in an mbox file, and the mail.

    Raises:
        UnreadableFile: It is not a mail.
    """
    envelope = ""
    if count := _BYTE_COUNT.match(data):
        data = data[count.end() : count.end() + int(count[1])]
    elif data.startswith(b"From "):
        line, _, data = data.partition(b"\n")
        envelope = line.decode("ascii", "replace")
        data = _ESCAPED_FROM.sub(rb"\1", data)
    data = data.lstrip(b"\r\n\xef\xbb\xbf")
    if not data.strip():
        raise UnreadableFile("empty file")
    if not _HEADER.search(data[:_HEADER_SEARCH].partition(b"\n\n")[0]):
        raise UnreadableFile("not a mail: it does not begin with headers")
    return envelope, data


def _details(message: Message, envelope: str) -> dict[str, object]:
    ids = message_ids(message, "message-id")
    replied = message_ids(message, "in-reply-to")
    references = message_ids(message, "references")
    signals = {name: header(message, name) for name in SIGNALS if message.get(name)}
    return {
        "from": next(iter(addresses(message, "from", "sender", "return-path")), ""),
        "to": addresses(message, "to"),
        "cc": addresses(message, "cc", "bcc"),
        "subject": header(message, "subject"),
        "date": date_of(message, envelope),
        "id": ids[0] if ids else "",
        "references": (
            *references,
            *(message_id for message_id in replied if message_id not in references),
        ),
        "labels": list(_labels(message)),
        "signals": signals,
    }


def _labels(message: Message) -> Iterator[str]:
    """What the owner or the server has labelled a mail."""
    for label in re.split(
        r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", header(message, "x-gmail-labels")
    ):
        yield from filter(None, [words_of(label).strip('" ')])
    for name in ("x-keywords", "keywords", "x-mozilla-keys"):
        yield from (
            re.split(r"[,\s]+", header(message, name).strip())
            if message.get(name)
            else ()
        )


def _write_head(
    writer: CanonicalWriter, details: dict[str, object], files: list[Attachment]
) -> None:
    writer.heading(1, str(details["subject"]) or NO_SUBJECT)
    lines = {
        "From": details["from"],
        "To": _listed(details["to"]),
        "Cc": _listed(details["cc"]),
        "Date": shown_date(str(details["date"])),
        "Attachments": ", ".join(file.name for file in files),
    }
    text = "\n".join(f"{name}: {value}" for name, value in lines.items() if value)
    writer.paragraph(text)


def _listed(values: object) -> str:
    """The first of the addresses, and how many more there are."""
    if not isinstance(values, tuple):
        return ""
    more = len(values) - MAX_SHOWN
    shown = ", ".join(values[:MAX_SHOWN])
    return f"{shown} and {more} more" if more > 0 else shown


def _write_text(
    writer: CanonicalWriter, part: TextPart, sender: str
) -> Iterator[tuple[int, int]]:
    """Write the text; yields the spans that are quoted, or a signature."""
    if part.is_html:
        start = write_html(part.text, writer, quotations=_QUOTATIONS).quotation
        if start is not None and writer.position > start:
            yield start, writer.position
        return
    for run in runs(part.text, sender):
        start = writer.position
        if run.origin is Origin.QUOTED:
            writer.quotation("\n".join(run.lines))
        else:
            writer.paragraph("\n".join(run.lines))
        if run.origin is not Origin.OWN and writer.position > start:
            yield start, writer.position


def _attachments(body: Body) -> Iterator[tuple[str, str, str]]:
    """The name, media type and Base64 content of each; empty if it is not read."""
    left = MAX_ATTACHED_BYTES
    for attachment in body.attachments:
        is_read = (
            not attachment.media_type.startswith(_UNREAD)
            and len(attachment.content) <= left
        )
        left -= len(attachment.content) if is_read else 0
        content = b64encode(attachment.content).decode() if is_read else ""
        yield attachment.name, attachment.media_type, content
