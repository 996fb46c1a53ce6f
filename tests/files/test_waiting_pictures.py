"""Scans and pictures wait until everything else is indexed, then are recognised."""

import io
import os
import threading
from email.message import EmailMessage

import pytest
from pypdfium2 import PdfDocument

from ragtui_core import Lines, Vault, Verdict
from ragtui_core.citations import write_citation
from ragtui_core.citations.selected_text import Selection
from ragtui_core.errors import StorageError
from ragtui_core.index_state import IndexStateName
from ragtui_core.indexing.events import IndexEvent, is_reading
from support.mails import mail, mbox
from support.office_files import PdfPage, pdf
from support.pictures import drawn, installed, recognizing, saved
from support.vaults import IndexVault, MakeVault

PNG = saved(drawn(["A valve."]), "PNG")
OTHER = saved(drawn(["A pump."]), "PNG")
SCAN = saved(drawn(["A scan."]), "PDF")
FILES: dict[str, str | bytes] = {
    "note.md": "The heron hums.",
    "valve.png": PNG,
    "pump.png": OTHER,
    "scan.pdf": SCAN,
}


def paths_of(vault: Vault, query: str) -> list[str]:
    return [hit.path for hit in vault.search(query).hits]


def test_without_the_extra_pictures_are_counted(make_vault: MakeVault) -> None:
    with installed(is_installed=False):
        vault = make_vault(FILES)
        done = vault.index(embed=False)
        coverage = vault.coverage.whole()
        assert (done.waiting, coverage.waiting) == (3, 3)
        assert coverage.unread == {".png": 2}
        assert [problem.path for problem in coverage.problems] == ["scan.pdf"]
        assert "1 page without text: scanned" in coverage.problems[0].reason
        assert not coverage.skipped


def test_pictures_follow_once_the_extra_is_there(index_vault: IndexVault) -> None:
    with installed(is_installed=False):
        vault = index_vault(FILES)
    with recognizing({"image 1": "The valve.", "pdf 1": "The contract."}):
        assert vault.index(embed=False).waiting == 0
        coverage = vault.coverage.whole()
        assert (coverage.waiting, coverage.unread, coverage.problems) == (0, {}, ())
        hit = vault.search("contract").hits[0]
        assert (hit.path, str(hit.location)) == ("scan.pdf", "p. 1 (OCR)")
        assert hit.location
        assert hit.location.as_json() == {
            "kind": "page",
            "label": "1",
            "number": 1,
            "ocr": True,
        }
        hit = vault.search("valve").hits[0]
        assert str(hit.location) == "picture (OCR)"


def test_newest_files_are_first_and_notes_before_them(make_vault: MakeVault) -> None:
    vault = make_vault(FILES)
    for age, name in enumerate(("pump.png", "scan.pdf", "valve.png")):
        os.utime(vault.root / name, (1e9 - age, 1e9 - age))
    events: list[IndexEvent] = []
    with recognizing() as fake:

        def see(event: IndexEvent) -> None:
            events.append(event)
            if is_reading(event) and not fake.requests:
                seen.append(event.name)

        seen: list[IndexStateName] = []
        vault.index(see, embed=False)
    assert fake.requests == ["image 1", "pdf 1", "image 1"]
    assert set(seen[:-1]) == {IndexStateName.READING}
    stages = [e.name for e in events if is_reading(e)]
    assert stages[-4:] == [IndexStateName.RECOGNIZING] * 4


def test_a_stopped_run_continues_with_the_next_page(make_vault: MakeVault) -> None:
    images = [drawn([f"Page {number}."]) for number in range(3)]
    data = saved(images[0], "PDF", save_all=True, append_images=images[1:])
    vault = make_vault({"scan.pdf": data})
    cancelled = threading.Event()
    with recognizing({"pdf 3": "The last page."}) as fake:
        before = fake.extract

        def once(kind: str, content: bytes) -> object:
            cancelled.set()
            return before(kind, content)

        fake.extract = once  # type: ignore[method-assign, assignment]  # a fake
        assert vault.index(embed=False, cancelled=cancelled).interrupted
        assert fake.requests == ["pdf 1"]
        assert vault.coverage.whole().waiting == 1
        fake.extract = before  # type: ignore[method-assign]  # a fake
        assert not vault.index(embed=False).interrupted
        assert fake.requests == ["pdf 1", "pdf 2", "pdf 3"]
        hit = vault.search("last").hits[0]
        assert str(hit.location) == "p. 3 (OCR)"


def test_what_was_recognised_is_kept_by_content(make_vault: MakeVault) -> None:
    vault = make_vault({"a.png": PNG})
    with recognizing({"image 1": "The valve."}) as fake:
        vault.index(embed=False)
        (vault.root / "a.png").rename(vault.root / "b.png")
        (vault.root / "copy.png").write_bytes(PNG)
        vault.index(embed=False)
        vault.back_up_index()
        vault.index(embed=False)
        assert fake.requests == ["image 1"]
        assert sorted(paths_of(vault, "valve")) == ["b.png", "copy.png"]


