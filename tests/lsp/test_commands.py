"""Commands and custom requests that need no answer of a model."""

import re
from pathlib import Path
from typing import Any

from lsprotocol import types

from ragtui_core import Vault
from ragtui_lsp.registration import COMMANDS, FEATURES, handlers
from ragtui_lsp.shown_words import shown_words
from support.editor import Editor

ROOT = Path(__file__).parents[2]


def test_every_request_and_command_has_a_handler() -> None:
    requests = [*FEATURES, types.WORKSPACE_TEXT_DOCUMENT_CONTENT]
    assert sorted(handlers()) == sorted([*requests, *COMMANDS])


def test_every_command_is_documented() -> None:
    page = (ROOT / "docs" / "lsp-protocol.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(ragtui\.\w+)` \|", page, re.M)) == set(COMMANDS)


async def test_search_says_what_the_command_says(editor: Editor, vault: Vault) -> None:
    from ragtui_core.search.search_json import search_as_json

    found = await editor.command("ragtui.search", query="impeller hums")
    own = search_as_json(vault.search("impeller hums"))
    for hit, expected in zip(found["hits"], own["hits"], strict=True):
        words, matches = shown_words(expected["excerpt"], expected["matches"])
        shown = {"excerpt": words, "matches": matches}
        assert (expected | shown).items() <= hit.items()
        assert hit["uri"] == editor.uri(hit["path"])
    asked = await editor.request("ragtui/search", query="impeller hums")
    assert asked.hits[0].uri == found["hits"][0]["uri"]
    first, last = found["hits"][0]["lines"]
    assert first < last
    assert found["hits"][0]["where"] == f"products/pump.md, lines {first}–{last}"
    editor.open("products/pump.md")
    editor.change("products/pump.md", "# Pump", "One\n\nTwo 😀\n\n# Pump")
    found = await editor.command("ragtui.search", query="impeller hums")
    assert found["hits"][0]["range"]["start"]["line"] == 4  # where it is now


async def test_the_page_of_sources_has_neither_scores_nor_pictures(
    editor: Editor, vault: Vault
) -> None:
    picture = "![hose](https://example.org/hose.png)"
    (vault.root / "tank.md").write_text(f"# Tank\n\nA hose of rubber {picture}.\n")
    vault.index(embed=False)
    editor.open("draft.md", "A hose of rubber brings the water.\n")
    found = await editor.command(
        "ragtui.findSources",
        textDocument={"uri": editor.uri("draft.md")},
        range=editor.range("draft.md", "A hose of rubber brings the water."),
        show=True,
    )
    (shown,) = editor.client.shown_documents
    page = editor.shown_text(shown.uri)
    places = [line for line in page.splitlines() if line.startswith("- [")]
    assert places == [
        f"- [{hit['title']}]({hit['uri']}#L{hit['lines'][0]})" for hit in found["hits"]
    ]
    assert "tank.md" in page
    assert "![" not in page


async def test_text_that_the_server_does_not_follow_is_lent(editor: Editor) -> None:
    code = "# é 😀\nnote = 'The impeller hums'\n"
    place: dict[str, Any] = {
        "textDocument": {"uri": editor.uri("pump.py"), "text": code},
        "range": {
            "start": {"line": 1, "character": 8},
            "end": {"line": 1, "character": 25},
        },
    }
    found = await editor.command("ragtui.findSources", **place)
    assert found["hits"][0]["path"] == "products/pump.md"
    cited = await editor.command("ragtui.insertCitation", **place)
    (change,) = cited["edit"]["documentChanges"]
    assert change["edits"][0]["range"]["start"] == {"line": 1, "character": 26}


async def test_a_citation_is_put_below_the_selection_and_a_chosen_one_not_confirmed(
    editor: Editor, vault: Vault
) -> None:
    editor.open("draft.md", "# Draft\n\nThe impeller hums.\n")
    place = {
        "textDocument": {"uri": editor.uri("draft.md")},
        "range": editor.range("draft.md", "The impeller hums."),
    }
    best = await editor.command("ragtui.insertCitation", **place)
    chosen = await editor.command("ragtui.insertCitation", **place, index=1)
    assert best["text"] == chosen["text"]
    assert best["edit"]["changeAnnotations"]
    assert not chosen["edit"].get("changeAnnotations")
    editor.open("other.md", "# Draft é\n\n😀 The impeller hums 漢字.\nMore.\n")
    found = await editor.command(
        "ragtui.insertCitation",
        textDocument={"uri": editor.uri("other.md")},
        range=editor.range("other.md", "The impeller hums"),
        apply=True,
    )
    assert found["citation"]["quote"].startswith("If it hums")
    (edit,) = editor.edits
    edited = editor.edited(edit)["other.md"]
    assert "漢字.\nMore.\n\n> If it hums" in edited
    (checked,) = vault.quotations.verify(edited)
    assert checked.verdict.verified


