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


def test_the_text_has_the_head_and_the_words() -> None:
    text = extract(mail("A *word*.\n\n1. Not a list\n", files={"a.bin": b"1"})).text
    assert text == (
        "# Pump\n\nFrom: Ann Lee \\<ann@example.org>\nTo: Bo \\<bo@example.org>\n"
        "Date: 3 Mar 2026\nAttachments: a.bin\n\nA \\*word\\*.\n\n1\\. Not a list\n\n"
    )


def test_many_recipients_are_not_all_in_the_text() -> None:
    to = ", ".join(f"a{n}@x.org" for n in range(50))
    found = extract(mail("Hello.\n", to=to))
    assert "a9@x.org and 40 more" in found.text
    assert len(found.details["to"]) == 50


def test_quotations_and_signatures_are_marked() -> None:
    found = extract(mail("No.\n\nOn Tue Ann wrote:\n> Is it?\n\nWell.\n-- \nBo\n"))
    spans = [found.text[start:end] for start, end in found.details["quoted"]]
    assert "".join(spans) == "On Tue Ann wrote:\n\n> Is it?\n\n\\--\nBo\n\n"


def test_html_is_read_if_there_is_no_plain_text() -> None:
    message = EmailMessage()
    message["Subject"] = "Offer"
    message.set_content(
        "<h2>Pumps</h2><p>All new.<p hidden>secret</p>"
        "<blockquote type='cite'><p>Old words</p></blockquote>",
        subtype="html",
    )
    found = extract(message.as_bytes())
    assert "## Pumps" in found.text
    assert "secret" not in found.text
    ((start, end),) = found.details["quoted"]
    assert found.text[start:end] == "Old words\n\n"


def test_the_plain_alternative_is_preferred() -> None:
    message = EmailMessage()
    message.set_content("Plain words\n")
    message.add_alternative("<p>Rich words</p>", subtype="html")
    text = extract(message.as_bytes()).text
    assert "Plain words" in text
    assert "Rich" not in text


@pytest.mark.parametrize("subtype", ["vcard", "xml"])
def test_a_text_for_programs_is_an_attachment(subtype: str) -> None:
    message = EmailMessage()
    message.set_content("<p>Please come to the review.</p>", subtype="html")
    message.add_alternative("BEGIN:VCARD\nUID:1\n", subtype=subtype)
    found = extract(message.as_bytes())
    assert "Please come to the review." in found.text
    assert "VCARD" not in found.text
    assert len(names(found)) == 1


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


PAGE = "<style>p {color: red}</style><p>The wheelbarrow comes on Friday by Hermes.</p>"


@pytest.mark.parametrize(
    ("plain", "is_page"),
    [
        ("This message is in HTML. Please view it in another program.\n", True),
        ("Bitte im Browser ansehen: https://example.org/x?HTML=1 (HTML)\n", True),
        ("https://example.org/a\n", True),
        ("Falls die Nachricht nicht richtig erscheint, klicken Sie bitte hier.", True),
        ("The wheelbarrow comes on Friday by Hermes.\n", False),
        ("Comes on Friday.\n", True),
        ("It comes on Friday, with love.\n", False),
    ],
)
def test_the_page_is_read_beside_little_plain_text(plain: str, is_page: bool) -> None:
    message = EmailMessage()
    message.set_content(plain)
    message.add_alternative(PAGE, subtype="html")
    text = extract(message.as_bytes()).text
    assert ("by Hermes." in text and plain.strip() not in text) == is_page or (
        plain.strip() in text and not is_page
    )


@pytest.mark.parametrize(("words", "read"), [(40, "word word"), (20, "one two")])
def test_plain_text_with_a_fifth_of_the_words_is_kept(words: int, read: str) -> None:
    message = EmailMessage()
    message.set_content("one two three four five six\n")
    page = f"<p>One, two &amp; three; four, five, six {'word ' * words}"
    message.add_alternative(page, subtype="html")
    assert read in extract(message.as_bytes()).text


def test_a_table_of_the_page_is_read_beside_plain_text() -> None:
    message = EmailMessage()
    message.set_content("Part Price Bolt 4\n")
    table = "<table><tr><th>Part<th>Price<tr><td>Bolt<td>4</table>"
    message.add_alternative(table, subtype="html")
    found = extract(message.as_bytes())
    assert "| Part | Price |\n| --- | --- |\n| Bolt | 4 |" in found.text


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("multipart/encrypted; boundary=B", "is encrypted"),
        ("application/x-pkcs7-mime; smime-type=enveloped-data", "is encrypted"),
        ("application/pkcs7-mime; smime-type=signed-data", "is within a signature"),
        ("application/ms-tnef", "may be in winmail.dat"),
    ],
)
def test_a_text_that_is_not_read_is_named(kind: str, problem: str) -> None:
    data = f"Subject: ...\nContent-Type: {kind}\n\n--B\n\n--B--".encode()
    assert f"its text {problem}" in extract(data).problems[0]


def test_lines_of_flowed_text_are_joined() -> None:
    kind = b"Content-Type: text/plain; format=flowed; DelSp=yes"
    text = extract(b"Subject: a\n" + kind + b"\n\nThe har \nbour\n-- \nAnn\n").text
    assert "The harbour" in text
    assert "-- Ann" not in text


def test_an_invitation_is_in_the_text_once() -> None:
    event = "BEGIN:VEVENT\nSUMMARY:Review\nDTSTART:20261210\nEND:VEVENT"
    message = EmailMessage()
    message.set_content("You are invited.\n")
    message.add_alternative(event, subtype="calendar")
    message.add_attachment(event, subtype="calendar", filename="invite.ics")
    text = extract(message.as_bytes()).text
    assert text.endswith("You are invited.\n\n## Review\n\nWhen: 10 Dec 2026\n\n")


def test_a_page_that_cannot_be_read_costs_that_part() -> None:
    message = EmailMessage()
    message["Subject"] = "Nested"
    message.set_content("<div>" * 6_000, subtype="html")
    found = extract(message.as_bytes())
    assert "# Nested" in found.text
    assert found.problems[0].startswith("a part of the text was left out")


@pytest.mark.parametrize("mark", [b"", b"\xff\xfe", b"\xfe\xff"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_mail_that_was_saved_in_utf_16(encoding: str, mark: bytes) -> None:
    if mark:
        encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}[mark]
    data = mark + mail("Grüße.\n").decode().encode(encoding)
    assert "Grüße." in extract(data).text
