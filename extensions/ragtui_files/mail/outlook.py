"""Outlook's `.msg` files -> mails as the standard library has them."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from email import encoders, message_from_string, policy
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.utils import format_datetime, formataddr
from typing import Any

from ragtui_core import UnreadableFile

SIGNATURE = bytes.fromhex("d0cf11e0a1b11ae1")
"""The first bytes of files with streams of Office, of which a `.msg` is one."""

MAX_DEPTH = 20
"""Mails in mails that are taken out."""

_BODY = ("content-type", "content-transfer-encoding", "mime-version")
_EMBEDDED = "3701000D"
_LONGER = 8
"""Bytes before the properties of a file that those of an inner mail lack."""
_TO, _CC = 1, 2


def outlook_mail(data: bytes) -> Message:
    """A mail of Outlook, with its parts and attachments.

    Raises:
        UnreadableFile: It is another file of Office, or a damaged one.
    """
    from oxmsg import Message as OutlookFile

    try:
        return _mail(OutlookFile.load(data), 0)
    except MemoryError:
        raise
    except Exception as error:  # whatever the library raises for damaged files
        raise UnreadableFile("not a mail of Outlook, or a damaged one") from error


def _mail(file: Any, depth: int) -> Message:
    mail = _headers(file)
    mail["Content-Type"] = "multipart/mixed"
    mail.attach(MIMEMultipart("alternative", _subparts=list(_texts(file))))
    for part in _attachments(file, depth):
        mail.attach(part)
    return mail


def _texts(file: Any) -> Iterator[Message]:
    """The plain text and the page of a mail, as far as it has them."""
    from oxmsg.domain import constants as c

    if plain := _text(file, c.PID_BODY):
        yield _part("text", "plain", plain.encode("utf-8", "replace"), charset="utf-8")
    if page := _text(file, c.PID_BODY_HTML):
        yield _part("text", "html", page.encode("utf-8", "replace"), charset="utf-8")
    elif data := file.properties.binary_prop_value(c.PID_HTML):
        with suppress(LookupError, ValueError):
            yield _part("text", "html", data, charset=file.properties.body_encoding)


def _headers(file: Any) -> Message:
    """The headers with which it was sent; of others what Outlook knows."""
    from oxmsg.domain import constants as c

    sent = _text(file, c.PID_TRANSPORT_MESSAGE_HEADERS).lstrip()
    first, _, rest = sent.partition("\n")
    mail = message_from_string(sent if ":" in first else rest, policy=policy.compat32)
    mail.set_payload([])
    for name in _BODY:
        del mail[name]
    date = file.sent_date or file.properties.date_prop_value(
        c.PID_MESSAGE_DELIVERY_TIME
    )
    values = {
        "Subject": file.subject,
        "From": file.sender or "",
        "To": _recipients(file, _TO),
        "Cc": _recipients(file, _CC),
        "Date": format_datetime(date) if date else "",
        "Message-ID": _text(file, c.PID_INTERNET_MESSAGE_ID),
        "References": _text(file, c.PID_INTERNET_REFERENCES),
    }
    for name, value in values.items():
        if value and name not in mail:
            mail[name] = " ".join(value.split())
    return mail


def _recipients(file: Any, kind: int) -> str:
    from oxmsg.domain import constants as c

    return ", ".join(
        formataddr((person.name.strip("'"), person.email_address), "utf-8")
        for person in file.recipients
        if person.properties.int_prop_value(c.PID_RECIPIENT_TYPE) == kind
    )


def _text(item: Any, name: int) -> str:
    """A text of a mail or an attachment; empty if it has none that can be decoded."""
    with suppress(LookupError, ValueError):
        return (item.properties.str_prop_value(name) or "").replace("\0", "")
    return ""


def _attachments(file: Any, depth: int) -> Iterator[Message]:
    from oxmsg import Message as OutlookFile
    from oxmsg.domain import constants as c

    for item in file.attachments:
        name = _text(item, c.PID_ATTACH_LONG_FILENAME) or _text(
            item, c.PID_ATTACH_FILENAME
        )
        inner = [s for s in item._storage.storages if s.name.endswith(_EMBEDDED)]
        if inner and depth < MAX_DEPTH:
            part: Message = MIMEBase("message", "rfc822")
            part.attach(_mail(OutlookFile(_as_file(inner[0])), depth + 1))
            name = f"{name or 'mail'}.eml"
        else:
            main, _, sub = (item.mime_type or "").partition("/")
            data = item.file_bytes or b""
            part = _part(main or "application", sub or "octet-stream", data)
        part.add_header(
            "Content-Disposition", "attachment", filename=("utf-8", "", name)
        )
        yield part


def _as_file(storage: Any) -> Any:
    """The storage of an inner mail with the header of a file's, which is longer."""
    streams = (
        replace(stream, bytes_=bytes(_LONGER) + stream.bytes_)
        if stream.name.startswith("__properties")
        else stream
        for stream in storage.streams
    )
    return replace(storage, streams=tuple(streams))


def _part(main: str, sub: str, data: bytes, **parameters: str) -> Message:
    part = MIMEBase(main, sub)
    for name, value in parameters.items():
        part.set_param(name, value)
    part.set_payload(data)
    encoders.encode_base64(part)
    return part
