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


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"plain words", "plain words"),
        (b"=?utf-8?q?Caf=C3=A9?= =?utf-8?q?_au_lait?=", "Café au lait"),
        (b"=?iso-2022-jp?b?GyRCJUYlOSVIGyhC?=", "テスト"),
        (b"=?no-such-charset?q?a=20b?=", "a b"),
        (b"=?utf-8?b?broken!!!?=", ""),
        ("Grüße aus Köln".encode(), "Grüße aus Köln"),
        (
            "Grüße aus Köln und Umgebung".encode("latin-1"),
            "Grüße aus Köln und Umgebung",
        ),
        (b"folded\n line", "folded line"),
        ("evil \u202etxt\x07".encode(), "evil txt"),
    ],
)
def test_subjects_become_text(raw: bytes, expected: str) -> None:
    found = header(parsed(b"Subject: " + raw), "subject")
    assert found == expected or (not expected and found.isprintable())


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"Ann Lee <Ann@Example.org>", ("Ann Lee <ann@example.org>",)),
        (b'"Lee, Ann" <ann@x.org>, bo@x.org', ("Lee, Ann <ann@x.org>", "bo@x.org")),
        (b"=?utf-8?q?J=C3=BCrgen?= <j@x.org>", ("Jürgen <j@x.org>",)),
        ("Jürgen <j@x.org>".encode(), ("Jürgen <j@x.org>",)),
        (b"undisclosed-recipients:;", ("undisclosed-recipients:;",)),
        (b"Ann <<ann@x.org>>", None),
        (b"", ()),
        (b"Mikel@Home <a@b@c.org>", None),
    ],
)
def test_addresses(raw: bytes, expected: tuple[str, ...] | None) -> None:
    found = addresses(parsed(b"From: " + raw), "from")
    assert found == expected if expected is not None else found


def test_thousands_of_recipients_are_bounded() -> None:
    many = b",".join(b"a%d@example.org" % number for number in range(50_000))
    assert len(addresses(parsed(b"To: " + many), "to")) == 200


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (b"Date: Tue, 3 Mar 2026 10:15:00 +0100", "2026-03-03T10:15:00+01:00"),
        (b"Date: Tue, 2 Jan 1900 00:00:00 +0000", "1900-01-02T00:00:00+00:00"),
        (b"Date: Fri, 31 Dec 2100 23:59:59 +0000", "2100-12-31T23:59:59+00:00"),
        (b"Date: yesterday", "1999-05-04T10:00:00"),
        (b"Received: from a by b; Wed, 5 Jun 2002 01:02:03 +0000", "2002-06-05"),
        (b"Date: 99 Foo 99999999999999999 99:99", "1999-05-04T10:00:00"),
    ],
)
def test_dates_come_from_the_mail_else_its_envelope(
    headers: bytes, expected: str
) -> None:
    envelope = "From ann@x.org Tue May  4 10:00:00 1999"
    assert date_of(parsed(headers), envelope).startswith(expected)


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


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2026-03-02T14:30:00+01:00", "2026-03-02T14:30:00+01:00"),
        ("2026-03-02 14:30:00Z", "2026-03-02T14:30:00+00:00"),
        ("2026-03-02", "2026-03-02T00:00:00"),
        ("2026/03/02 14:30:00", "2026-03-02T14:30:00"),
    ],
)
def test_dates_in_iso_8601(written: str, date: str) -> None:
    assert date_of(parsed(f"Date: {written}".encode()), "") == date
