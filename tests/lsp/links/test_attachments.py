"""Attachments, named like notes: by name or path, with a page, indexed or not."""

import pytest

from ragtui_core import Vault
from support.editor import Editor
from support.office_files import PdfPage, pdf
from support.vaults import IndexVault

TEXT = """\
# Plan

[[scan.png]] [[att/scan.png|seen]] [s](att/scan.png) ![[scan.png]] [[SCAN.PNG]]

[[spec.pdf]] [[spec.pdf#page=2]] [b](att/spec.pdf#page=2) [[spec.pdf#page=9]]

[[nowhere.png]] [[pump#^b1]] [[pump#^nope]]
"""

PUMP = "# Pump\n\nIt hums. ^b1\n\nIt leaks. ^b2\n"


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    files: dict[str, str | bytes] = {
        "plan.md": TEXT,
        "pump.md": PUMP,
        "other.md": "[[pump]] [[pump#^b1]] [[pump#^b2]] [[scan.png]]\n",
        "deep/plan.md": "![x](../att/scan.png)\n",
        "html.md": '<img width=20 src="att/scan.png"> <a href="att/scan.png">x</a>\n',
        "att/scan.png": b"PNG",
        "att/spec.pdf": pdf(PdfPage(["Preface."]), PdfPage(["It hums at night."])),
    }
    return index_vault(files)


async def test_a_file_that_is_not_indexed_is_a_target_and_only_what_is_none_is_marked(
    editor: Editor,
) -> None:
    editor.open("plan.md")
    for words in ("[[scan.png", "att/scan.png|", "(att/sc", "SCAN"):
        found = await editor.definition("plan.md", words, inside=3)
        assert found
        assert found.uri == editor.uri("att/scan.png")
        assert "att/scan.png" in await editor.card("plan.md", words, inside=3)
    marked = await editor.diagnostics("plan.md")
    assert {problem.code: problem.message for problem in marked} == {
        "link-note": "There is no file 'nowhere.png'.",
        "link-block": "pump.md has no block '^nope'.",
    }
    # Fixes of a block are blocks, and need no diagnostic.
    actions = await editor.actions("plan.md", editor.range("plan.md", "^nope"))
    fixes = [title for title in actions if title.startswith("Link to")]
    assert sorted(fixes) == ["Link to the block ^b1", "Link to the block ^b2"]
    edited = editor.edited(actions["Link to the block ^b2"].edit)["plan.md"]
    assert "[[pump#^b2]]" in edited
    # A note that cites is checked when its source is typed in.
    editor.open("new.md", "# New\n\n[[pump#Pump]]\n")
    editor.open("pump.md")
    assert await editor.diagnostics("new.md") == []
    editor.change("pump.md", "# Pump", "# Hose")
    await editor.until(lambda: editor.client.diagnostics[editor.uri("new.md")])


async def test_missing_pictures_are_marked_alone(editor: Editor) -> None:
    missing = ["![[nope.png|300]]", "![x|300](n%20o.png)", "![r][gone]"]
    missing += ['<img src="none.png">', "<img width=3 src=bare.png>"]
    there = "![[scan.png]] [![x](lost.png)](pump.md) ![y](https://a.b/c.png)"
    text = f"# New\n\n{there} {' '.join(missing)}\n\n[gone]: nil.png\n"
    editor.open("new.md", text)
    marked = await editor.diagnostics("new.md")
    names = [editor.at("new.md", problem.range) for problem in marked]
    inline = ["lost.png", "nope.png", "n%20o.png", "gone", "none.png", "bare.png"]
    assert names == [*inline, "nil.png"]
    actions = await editor.actions("new.md", marked[0].range, marked)
    removed = editor.edited(actions["Remove the link, keep its words"].edit)["new.md"]
    assert "[x](pump.md)" in removed


async def test_fixes_are_those_of_the_link_at_the_cursor(editor: Editor) -> None:
    """Also if the client names the problems of the whole line, as Neovim does."""
    editor.open("line.md", "# Line\n\n[[pump#^nope]] [[no such]] here\n")
    problems = await editor.diagnostics("line.md")
    assert len(problems) == 2
    for words, has_blocks in (("^nope", True), ("no such", False), ("here", True)):
        at = editor.range("line.md", words)
        actions = await editor.actions("line.md", at, problems)
        blocks = [title for title in actions if title.startswith("Link to the block")]
        assert bool(blocks) is has_blocks


SCANS = [
    ("deep/plan.md", "![x](../att/scan.png)"),
    ("html.md", '<a href="att/scan.png">x</a>'),
    ("html.md", '<img width=20 src="att/scan.png">'),
    ("other.md", "[[scan.png]]"),
    ("plan.md", "![[scan.png]]"),
    ("plan.md", "[[SCAN.PNG]]"),
    ("plan.md", "[[att/scan.png|seen]]"),
    ("plan.md", "[[scan.png]]"),
    ("plan.md", "[s](att/scan.png)"),
]


async def test_links_and_pictures_refer_to_attachments(editor: Editor) -> None:
    for path, words in SCANS:
        editor.open(path)
        assert sorted(await editor.references(path, words, 3)) == SCANS
    editor.open("other.md", "![spec](att/spec.pdf)\n")
    found = await editor.references("other.md", "![spec]", 3)
    assert {("other.md", "![spec](att/spec.pdf)"), ("plan.md", "[[spec.pdf]]")} <= {
        *found
    }
    assert all("spec" in words for _, words in found)


@pytest.mark.parametrize("words", ["It hums", "[[pump#^b1]]"])
async def test_references_of_a_block_are_those_that_name_it(
    editor: Editor, vault: Vault, words: str
) -> None:
    own = f"{PUMP}\n[[#^b1]] [[pump#^b1]] [[#^b2]] [[#Pump]]\n"
    (vault.root / "pump.md").write_text(own)
    vault.index(embed=False)
    path = "pump.md" if words == "It hums" else "plan.md"
    for opens in (False, True):  # links as indexed, and as typed
        if opens or path == "pump.md":
            editor.open("pump.md", own)
        if path != "pump.md":
            editor.open(path)
        assert sorted(await editor.references(path, words, 3)) == [
            ("other.md", "[[pump#^b1]]"),
            ("plan.md", "[[pump#^b1]]"),
            ("pump.md", "[[#^b1]]"),
            ("pump.md", "[[pump#^b1]]"),
        ]


async def test_attachments_are_completed(editor: Editor, vault: Vault) -> None:
    (vault.root / "spare-cabin.md").write_text("# Spare cabin\n")
    vault.index(embed=False)
    editor.open("new.md", "# New\n\n[[sca\n\n![[att/\n")
    for words in ("[[sca", "![[att/"):
        first, *_ = await editor.completed("new.md", words, len(words))
        assert first.label == "scan.png"  # It contains the typed letters.
        assert first.text_edit
        assert first.text_edit.new_text == "scan.png]]"


@pytest.mark.parametrize(
    ("words", "name"), [("[[scan.png]]", "photo"), ("![[scan.png]]", "photo.PNG")]
)
async def test_an_attachment_is_renamed_by_a_link_or_picture(
    editor: Editor, words: str, name: str
) -> None:
    editor.open("plan.md")
    edit = await editor.rename("plan.md", words, name, 4)
    edited = editor.edited(edit)
    assert edited["deep/plan.md"] == "![x](../att/photo.png)\n"
    assert edited["html.md"].count('"att/photo.png"') == 2
    assert "[[photo.png]]" in edited["other.md"]
    assert "scan" not in edited["plan.md"].casefold()
    assert editor.apply(edit) == {"att/scan.png": "att/photo.png"}
