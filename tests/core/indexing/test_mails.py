"""Mails, from files to hits: copies, mailboxes that change, attachments, status."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ragtui_core import (
    DocumentNotFound,
    Hit,
    LocationKind,
    SearchOptions,
    Selection,
    UnreadableFile,
    Vault,
    Verdict,
    open_vault,
)
from ragtui_core.citations import write_citation
from ragtui_core.documents.extraction.process import ExtractionProcess
from ragtui_core.documents.kinds import OWN_KINDS
from ragtui_core.documents.mail.mail_documents import MAX_NESTING
from ragtui_core.indexing import IndexFinished
from ragtui_core.indexing.events import IndexEvent, ReadingProgress
from ragtui_core.indexing.mail_reader import (
    BATCH_MAILS,
    MailRange,
    MailReader,
    MailReading,
)
from ragtui_core.search import search_as_json
from ragtui_core.store.selection import FilterField
from support.mails import ENVELOPE, mail, mbox
from support.office_files import PdfPage, pdf
from support.packages import forget_packages

KINDS = ["markdown", "text", "pdf", "mail"]
LABEL = 'Ann Lee, 3 Mar 2026, "Pump"'

Open = Callable[[], Vault]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


@pytest.fixture
def vault(root: Path) -> Vault:
    return open_vault(root, flags={"index.kinds": KINDS})


@pytest.fixture
def extracted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of files of each request to the extraction process."""
    numbers: list[int] = []
    many = ExtractionProcess._extract

    def counted(self: ExtractionProcess, kind: str, contents: list[bytes]) -> object:
        numbers.append(len(contents))
        return many(self, kind, contents)

    monkeypatch.setattr(ExtractionProcess, "_extract", counted)
    return numbers


def write(root: Path, path: str, content: bytes) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def index(vault: Vault) -> IndexFinished:
    return vault.index(embed=False)


def only(vault: Vault, query: str) -> Hit:
    (hit,) = vault.search(query).hits
    return hit


def paths(vault: Vault, query: str) -> list[str]:
    return [hit.path for hit in vault.search(query).hits]


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


def test_each_mail_of_a_mailbox_is_a_document(root: Path, vault: Vault) -> None:
    first = mail("Valves of brass.\n\nFrom here on, all is well.\n")
    second = mail(
        "Gaskets of cork.\n", message_id="b/2@example.org", subject="Re: Pump"
    )
    write(root, "Inbox.mbox", mbox(first, second))
    assert index(vault).documents == 2
    hit = only(vault, "cork")
    assert hit.path == "Inbox.mbox » b_2@example.org"
    assert hit.location
    assert hit.location.number == 2
    assert (
        "From here on" in vault.documents.read("Inbox.mbox » pump-1@example.org").text
    )
    with pytest.raises(DocumentNotFound, match="is a mailbox"):
        vault.documents.read("Inbox.mbox")
    with pytest.raises(DocumentNotFound, match="no part"):
        vault.documents.read("Inbox.mbox » nothing")


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


def test_the_same_id_with_other_words_is_another_document(
    root: Path, vault: Vault
) -> None:
    write(root, "a.mbox", mbox(mail("Blue.\n"), mail("Green.\n")))
    write(root, "b.eml", mail("Red.\n"))
    assert index(vault).documents == 3
    assert only(vault, "blue").path == "a.mbox » pump-1@example.org"
    assert only(vault, "green").path.startswith("a.mbox » pump-1@example.org~")
    assert only(vault, "red").path == "b.eml"


def test_maildir_flags_change_without_reading_or_embedding_again(
    root: Path, vault: Vault
) -> None:
    new = root / "box/new/1700000001.b.host"
    write(root, "box/new/1700000001.b.host", mail("Lamps are lit at dusk.\n"))
    index(vault)
    read = root / "box/cur/1700000001.b.host:2,S"
    read.parent.mkdir()
    with vault._store.reader() as reader:
        before = reader.chunks_of("box/new/1700000001.b.host")
    new.rename(read)
    assert index(vault).documents == 1
    with vault._store.reader() as reader:
        assert reader.chunks_of("box/cur/1700000001.b.host:2,S") == before


@pytest.mark.parametrize("ending", [".eml", ":2,S"])
def test_the_category_of_a_moved_mail_is_that_of_its_folder(
    root: Path, vault: Vault, ending: str
) -> None:
    text = mail("The zebra pump is blue.\n", files={"parts.txt": b"zebra seals"})
    write(root, f"in/cur/1700000001.b.host{ending}", text)
    index(vault)
    assert {hit.fields.category for hit in vault.search("zebra").hits} == {"personal"}
    for folder, category in (("Junk", "junk"), ("Work", "personal")):
        (root / folder / "cur").mkdir(parents=True)
        (source,) = root.rglob(f"*{ending}")
        source.rename(root / folder / "cur" / source.name)
        index(vault)
        found = vault.search("zebra category:junk category:personal").hits
        assert len(found) == 2
        assert {hit.fields.category for hit in found} == {category}
        assert len(vault.search("zebra").hits) == (0 if category == "junk" else 2)