async def test_the_line_ends_are_those_of_the_note(
    editor: Editor, vault: Vault
) -> None:
    text = "# Draft\n\nThe impeller hums.\n\n## Next\n"
    editor.open("draft.md", text.replace("\n", "\r\n"))
    place = {
        "textDocument": {"uri": editor.uri("draft.md")},
        "range": editor.range("draft.md", "The impeller hums."),
    }
    await editor.command("ragtui.insertCitation", **place, apply=True)
    await editor.command("ragtui.insertText", **place, text="a\nb\r\nc", apply=True)
    cited, inserted = (editor.edited(edit)["draft.md"] for edit in editor.edits)
    for edited in (cited, inserted):
        assert edited.count("\n") > text.count("\n") + 3
        assert edited == edited.replace("\r\n", "\n").replace("\n", "\r\n")
    (checked,) = vault.quotations.verify(cited)
    assert checked.verdict.verified


async def test_a_text_is_put_below_a_whole_block(editor: Editor) -> None:
    for number, (ending, text, lent, expected) in enumerate(
        (
            ("md", "| a |\n|---|\n| 1 |\n| 2 |\n", None, "| 2 |\n\nANSWER\n"),
            ("md", "one", None, "one\n\nANSWER\n"),
            ("md", "one\n\nb\n", None, "one\n\nANSWER\n\nb\n"),
            ("md", "one\r\n\r\nb", None, "one\r\n\r\nANSWER\r\n\r\nb"),
            ("md", "- one\n- b\n", None, "- one\n\nANSWER\n\n- b\n"),
            ("md", "a\n\n<!-- one -->\n\n\nb\n", None, "-->\n\nANSWER\n\n\nb\n"),
            ("py", "one = 1\ntwo = 2\n", "one = 1\ntwo = 2\n", "one = 1\n\nANSWER"),
        )
    ):
        name = f"draft-{number}.{ending}"
        editor.open(name, text)
        document = {"uri": editor.uri(name)} | ({"text": lent} if lent else {})
        await editor.command(
            "ragtui.insertText",
            textDocument=document,
            range=editor.range(name, "one" if "one" in text else "| 1 |"),
            text="ANSWER",
            apply=True,
        )
        edited = editor.edited(editor.edits[-1])[name]
        assert expected in edited
        assert edited.count("ANSWER") == 1
        if "\n\n\n" not in text:
            assert "\n\n\n" not in edited.replace("\r", "")


async def test_verify_gives_every_verdict(editor: Editor, quoting: str) -> None:
    altered = quoting.replace("second winter", "third winter")
    editor.open("review.md", f"{quoting}\n{altered}")
    found = await editor.command(
        "ragtui.verify", textDocument={"uri": editor.uri("review.md")}
    )
    first, second = found["citations"]
    assert (first["verdict"], second["verdict"]) == ("exact", "altered")
    assert first["uri"] == editor.uri("products/pump.md")
    assert first["lines"] == [7, 7]
    assert "uri" not in second
    assert second["message"].startswith("Altered")
    assert found["summary"] == "1 of 2 citations could not be verified."
    for text, summary in (
        ("# Empty\n", "This note has no saved citations."),
        (quoting, "All citations verified."),
    ):
        editor.open("other.md", text)
        found = await editor.command(
            "ragtui.verify", textDocument={"uri": editor.uri("other.md")}
        )
        assert found["summary"] == summary


async def test_status_and_reindex(editor: Editor, vault: Vault) -> None:
    (vault.root / "new.md").write_text("# New\n\nAn anode 😀.\n")
    done = await editor.command("ragtui.reindex")
    assert done["documents"] == 3
    found = await editor.command("ragtui.search", query="anode")
    assert found["hits"][0]["path"] == "new.md"
    told = await editor.command("ragtui.status")
    (status,) = told["vaults"]
    assert status["documents"] == 3
    assert status["share"] == 1.0
    assert status["provider"] == "extractive"
    assert re.match(r"3 notes; (\d+) of \1 passages searchable", status["summary"])
    state, answers, index = status["facts"]
    assert state == status["state_sentence"] == "up to date"
    assert status["state"] == "up_to_date"
    assert answers == "Answers: exact extracts"
    assert index == f"Index: {status['index_path']}"
