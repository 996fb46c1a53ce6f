"""Mails, from files to hits: locations, attachments, filters, ranking."""

from pathlib import Path

import pytest

from ragtui_core import (
    LocationKind,
    SearchOptions,
    Selection,
    UnreadableFile,
    Vault,
    Verdict,
)
from ragtui_core.citations import write_citation
from ragtui_core.search import search_as_json
from ragtui_core.store.selection import FilterField
from ragtui_files.mail.mail_documents import MAX_NESTING
from support.mail_vaults import index, only, paths, write
from support.mails import mail, mbox
from support.office_files import PdfPage, pdf

LABEL = 'Ann Lee, 3 Mar 2026, "Pump"'


def test_a_mail_is_found_located_shown_and_cited(root: Path, vault: Vault) -> None:
    data = mail("The bearing of the north pump is worn.\n")
    write(root, "in/1.eml", data)
    assert index(vault).documents == 1
    hit = only(vault, "worn bearing")
    assert hit.path == "in/1.eml"
    assert hit.title == "Pump"
    assert hit.location
    assert hit.location.as_json() == {"kind": "message", "label": LABEL, "number": 1}
    assert hit.location.kind is LocationKind.MESSAGE
    document = vault.documents.read(hit.path)
    assert document.metadata["message_id"] == "pump-1@example.org"
    assert document.fields.updated == "2026-03-03T10:15:00+01:00"
    quote = "The bearing of the north pump is worn."
    saved = write_citation(vault.quotations.cite(Selection(quote, hit.path)))
    assert f", mail from {LABEL}" in saved.replace("\\", "")
    (checked,) = vault.quotations.verify(saved)
    assert checked.verdict is Verdict.EXACT
    assert (root / "in/1.eml").read_bytes() == data


def test_copies_of_a_mail_are_one_document(root: Path, vault: Vault) -> None:
    copy = mail("The crane is painted yellow.\n")
    write(root, "inbox/cur/1700000000.a.host:2,S", copy)
    write(root, "archive.mbox", mbox(copy))
    assert index(vault).documents == 1
    path = only(vault, "crane").path
    both = ("archive.mbox » pump-1@example.org", "inbox/cur/1700000000.a.host:2,S")
    assert vault.documents.copies(path) == both
    (hit,) = search_as_json(vault.search("crane"))["hits"]
    assert {hit["path"], *hit["copies"]} == set(both)
    assert paths(vault, "crane folder:inbox") == [path]
    (root / path.partition(" » ")[0]).unlink()
    index(vault)
    other = only(vault, "crane").path
    assert {path, other} == set(both)
    assert vault.documents.copies(other) == ()
    assert only(vault, "crane").copies == ()
    assert "yellow" in vault.documents.read(other).text


def test_one_id_with_other_words_is_another(root: Path, vault: Vault) -> None:
    write(root, "a.mbox", mbox(mail("Blue.\n"), mail("Green.\n")))
    write(root, "b.eml", mail("Red.\n"))
    assert index(vault).documents == 3
    assert only(vault, "blue").path == "a.mbox » pump-1@example.org"
    assert only(vault, "green").path.startswith("a.mbox » pump-1@example.org~")
    assert only(vault, "red").path == "b.eml"


def test_attachments_are_documents_by_their_kinds(root: Path, vault: Vault) -> None:
    inner = mail(
        "See the inner note.\n", message_id="in@x", files={"deep.txt": b"Deep water.\n"}
    )
    files = {
        "report.pdf": pdf(PdfPage(["Vibration is high."])),
        "winmail.dat": b"\x78\x9f\x3e\x22",
        "..\\..\\evil\u202etxt.txt": b"Harmless words.\n",
        "fwd.eml": inner,
        "bad.pdf": b"%PDF-1.4 nothing",
    }
    write(root, "m.eml", mail("See attached.\n", files=files))
    index(vault)
    hit = only(vault, "vibration")
    assert hit.path == "m.eml » report.pdf"
    assert str(hit.location) == "p. 1"
    assert hit.fields.updated == "2026-03-03T10:15:00+01:00"
    assert only(vault, "harmless").path == "m.eml » eviltxt.txt"
    assert only(vault, "water").path == "m.eml » fwd.eml » deep.txt"
    assert "winmail" in only(vault, "winmail").excerpt
    assert vault.documents.read("m.eml » report.pdf").anchors
    skipped = vault.coverage.whole().skipped
    assert [it.path for it in skipped] == ["m.eml » bad.pdf", "m.eml » winmail.dat"]
    index(vault)
    assert vault.coverage.whole().skipped == skipped
    with pytest.raises(UnreadableFile):
        vault.documents.read("m.eml » bad.pdf")
    write(root, "m.eml", mail("Nothing is attached.\n"))
    assert index(vault).documents == 1
    assert vault.coverage.whole().skipped == ()