def test_a_grown_mailbox_is_read_from_where_it_ended(
    root: Path, vault: Vault, extracted: list[int]
) -> None:
    mails = [mail(f"Entry n{i}.\n", message_id=f"{i}@x") for i in range(5)]
    write(root, "all.mbox", mbox(*mails[:3]))
    index(vault)
    assert sum(extracted) == 3
    write(root, "all.mbox", mbox(*mails))
    assert index(vault).documents == 5
    assert sum(extracted) == 5
    index(vault)
    assert sum(extracted) == 5
    assert only(vault, "n4").location.number == 5  # type: ignore[union-attr]


def test_a_rewritten_mailbox_reads_only_new_mails(
    root: Path, vault: Vault, extracted: list[int]
) -> None:
    mails = [mail(f"Entry n{i}.\n", message_id=f"{i}@x") for i in range(5)]
    write(root, "all.mbox", mbox(*mails))
    index(vault)
    write(root, "all.mbox", mbox(*mails[2:], mail("Extra.\n", message_id="9@x")))
    assert index(vault).documents == 4
    assert sum(extracted) == 6
    assert paths(vault, "n1") == []
    assert "n3" in vault.documents.read(only(vault, "n3").path).text


def test_a_mailbox_cut_off_in_a_mail_is_read_and_completed(
    root: Path, vault: Vault
) -> None:
    whole = mbox(mail("First.\n", message_id="1@x"), mail("Second half.\n"))
    write(root, "a.mbox", whole[: whole.index(b"half")])
    index(vault)
    assert paths(vault, "half") == []
    write(root, "a.mbox", whole)
    assert index(vault).documents == 2
    assert len(paths(vault, "half")) == 1


def test_a_mailbox_that_changed_since_is_searched_for_the_mail(
    root: Path, vault: Vault
) -> None:
    mails = [mail(f"Entry n{i}.\n", message_id=f"{i}@x") for i in range(3)]
    write(root, "a.mbox", mbox(*mails))
    index(vault)
    write(root, "a.mbox", mbox(*mails[1:]))
    assert "n2" in vault.documents.read("a.mbox » 2@x").text
    with pytest.raises(DocumentNotFound):
        vault.documents.read("a.mbox » 0@x")


def test_thunderbird_mailboxes_have_no_ending(root: Path, vault: Vault) -> None:
    deleted = {"X-Mozilla-Status": "0009"}
    kept = mail("Ropes are dry.\n", headers={"X-Mozilla-Status": "0001"})
    gone = mail("Ropes are wet.\n", message_id="2@x", headers=deleted)
    write(
        root,
        "Mail/Inbox",
        mbox(kept, gone).replace(ENVELOPE, b"From - Mon Jan 1 10:00:00 2026\n"),
    )
    write(root, "Mail/Inbox.msf", b'// <!-- <mdb:mork:z v="1.4"/> -->')
    write(root, "LICENSE", b"Ropes are free.\n")
    assert index(vault).documents == 1
    assert only(vault, "ropes").path == "Mail/Inbox » pump-1@example.org"


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
    (skipped,) = vault.coverage.whole().skipped
    assert skipped.path == "m.eml » bad.pdf"
    index(vault)
    assert vault.coverage.whole().skipped == (skipped,)
    with pytest.raises(UnreadableFile):
        vault.documents.read("m.eml » bad.pdf")
    write(root, "m.eml", mail("Nothing is attached.\n"))
    assert index(vault).documents == 1
    assert vault.coverage.whole().skipped == ()


def test_an_attached_mail_has_its_own_sender_date_and_thread(
    root: Path, vault: Vault
) -> None:
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


def test_removed_files_take_their_mails_along(root: Path, vault: Vault) -> None:
    write(root, "note.md", b"# Note\n\nWater.\n")
    write(
        root, "a.mbox", mbox(*(mail("Air.\n", message_id=f"{i}@x") for i in range(3)))
    )
    write(root, "b.eml", mail("Fire.\n", files={"x.txt": b"Smoke.\n"}))
    assert index(vault).documents == 6
    (root / "a.mbox").unlink()
    (root / "b.eml").unlink()
    assert index(vault).documents == 1
    vault.coverage.check_index()


