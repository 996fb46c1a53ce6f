"""What is extracted from mails, also from those that are not as they should be."""

import email.policy
from email.message import EmailMessage

import pytest

from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.errors import UnreadableFile
from ragtui_files.mail.extractor import MailExtractor
from support.mails import mail


def extract(data: bytes) -> Extracted:
    return MailExtractor().extract(data)


def names(found: Extracted) -> list[str]:
    return [name for name, _, _ in found.details["attachments"]]


def test_many_recipients_are_not_all_in_the_text() -> None:
    to = ", ".join(f"a{n}@x.org" for n in range(50))
    found = extract(mail("Hello.\n", to=to))
    assert "a9@x.org and 40 more" in found.text
    assert len(found.details["to"]) == 50


def test_names_of_attachments_are_safe_and_different() -> None:
    files = {"../../a/b.txt": b"1", "b.txt": b"2", "x\u202egpj.exe": b"3", "»": b"4"}
    found = extract(mail("x\n", files=files))
    assert names(found) == ["b.txt", "b (2).txt", "xgpj.exe", "_"]


def test_a_name_with_a_zero_byte_is_safe() -> None:
    data = mail("x\n", files={"report.txt": b"1"}).replace(
        b"report.txt", b"a\0b/c\0d.txt"
    )
    assert names(extract(data)) == ["cd.txt"]


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: only this\n\n",
        b"From: ann@x.org\n\n\x80\x81 8 bit",
        b'Subject: x\nContent-Type: text/plain; charset="nonsense"\n\nwords',
        b"Subject: x\nContent-Type: multipart/mixed\n\nno boundary",
        b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\ncut o",
        b"Subject: x\nContent-Transfer-Encoding: base64\n\n!!!not base64!!!",
        b"Subject: x\nContent-Type: /\nContent-Disposition: ;;;filename*=x\n\nwords",
        b"Subject: " + b"=?utf-8?q?" * 2_000 + b"\n\nx",
        b"Subject: x\nDate: \xff\nMessage-ID: \xff\nReferences: <\xff>\n\nwords",
        b"Content-Type: message/rfc822\n\nSubject: inner\n\nwords",
    ],
)
def test_odd_mails_have_a_text(data: bytes) -> None:
    found = extract(data)
    assert found.text.startswith("# ")
    assert found.text.encode()
    assert Extracted.from_json(found.to_json()).text == found.text


def test_deeply_nested_parts_are_left_out() -> None:
    data = b"Subject: nest\n"
    for number in range(500):
        data += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (
            (number,) * 2
        )
    found = extract(data + b"\nwords\n")
    assert any("nested" in problem for problem in found.problems)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\0\1\2\3", b"no headers\n\nhere"])
def test_what_is_no_mail_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r".{5,100}"):
        extract(data)


def test_extraction_is_deterministic() -> None:
    data = mail("Words.\n", files={"a.txt": b"1"})
    assert extract(data) == extract(data)
    crlf = data.replace(b"\n", email.policy.SMTP.linesep.encode())
    assert extract(crlf).text == extract(data).text


def test_a_page_that_cannot_be_read_costs_that_part() -> None:
    message = EmailMessage()
    message["Subject"] = "Nested"
    message.set_content("<div>" * 6_000, subtype="html")
    found = extract(message.as_bytes())
    assert "# Nested" in found.text
    assert found.problems[0].startswith("a part of the text was left out")
