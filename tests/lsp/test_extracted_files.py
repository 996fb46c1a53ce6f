"""Files that are not text: their text is shown, or the client opens the file itself."""

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_core import Selection, Vault
from ragtui_core.citations import write_citation
from ragtui_lsp.uris import text_uri
from support.editor import Editor, StartEditor
from support.mails import mail, mbox
from support.office_files import PdfPage, pdf
from support.pictures import drawn, recognizing, saved
from support.vaults import IndexVault, MakeVault

HUM = "The impeller hums at night."


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    report = pdf(PdfPage(["Preface."]), PdfPage(["[Annex]", HUM]))
    vault = index_vault({"report.pdf": report, "note.md": "A note.\n"})
    cited = vault.quotations.cite(Selection(HUM, "report.pdf"))
    (vault.root / "note.md").write_text(f"A note.\n\n{write_citation(cited)}\n")
    return vault


async def text_of(editor: Editor, uri: str) -> str:
    params = types.TextDocumentContentParams(uri)
    found = await editor.client.workspace_text_document_content_async(params)
    return found.text


async def test_hits_and_saved_quotations_of_a_pdf_lead_to_its_words(
    vault: Vault, start_editor: StartEditor
) -> None:
    editor = await start_editor(vault.root, shows_texts=True)
    found = await editor.command("ragtui.search", query="impeller kind:pdf")
    (hit,) = found["hits"]
    assert hit["uri"] == text_uri(editor.uri("report.pdf"))
    assert hit["uri"].startswith("ragtui:///")
    assert hit["where"] == "report.pdf, p. 2"
    assert "[Annex]" in hit["excerpt"]
    text = await text_of(editor, hit["uri"])
    assert text == vault.documents.text("report.pdf")
    start, end = hit["range"]["start"]["line"], hit["range"]["end"]["line"]
    assert HUM in text.splitlines()[start : end + 1]
    editor.open("note.md")
    place = await editor.definition("note.md", "hums")
    assert place
    assert place.uri == hit["uri"]
    assert HUM in text.splitlines()[place.range.start.line : place.range.end.line + 1]
    card = await editor.card("note.md", "hums")
    assert " · p. 2" in card
    assert f"]({place.uri})" in card


async def test_a_client_opens_the_file(vault: Vault, start_editor: StartEditor) -> None:
    editor = await start_editor(vault.root)
    found = await editor.command("ragtui.search", query="impeller kind:pdf")
    (hit,) = found["hits"]
    assert hit["uri"] == editor.uri("report.pdf")
    assert hit["where"] == "report.pdf, p. 2"
    assert hit["location"] == {"kind": "page", "label": "2", "number": 2}
    assert set(hit["range"]["start"].values()) == {0}
    editor.open("note.md")
    location = await editor.definition("note.md", "hums")
    assert location
    assert location.uri == editor.uri("report.pdf")
    assert location.range.start == types.Position(0, 0)


async def test_a_row_of_values_is_at_its_line_of_the_file(
    index_vault: IndexVault, start_editor: StartEditor
) -> None:
    vault = index_vault({"a.csv": 'part,note\npump,"hums\nat night"\ngasket,leaks\n'})
    places = []
    for shows_texts in (False, True):
        editor = await start_editor(vault.root, shows_texts=shows_texts)
        found = await editor.command("ragtui.ask", question="Which gasket leaks?")
        (citation, *_), (source, *_) = found["citations"], found["sources"]
        assert citation["where"] == "a.csv, line 4"
        places += [citation["range"]["start"]["line"], source["range"]["end"]["line"]]
    assert places == [3, 4, 3, 4]


async def test_a_mail_in_a_mailbox_leads_to_its_own_text(
    index_vault: IndexVault, start_editor: StartEditor
) -> None:
    files = {"survey.txt": b"The keel is sound.\n"}
    mails = mail("The hull is cracked.\n", files=files), mail("Oars.\n", message_id="2")
    vault = index_vault({"in.mbox": mbox(*mails)})
    editor = await start_editor(vault.root, shows_texts=True)
    for query in ("cracked", "keel"):
        found = await editor.command("ragtui.search", query=query)
        (hit,) = found["hits"]
        assert hit["uri"] == text_uri(editor.uri(hit["path"]))
        text = await text_of(editor, hit["uri"])
        start, end = hit["range"]["start"]["line"], hit["range"]["end"]["line"]
        assert query in "\n".join(text.splitlines()[start : end + 1])


async def test_only_documents_are_shown(
    vault: Vault, start_editor: StartEditor
) -> None:
    (vault.root.parent / "secret.pdf").write_bytes(pdf(PdfPage(["Secret."])))
    (vault.root / "gone.pdf").symlink_to(vault.root.parent / "secret.pdf")
    editor = await start_editor(vault.root, shows_texts=True)
    for path in ("absent.pdf", "../secret.pdf", "gone.pdf", ".."):
        with pytest.raises(JsonRpcException, match="nor a document of a vault"):
            await text_of(editor, text_uri(editor.uri(path)))


async def test_a_file_is_linked_by_name_and_page(
    index_vault: IndexVault, start_editor: StartEditor
) -> None:
    report = pdf(PdfPage(["Preface."]), PdfPage([HUM]))
    vault = index_vault({"old/report.pdf": report})
    editor = await start_editor(vault.root, shows_texts=True)
    for number, (link, page) in enumerate(
        (
            ("[[report.pdf]]", False),
            ("[[report.pdf#page=2]]", True),
            ("[[old/report.pdf#page=2|p. 2]]", True),
            ("[r](old/report.pdf#page=2)", True),
            ("[[report.pdf#page=9]]", False),
        )
    ):
        note = f"note-{number}.md"
        editor.open(note, f"See {link} here.\n")
        found = await editor.definition(note, "report.pdf", 3)
        assert found
        assert found.uri == text_uri(editor.uri("old/report.pdf"))
        text = await text_of(editor, found.uri)
        start = text.split("\n")[found.range.start.line]
        assert (start == HUM) is page
        card = await editor.card(note, "report.pdf", 3)
        assert card.endswith(HUM if page else "Preface.\n\n" + HUM)
        assert ("It has no p. 9" in card) is ("page=9" in link)
        assert await editor.diagnostics(note) == []


async def test_a_picture_in_a_note_leads_to_its_own_document(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    vault = make_vault({"pics/scan.png": saved(drawn(["It hums."]), "PNG")})
    with recognizing({"image 1": HUM}):
        vault.index(embed=False)
        editor = await start_editor(vault.root, shows_texts=True)
        for link in ("![[scan.png]]", "![a pump](pics/scan.png)", "[[scan.png]]"):
            note = f"{len(link)}.md"
            editor.open(note, f"The pump: {link}\n\n![g](gone.png) ![[gone.png]]\n")
            found = await editor.definition(note, "scan.png")
            assert found
            assert found.uri == text_uri(editor.uri("pics/scan.png"))
            assert HUM in await editor.card(note, "scan.png")
            assert await editor.definition(note, "gone.png") is None