def test_filters_select_mails(root: Path, vault: Vault) -> None:
    write(root, "note.md", b"# Pump\n\nThe pump of the note.\n")
    mails = [
        mail("The pump hums.\n", message_id="1@x", files={"a.bin": b"1"}),
        mail(
            "The pump is quiet.\n",
            message_id="2@x",
            sender="Bo Ek <bo@example.org>",
            to="Ann Lee <ann@example.org>",
            subject="Re: Pump of Bergen",
            date="Fri, 01 Jan 1900 00:00:00 +0000",
            headers={"In-Reply-To": "<1@x>"},
        ),
        mail(
            "The pump is sold.\n",
            message_id="3@x",
            sender="Cy <cy@other.example>",
            date="Fri, 31 Dec 2100 00:00:00 +0000",
            headers={"In-Reply-To": "<2@x>"},
        ),
        mail("The pump is gone.\n", message_id="4@x", date="", sender="", subject=""),
    ]
    write(root, "a.mbox", mbox(*mails))
    index(vault)
    expected = {
        "from:ann": {"1"},
        "from:bo@example.org": {"2"},
        "from:example.org": {"1", "2"},
        "to:ann": {"2"},
        "subject:bergen": {"2"},
        "has:attachment": {"1"},
        "thread:3@x": {"1", "2", "3"},
        "thread:1@x": {"1", "2", "3"},
        "thread:4@x": {"4"},
        "before:1950": {"2"},
        "after:2099": {"3"},
        "kind:mail": {"1", "2", "3", "4"},
        "-from:ann kind:mail": {"2", "3", "4"},
        "from:unknown": set(),
        "has:wings": set(),
    }
    for line, ids in expected.items():
        found = {path.partition(" » ")[2][:1] for path in paths(vault, f"pump {line}")}
        assert (line, found) == (line, ids)
    facets = {facet.field: facet for facet in vault.facets("pump")}
    senders = {item.value: item.count for item in facets[FilterField.FROM].values}
    assert senders["Ann Lee <ann@example.org>"] == 1
    (has,) = facets[FilterField.HAS].values
    assert (has.value, has.count) == ("attachment", 1)
    for line in ("from:bo", "to:ann", "has:a"):
        assert vault.complete(line, len(line))


BULK = {
    "newsletter": {"List-Id": "<n.example>", "List-Unsubscribe": "<https://x>"},
    "offer": {"List-Unsubscribe": "<https://x>", "Precedence": "bulk"},
    "spam": {"X-Spam-Flag": "YES"},
    "labelled": {"X-Gmail-Labels": "Opened,Category Promotions"},
}


def test_bulk_mails_are_found_if_asked_for(root: Path, vault: Vault) -> None:
    write(root, "own.eml", mail("Cheap boots for Bergen.\n"))
    for name, headers in BULK.items():
        data = mail("Cheap boots today.\n", message_id=f"{name}@x", headers=headers)
        write(root, f"{name}.eml", data)
    write(root, "Spam/cur/1700000009.x:2,", mail("Cheap boots!\n", message_id="s@x"))
    index(vault)
    result = vault.search("cheap boots")
    assert [hit.path for hit in result.hits] == ["own.eml"]
    (note,) = [each for each in result.notes if "promotional" in each]
    assert note.startswith("5 promotional, subscription or junk mails contain")
    assert paths(vault, "boots category:subscription") == ["newsletter.eml"]
    assert sorted(paths(vault, "boots category:promotional")) == [
        "labelled.eml",
        "offer.eml",
    ]
    assert len(paths(vault, "boots category:junk")) == 2
    junk = {"Spam/cur/1700000009.x:2,", "spam.eml"}
    assert set(paths(vault, "boots category:junk")) == junk
    result = vault.search("cheap boots -category:junk")
    assert [hit.path for hit in result.hits] == ["own.eml"]
    (note,) = [each for each in result.notes if "promotional" in each]
    assert note == (
        "3 promotional or subscription mails contain these words: "
        "add category:promotional or category:subscription to see them."
    )
    archived = SearchOptions(archived=True)
    found = {h.path for h in vault.search("boots -category:junk", archived).hits}
    assert found == {"own.eml", "newsletter.eml", "labelled.eml", "offer.eml"}
    none = "cheap boots -category:junk -category:promotional -category:subscription"
    assert not [n for n in vault.search(none).notes if "category" in n]
    assert paths(vault, "boots category:subscription -category:junk") == [
        "newsletter.eml"
    ]
    everything = vault.search("cheap boots", archived)
    assert len(everything.hits) == 6
    assert not [each for each in everything.notes if "promotional" in each]


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


def test_an_interrupted_mailbox_is_continued(
    root: Path, vault: Vault, extracted: list[int]
) -> None:
    mails = [mail(f"Entry n{i}.\n", message_id=f"{i}@x") for i in range(200)]
    write(root, "a.mbox", mbox(*mails))
    assert 0 < interrupted(vault) < 200
    assert index(vault).documents == 200
    assert sum(extracted) <= 200 + BATCH_MAILS