def test_attached_mails_have_their_own_headers(root: Path, vault: Vault) -> None:
    inner = mail(
        "The hull is cracked.\n",
        subject="Hull",
        sender="Cy Day <cy@example.org>",
        date="Mon, 02 Feb 2026 09:00:00 +0000",
        message_id="hull-1@x",
        files={"survey.txt": b"Survey of the keel.\n"},
    )
    bare = mail("No head at all.\n", sender="", date="", message_id="", subject="Bare")
    files = {"hull.eml": inner, "bare.eml": bare}
    headers = {"X-Spam-Flag": "YES"}
    write(root, "m.eml", mail("See both.\n", files=files, headers=headers))
    index(vault)
    everything = SearchOptions(archived=True)
    (hit,) = vault.search(
        "cracked from:cy subject:hull thread:hull-1@x", everything
    ).hits
    assert hit.path == "m.eml » hull.eml"
    assert hit.title == "Hull"
    assert hit.fields.updated == "2026-02-02T09:00:00+00:00"
    assert str(hit.location) == 'Cy Day, 2 Feb 2026, "Hull"'
    (hit,) = vault.search("keel from:cy before:2026-02-03", everything).hits
    assert hit.path == "m.eml » hull.eml » survey.txt"
    assert not vault.search("cracked from:ann", everything).hits
    (hit,) = vault.search("head subject:bare after:2026-03-01", everything).hits
    assert hit.path == "m.eml » bare.eml"
    assert not vault.search("cracked").hits  # junk, like the mail that it is in


def test_mails_in_mails_are_read_to_a_depth(root: Path, vault: Vault) -> None:
    data = mail("Innermost words.\n", message_id="0@x")
    for depth in range(1, 6):
        files = {"in.eml": data}
        data = mail(f"Depth {depth}.\n", message_id=f"{depth}@x", files=files)
    write(root, "m.eml", data)
    assert index(vault).documents == 1 + MAX_NESTING
    assert not vault.search("innermost").hits
    (skipped,) = vault.coverage.whole().skipped
    assert skipped.path == "m.eml" + " » in.eml" * (MAX_NESTING + 1)
    assert skipped.reason == "a mail within more than 3 others"


def test_a_mail_without_date_sender_and_id_is_a_document(
    root: Path, vault: Vault
) -> None:
    bare = mail("Bare words.\n", date="", sender="", message_id="")
    write(root, "a.mbox", mbox(bare, mail("Others.\n")))
    assert index(vault).documents == 2
    hit = only(vault, "bare")
    assert hit.path.startswith("a.mbox » ")
    assert str(hit.location) == '3 Mar 2026, "Pump"'  # of the line that begins it


def test_an_emlx_file_is_a_mail(root: Path, vault: Vault) -> None:
    data = mail("Slates are grey.\n")
    plist = b'<?xml version="1.0"?><plist><dict/></plist>'
    write(root, "7.emlx", b"%d\n%s%s" % (len(data), data, plist))
    index(vault)
    assert "plist" not in vault.documents.read(only(vault, "slates").path).text


def test_files_that_are_no_mails_are_reported(root: Path, vault: Vault) -> None:
    write(root, "a.eml", b"\0\1\2\3" * 100)
    write(root, "b.mbox", b"no mailbox\n")
    write(root, "c.eml", b"")
    write(root, "d.mbox", b"")
    assert index(vault).documents == 0
    reasons = {item.path: item.reason for item in vault.coverage.whole().skipped}
    assert list(reasons) == ["a.eml", "b.mbox", "c.eml"]
    assert all(5 < len(reason) < 120 for reason in reasons.values())


def test_what_mails_say_is_counted_and_completed(root: Path, vault: Vault) -> None:
    write(root, "a.eml", mail("The pump hums.\n", files={"a.bin": b"1"}))
    index(vault)
    facets = {facet.field: facet for facet in vault.facets("pump")}
    (sender,) = facets[FilterField.FROM].values
    assert (sender.value, sender.count) == ("Ann Lee <ann@example.org>", 1)
    (has,) = facets[FilterField.HAS].values
    assert (has.value, has.count) == ("attachment", 1)
    for line in ("from:ann", "to:bo", "has:a"):
        assert vault.complete(line, len(line))


def test_mails_of_a_folder_of_junk_are_junk(root: Path, vault: Vault) -> None:
    write(root, "Spam/cur/1700000009.x:2,", mail("Cheap boots!\n"))
    index(vault)
    assert paths(vault, "boots") == []
    assert paths(vault, "boots category:junk") == ["Spam/cur/1700000009.x:2,"]


def test_quotations_do_not_decide_the_ranking(root: Path, vault: Vault) -> None:
    words = "The bearing of the north pump hums at night."
    write(root, "0.eml", mail(f"Hello,\n\n{words} Please look at it soon.\n"))
    for number in range(1, 10):
        reply = (
            f"I agree, number {number}.\n\nOn Tue, Mar 3, 2026, Ann Lee wrote:\n"
            f"> {words}\n\n-- \nBo, pump service\n"
        )
        data = mail(reply, message_id=f"{number}@x", subject="Re: Pump")
        write(root, f"{number}.eml", data)
    index(vault)
    found = paths(vault, "north pump hums at night bearing")
    assert found[0] == "0.eml"
    assert len(found) == 10
    hit = vault.search('"number 7"').hits[0]
    document = vault.documents.read(hit.path)
    assert f"> {words}" in document.text
    assert str(document.location(document.text.index(words))).startswith("Ann Lee")
