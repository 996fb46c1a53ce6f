"""Mailboxes and mails whose files change, move, grow or are interrupted."""

from pathlib import Path

import pytest

from ragtui_core import DocumentNotFound, Vault
from ragtui_core.indexing.events import IndexEvent, is_reading
from ragtui_core.indexing.mail_reader import (
    BATCH_MAILS,
    MailRange,
    MailReader,
    MailReading,
)
from support.index_states import interrupted, reading
from support.mail_vaults import index, only, paths, write
from support.mails import ENVELOPE, mail, mbox


def some_mails_are_read(event: IndexEvent) -> bool:
    return is_reading(event) and event.mails > 0


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
    with pytest.raises(DocumentNotFound, match="has many documents"):
        vault.documents.read("Inbox.mbox")
    with pytest.raises(DocumentNotFound, match="no part"):
        vault.documents.read("Inbox.mbox » nothing")


def test_mailboxes_of_apple_mail_and_maildirs_without_empty_folders(
    root: Path, vault: Vault
) -> None:
    write(root, "Archive/Bees.mbox/mbox", mbox(mail("Hives survived the frost.\n")))
    write(root, "Archive/Bees.mbox/table_of_contents", b"\0\1")
    write(root, "box/cur/mail4", mail("Lamps.\n", message_id="4@example.org"))
    sent = mail("Gaskets of cork.\n", message_id="5@example.org")
    write(root, "box/.Sent/cur/1700000001.b.host:2,S", sent)
    write(root, "box/.git/HEAD.eml", mail("Not a mail of the vault.\n"))
    assert index(vault).documents == 3
    assert only(vault, "hives").path == "Archive/Bees.mbox/mbox » pump-1@example.org"
    assert only(vault, "lamps").path == "box/cur/mail4"
    assert only(vault, "cork").path == "box/.Sent/cur/1700000001.b.host:2,S"


def test_flags_change_without_reading_again(root: Path, vault: Vault) -> None:
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


def test_of_a_grown_mailbox_only_new_mails_are_extracted(
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


def test_a_mailbox_cut_off_in_a_mail_is_completed(root: Path, vault: Vault) -> None:
    whole = mbox(mail("First.\n", message_id="1@x"), mail("Second half.\n"))
    write(root, "a.mbox", whole[: whole.index(b"half")])
    index(vault)
    assert paths(vault, "half") == []
    write(root, "a.mbox", whole)
    assert index(vault).documents == 2
    assert len(paths(vault, "half")) == 1


def test_a_changed_mailbox_is_searched_for_its_mail(root: Path, vault: Vault) -> None:
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


def test_an_interrupted_mailbox_is_continued(
    root: Path, vault: Vault, extracted: list[int]
) -> None:
    mails = [mail(f"Entry n{i}.\n", message_id=f"{i}@x") for i in range(200)]
    write(root, "a.mbox", mbox(*mails))
    interrupted(vault, some_mails_are_read)
    assert 0 < vault.coverage.whole().documents < 200
    assert index(vault).documents == 200
    assert sum(extracted) <= 200 + BATCH_MAILS


def test_progress_of_a_mailbox_advances(root: Path, vault: Vault) -> None:
    count = 3 * BATCH_MAILS
    mails = [mail(f"Mail {n}.\n", message_id=f"{n}@x") for n in range(count)]
    write(root, "a.mbox", mbox(*mails))
    seen: list[IndexEvent] = []
    vault.index(seen.append, embed=False)
    steps = [each for each in seen if is_reading(each)]
    assert [each.mails for each in steps] == sorted(each.mails for each in steps)
    assert {each.mails for each in steps} == {0, count // 3, 2 * count // 3, count}
    shares = [each.share for each in steps]
    assert shares == sorted(shares)
    assert any(0.3 < share < 0.4 for share in shares)
    assert steps[-1] == reading(1, 1, mails=count)


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