def test_an_interrupted_mailbox_that_is_removed_leaves_nothing(
    root: Path, vault: Vault
) -> None:
    mails = [mail(f"Entry n{i}.\n", message_id=f"{i}@x") for i in range(200)]
    write(root, "a.mbox", mbox(*mails))
    interrupted(vault)
    (root / "a.mbox").unlink()
    assert index(vault).documents == 0


def test_progress_of_a_mailbox_advances(root: Path, vault: Vault) -> None:
    count = 3 * BATCH_MAILS
    mails = [mail(f"Mail {n}.\n", message_id=f"{n}@x") for n in range(count)]
    write(root, "a.mbox", mbox(*mails))
    seen: list[IndexEvent] = []
    vault.index(seen.append, embed=False)
    steps = [each for each in seen if isinstance(each, ReadingProgress)]
    assert [each.mails for each in steps] == sorted(each.mails for each in steps)
    assert {each.mails for each in steps} == {0, count // 3, 2 * count // 3, count}
    shares = [each.share for each in steps]
    assert shares == sorted(shares)
    assert any(0.3 < share < 0.4 for share in shares)
    assert steps[-1] == ReadingProgress(1, 1, count)


def interrupted(vault: Vault) -> int:
    """Index until some mails are read; the number of documents."""
    cancelled = threading.Event()
    seen: list[IndexEvent] = []

    def listen(event: IndexEvent) -> None:
        seen.append(event)
        if len([each for each in seen if isinstance(each, ReadingProgress)]) == 3:
            cancelled.set()

    vault.index(listen, embed=False, cancelled=cancelled)
    with vault._store.reader() as reader:
        return reader.counts()[0]


def test_a_mailbox_that_is_rewritten_while_it_is_read_is_read_again(
    root: Path, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = mbox(*(mail(f"Old n{i}.\n", message_id=f"{i}@x") for i in range(90)))
    after = mbox(*(mail(f"New n{i}.\n", message_id=f"{i}@x") for i in range(80)))
    write(root, "a.mbox", before)
    read_range = MailReader.read_range

    def rewriting(self: MailReader, request: MailRange) -> MailReading:
        found = read_range(self, request)
        write(root, "a.mbox", after)
        return found

    monkeypatch.setattr(MailReader, "read_range", rewriting)
    index(vault)
    monkeypatch.undo()
    assert index(vault).documents == 80
    assert paths(vault, "old") == []
    assert vault.documents.read("a.mbox » 79@x").text.endswith("New n79.\n\n")


def test_a_mail_that_is_moved_keeps_its_chunks(root: Path, vault: Vault) -> None:
    moved = mail("Tides are high.\n")
    other = mail("Nets are dry.\n", message_id="2@x")
    write(root, "in.mbox", mbox(other, moved))
    write(root, "old.mbox", mbox(mail("Hulls.\n", message_id="3@x")))
    index(vault)
    with vault._store.reader() as reader:
        before = reader.chunks_of("in.mbox » pump-1@example.org")
    write(root, "in.mbox", mbox(other))
    write(root, "old.mbox", mbox(mail("Hulls.\n", message_id="3@x"), moved))
    assert index(vault).documents == 3
    with vault._store.reader() as reader:
        assert reader.chunks_of("old.mbox » pump-1@example.org") == before


def test_another_version_extracts_mails_again_and_keeps_their_chunks(
    root: Path, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "a.mbox", mbox(mail("Tar.\n"), mail("Wax.\n", message_id="2@x")))
    write(root, "b.eml", mail("Oil.\n", message_id="3@x"))
    vault.index()
    monkeypatch.setitem(OWN_KINDS, "mail", OWN_KINDS["mail"]._replace(version="0"))
    forget_packages()
    assert index(vault).pending == 0
    with vault._store.reader() as reader:
        assert reader.counts() == (3, 3, 3)
    assert vault.documents.read("b.eml").encoding.startswith("mail/0+")
    forget_packages()


def test_quotations_are_chunks_of_their_own(root: Path, vault: Vault) -> None:
    text = "Own.\n\nOn Tue Ann wrote:\n> Quoted.\n\nMore of my own.\n-- \nSigned\n"
    write(root, "a.eml", mail(text))
    index(vault)
    with vault._store.reader() as reader:
        chunks = reader.chunks(reader.chunks_of("a.eml"))
        places = reader.places(chunks)
    parts = {chunk.text: places[number].is_quoted for number, chunk in chunks.items()}
    assert [quoted for _, quoted in sorted(parts.items(), key=lambda p: p[0])] == [
        False,
        False,
        True,
        True,
    ]
    assert parts["More of my own."] is False
    assert parts["\\--\nSigned"] is True
