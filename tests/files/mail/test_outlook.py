"""Mails of Outlook: `.msg`."""

import pytest

from ragtui_core.errors import UnreadableFile
from ragtui_files.mail.extractor import MailExtractor
from support.office_files import archive
from support.outlook_files import attachment, compound, mail
from support.vaults import MakeVault

SUBJECT, BODY, HTML, HEADERS, SENDER, ADDRESS = 0x37, 0x1000, 0x1013, 0x7D, 0xC1A, 0xC1F
CODE_PAGE = 0x3FDE
SENT = (
    "Microsoft Mail Internet Headers Version 2.0\r\nFrom: Ann Lee <ann@example.org>\r\n"
    "To: bo@example.org\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\n"
    "Message-ID: <7@x>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x"
)
INNER = mail({SUBJECT: "Offer", BODY: "The gasket weighs 11 kilograms."}, header=24)


def test_headers_texts_and_attachments() -> None:
    data = compound(
        mail(
            {SUBJECT: "Seals \u00fc", BODY: "It leaks.\r\n> Does it?", HEADERS: SENT},
            attachment("n\u00f6te.txt", b"Berth 7"),
            attachment("Offer", INNER),
        )
    )
    found = MailExtractor().extract(data)
    assert found.text == (
        "# Seals \u00fc\n\nFrom: Ann Lee \\<ann@example.org>\nTo: bo@example.org\n"
        "Date: 3 Mar 2026\nAttachments: n\u00f6te.txt, Offer.eml\n\n"
        "It leaks.\n\n> Does it?\n\n"
    )
    assert (found.details["id"], found.details["date"][:10]) == ("7@x", "2026-03-03")


def test_a_draft_with_a_page_alone() -> None:
    html = "<p>It <s>leaks</s> h\u00fcms.</p>".encode("cp1252")
    data = compound(
        mail(
            {SENDER: "Ann Lee", ADDRESS: "ann@example.org", HTML: html, CODE_PAGE: 1252}
        )
    )
    found = MailExtractor().extract(data)
    assert "From: Ann Lee" in found.text
    assert "It ~~leaks~~ h\u00fcms." in found.text


@pytest.mark.parametrize(
    "data", [compound({"WordDocument": b"x"}), compound(mail({})), compound({})[:700]]
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"Outlook|no text"):
        MailExtractor().extract(data)


def test_attachments_and_inner_mails_are_documents(make_vault: MakeVault) -> None:
    page = "<p>Berth 7 is free.</p>"
    files: dict[str, str | bytes] = {
        "a.msg": compound(
            mail(
                {SUBJECT: "Seals"},
                attachment("Offer", INNER),
                attachment("b.html", page.encode()),
            )
        ),
        "b.msg": archive({"a": "b"}),
    }
    vault = make_vault(files)
    assert vault.index(embed=False).skipped == 1
    assert vault.search("gasket").hits[0].path == "a.msg » Offer.eml"
    assert vault.search("berth").hits[0].path == "a.msg » b.html"