def test_a_page_that_fails_costs_that_page(make_vault: MakeVault) -> None:
    images = [drawn([f"Page {number}."]) for number in range(2)]
    data = saved(images[0], "PDF", save_all=True, append_images=images[1:])
    vault = make_vault({"scan.pdf": data, "bad.png": PNG})
    texts = {"pdf 1": "!crashed", "pdf 2": "The rest.", "image 1": "!ends early"}
    with recognizing(texts) as fake:
        vault.index(embed=False)
        assert paths_of(vault, "rest") == ["scan.pdf"]
        problems = {each.path: each.reason for each in vault.coverage.whole().problems}
        assert problems == {
            "scan.pdf": "p. 1 (OCR) was left out: crashed",
            "bad.png": "picture (OCR) was left out: ends early",
        }
        vault.index(embed=False)
        assert len(fake.requests) == 3


def test_a_picture_without_text_is_read_once(make_vault: MakeVault) -> None:
    vault = make_vault({"photo.png": PNG, "note.md": "The heron."})
    with recognizing({"image 1": ""}) as fake:
        vault.index(embed=False)
        vault.index(embed=False)
        assert fake.requests == ["image 1"]
        coverage = vault.coverage.whole()
        assert (coverage.documents, coverage.skipped, coverage.waiting) == (2, (), 0)
        assert vault.documents.read("photo.png").text.strip() == ""


def test_a_mixed_file_has_both_texts_in_order(make_vault: MakeVault) -> None:
    data = _joined(pdf(PdfPage(["First page."])), SCAN, pdf(PdfPage(["Third page."])))
    vault = make_vault({"mixed.pdf": data})
    with recognizing({"pdf 2": "Second page."}):
        vault.index(embed=False)
        document = vault.documents.read("mixed.pdf")
    assert document.text.split("\n\n") == [
        "First page.",
        "Second page.",
        "Third page.",
        "",
    ]
    starts = [document.text[anchor.start :][:5] for anchor in document.anchors]
    assert starts == ["First", "Secon", "Third"]
    names = [str(anchor.location) for anchor in document.anchors]
    assert names == ["p. 1", "p. 2 (OCR)", "p. 3"]
    (line,) = document.pictured
    assert line.span.of(document.text) == "Second page."
    assert (line.page, line.box) == (2, (10.0, 20.0, 90.0, 40.0))


def _joined(*files: bytes) -> bytes:
    """PDF files as one."""
    whole = PdfDocument.new()
    for file in files:
        whole.import_pages(PdfDocument(file))
    written = io.BytesIO()
    whole.save(written)
    return written.getvalue()


def test_a_saved_quotation_of_a_picture_is_verified(make_vault: MakeVault) -> None:
    vault = make_vault({"scan.pdf": SCAN, "a.png": PNG})
    with recognizing({"pdf 1": "The contract ends.", "image 1": "The valve opens."}):
        vault.index(embed=False)
        for path, where in (("scan.pdf", "p. 1 (OCR)"), ("a.png", "picture (OCR)")):
            selection = Selection("", path, Lines(1, 1))
            saved_text = write_citation(vault.quotations.quote(selection))
            assert f", {where}, line 1 · `ragtui:" in saved_text
            (found,) = vault.quotations.verify(saved_text)
            assert (found.verdict, found.saved.location) == (Verdict.EXACT, where)


def test_texts_that_cannot_be_kept_end_the_run(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault({"a.png": PNG})
    put = "ragtui_core.documents.extraction.cache.ExtractionCache.put"
    with recognizing():
        monkeypatch.setattr(put, lambda *_: None)
        with pytest.raises(StorageError, match="cannot be written"):
            vault.index(embed=False)


def test_a_described_picture_of_a_note_is_found(index_vault: IndexVault) -> None:
    vault = index_vault({"note.md": "![The impeller](a.png)\n\n*A cracked vane*\n"})
    assert paths_of(vault, "impeller") == paths_of(vault, "vane") == ["note.md"]


@pytest.mark.parametrize("name", ["a.eml", "inbox.mbox"])
def test_scans_in_mails_are_recognised(make_vault: MakeVault, name: str) -> None:
    inner = mail("See it.", message_id="2@x", files={"old.png": OTHER})
    files = {"scan.pdf": SCAN, "a.png": PNG, "inner.eml": inner}
    whole = mail("The heron.", message_id="1@x", files=files)
    other = mail("A moth.", message_id="3@x")
    data = whole if name == "a.eml" else mbox(other, whole)
    vault = make_vault({name: data})
    with recognizing({"pdf 1": "The contract ends."}) as fake:
        done = vault.index(embed=False)
        assert (done.waiting, len(fake.requests)) == (0, 3)
        hit = vault.search("contract").hits[0]
        assert hit.path.startswith(name)
        assert hit.path.endswith(" » scan.pdf")
        assert str(hit.location) == "p. 1 (OCR)"
        assert vault.documents.picture(hit.path).startswith(b"\x89PNG")
        assert len(vault.search("words").hits) == 2
        quoted = write_citation(
            vault.quotations.quote(Selection("", hit.path, Lines(1, 1)))
        )
        assert vault.quotations.verify(quoted)[0].verdict is Verdict.EXACT
        assert not vault.coverage.whole().skipped
        vault.index(embed=False)
        assert len(fake.requests) == 3


def test_a_picture_that_the_page_of_a_mail_shows_is_not_recognised(
    make_vault: MakeVault,
) -> None:
    message = EmailMessage()
    message["Subject"] = "Pump"
    message.set_content("<p>It hums. <img src='cid:logo'>", subtype="html")
    message.add_related(PNG, "image", "png", cid="<logo>", filename="logo.png")
    vault = make_vault({"a.eml": message.as_bytes()})
    with recognizing() as fake:
        vault.index(embed=False)
        assert not fake.requests
        assert not vault.coverage.whole().skipped
