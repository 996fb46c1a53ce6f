"""Headers as other programs write them."""

import email

import pytest

from ragtui_files.mail.headers import (
    addresses,
    date_of,
    decoded,
    header,
    message_ids,
    shown_date,
)


def parsed(raw: bytes) -> email.message.Message:
    return email.message_from_bytes(raw + b"\n\ntext\n")


def test_a_subject_in_an_unnamed_charset_is_read() -> None:
    subject = "Grüße aus Köln und Umgebung"
    raw = f"Subject: {subject}".encode("latin-1")
    assert header(parsed(raw), "subject") == subject


def test_thousands_of_recipients_are_bounded() -> None:
    many = b",".join(b"a%d@example.org" % number for number in range(50_000))
    assert len(addresses(parsed(b"To: " + many), "to")) == 200


def test_without_any_date_there_is_none() -> None:
    assert date_of(parsed(b"Subject: x"), "") == ""
    assert shown_date("") == ""
    assert shown_date("1900-01-02T00:00:00+00:00") == "2 Jan 1900"


def test_message_ids_without_brackets() -> None:
    raw = b"References: <a@x> <b@x>\n <c@x>\nMessage-ID: d@x"
    assert message_ids(parsed(raw), "references") == ("a@x", "b@x", "c@x")
    assert message_ids(parsed(raw), "message-id") == ("d@x",)
    assert message_ids(parsed(raw), "in-reply-to") == ()


@pytest.mark.parametrize(
    ("data", "charset", "expected"),
    [
        ("Köln".encode(), "us-ascii", "Köln"),
        ("Köln".encode(), "iso-8859-1", "Köln"),
        ("Köln liegt am Rhein".encode("latin-1"), "utf-8", "Köln liegt am Rhein"),
        ("Köln".encode("latin-1"), "iso-8859-1", "Köln"),
        ("Привет".encode("koi8-r"), "koi8-r", "Привет"),
        (b"abc", "no-such-charset", "abc"),
        (b"", "", ""),
        (b"\0\1\2\3" * 9, "utf-8", "\0\1\2\3" * 9),
    ],
)
def test_wrong_charsets_are_corrected(data: bytes, charset: str, expected: str) -> None:
    assert decoded(data, charset) == expected
