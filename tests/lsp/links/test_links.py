"""Links, headings and tags: hover, definition, references, diagnostics, symbols."""

import pytest
from lsprotocol import types

from ragtui_core import Vault
from ragtui_lsp.location_mapper import LocationMapper
from support.editor import Editor, StartEditor
from support.linked_notes import PATH
from support.vaults import MakeVault

PUMP, HOSE = "products/pump.md", "products/hose.md"


async def _symbols(
    editor: Editor, query: str
) -> list[types.WorkspaceSymbol | types.SymbolInformation]:
    params = types.WorkspaceSymbolParams(query)
    return list(await editor.client.workspace_symbol_async(params) or ())


async def test_cards_of_notes_headings_and_tags(overview: Editor, vault: Vault) -> None:
    card = await overview.card(PATH, "../products/hose.md")
    for words in ("**Hose**", "*The hose between pump and tank.*", "A hose of rubber"):
        assert words in card
    card = await overview.card(PATH, "[[pump#Störungen")
    assert "**Pump 🚰** › Störungen 故障" in card
    assert "If it hums" in card
    assert "second winter" not in card
    card = await overview.card(PATH, "#water")
    assert "**#water** · 2 notes" in card
    assert "[Hose]" in card
    (vault.root / "nested.md").write_text("# Nested\n\n#Water/cold\n")
    vault.index(embed=False)
    card = await overview.card(PATH, "#water")
    assert "**#water** · 3 notes" in card
    assert card.count("](file:") == 3


CARDS: tuple[tuple[str, list[str], list[str]], ...] = (
    (
        "# Tank\n\n![x](https://example.org/x.png) é\n\n```\n" + "code\n" * 20,
        ["**Tank**\n", "…\n```"],
        ["# Tank", "!["],
    ),
    (
        "# Hose\n\n[[pump|The pump]], ![[a b.png]] `[[x|y]]` and:\n\n"
        "| who |\n|---|\n| [[zoe\\|Zoë]] |\n",
        ["The pump, a b.png `[[x|y]]` and:", "| Zoë |"],
        [],
    ),
    (
        "# Hose\n\nSee [the pump](pump.md) <a href='pump.md'>p</a> "
        "<img src='a.png'> ^b1\n\n^b2\n",
        ["See the pump p a.png"],
        ["pump.md", "^b"],
    ),
    (
        "---\ntags: ['a` ![p](https://example.org/p.png) `b', water]\n---\n# A\n",
        ["#water"],
        ["!["],
    ),
)
"""A note, what its card has, and what it has not."""


async def test_a_card_shows_words_alone(overview: Editor, vault: Vault) -> None:
    for text, shown, hidden in CARDS:
        (vault.root / HOSE).write_text(text)
        card = await overview.card(PATH, "[hose](")
        assert [words for words in shown if words not in card] == []
        assert [words for words in hidden if words in card] == []


BROKEN = "Pumpe", "pump#Storage"
"""Links of the note that lead nowhere in any case."""

NOWHERE: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "%% [[nowhere]] %% [x](../products/pump.html) [y](../products/none.html)",
        ("../products/none.html",),
    ),
    (
        "[x](../std/enum.Option.html#variant.Some) [y](../../hose.pdf) [z](a.html)",
        ("a.html",),
    ),
    (
        "[[#Gone]] [x](#gone) [[#Broken]] [y](#whats-new)\n\n## What's new\n\n"
        "## Broken\n\n",
        ("#Gone", "#gone"),
    ),
    (
        "".join(f"- é😀 [[pump|{n}]] and [[gone {n}]]\n" for n in range(300)),
        tuple(f"gone {n}" for n in range(300)),
    ),
)
"""Links, and those of them that are marked."""


async def test_dead_links_are_marked_and_not_sent_again(overview: Editor) -> None:
    written = "See [[Pump]]"
    for text, expected in NOWHERE:
        overview.change(PATH, written, text)
        written = text

        def are_marked(expected: tuple[str, ...] = expected) -> bool:
            found = overview.client.diagnostics.get(overview.uri(PATH), ())
            marked = tuple(overview.at(PATH, each.range) for each in found)
            return marked == (*expected, *BROKEN)

        await overview.until(are_marked)
    overview.change(PATH, "- é😀 [[pump|150]]", "a\n- [[hose]] é😀 [[pump|150]]")
    await overview.until(are_marked)
    overview.open(HOSE)
    await overview.diagnostics(HOSE)
    overview.client.diagnostics.clear()
    saved = types.DidSaveTextDocumentParams(overview.document(PATH))
    overview.client.text_document_did_save(saved)
    overview.change(HOSE, "A hose", "A [[nothing]]")
    assert len(await overview.diagnostics(HOSE)) == 1
    assert overview.uri(PATH) not in overview.client.diagnostics


async def test_definition_selects_the_heading_block_or_element(
    overview: Editor,
) -> None:
    async def defined(words: str) -> str:
        found = await overview.definition(PATH, words)
        assert found
        return overview.at(overview.path(found.uri), found.range)

    found = await overview.definition(PATH, "[[Pump]]")
    assert found
    assert found.range.start == types.Position(0, 0)
    assert await defined("[[pump#Störungen") == "Störungen 故障"
    overview.open(PUMP)
    overview.change(PUMP, "## Service", "## Lager 😀\n\nx\n\n## Service")
    overview.change(PATH, "[[pump#Storage]]", "[[pump#Lager 😀]]")
    assert await defined("[[pump#Lager") == "Lager 😀"
    overview.change(PUMP, "second winter.", "second winter. ^soon")
    overview.change(PATH, "[[Pump]]", "[[Pump#^soon]] [[Pump#^late]]")
    words = "Its *impeller* is changed every second winter."
    assert await defined("[[Pump#^soon") == words
    card = await overview.card(PATH, "[[Pump#^soon")
    assert card.startswith("**Pump 🚰** › ^soon\n\n")
    assert card.endswith(f"\n\n{words}")
    assert await overview.definition(PATH, "[[Pump#^late") is None
    card = await overview.card(PATH, "[[Pump#^late")
    assert card == f"{PUMP} has no block '^late'."
    overview.open(HOSE)
    overview.change(HOSE, "A hose of", 'é😀 <a id="parts-list"></a> A hose of')
    overview.change(PATH, "[[Pumpe]]", "[x](../products/hose.md#parts-list)")
    assert await defined("[x](") == '<a id="parts-list">'


async def test_a_missing_heading_is_marked_in_links_of_all_kinds(
    make_vault: MakeVault,
    vault: Vault,
    editor: Editor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = "[c](pump.md#valve-1) [d](pump.md#here) [e](pump.md) [f](t.txt#Valv)"
    right += " [g](pump.md#parts-list)"
    pump = '# Pump\n\n## Valve\n\n## Valve\n\n<a id="here"></a>\n\n> ## Parts List\n'
    make_vault({"pump.md": pump, "t.txt": "Valve\n", "products.md": "# All products\n"})
    vault.index(embed=False)
    for link in ("[[pump#Valv]]", "[a](pump.md#Valv)", "[a][b]\n\n[b]: pump.md#Valv"):
        note = f"new-{len(link)}.md"
        editor.open(note, f"# New\n\n{right}\n\n{link}\n")
        found = await editor.diagnostics(note)
        says = "pump.md has no heading 'Valv'."
        assert {problem.message for problem in found} == {says}
        written = link.partition("\n")[0]
        assert "has no heading" in await editor.card(note, written, inside=3)
        actions = await editor.actions(note, found[-1].range, [found[-1]])
        edited = editor.edited(actions["Link to the heading Valve"].edit)
        assert "#Valve" in edited[note].partition(right)[2]
    parsed: list[str] = []
    monkeypatch.setattr(LocationMapper, "document", lambda _, path: parsed.append(path))
    editor.open("folder.md", "[[products#All products]] [[products#Pipes]]\n")
    (broken,) = await editor.diagnostics("folder.md")
    assert broken.message == "products.md has no heading 'Pipes'."
    assert parsed == []  # A note with many broken links would take long.


async def test_tags_symbols_of_the_workspace_and_related_notes(
    overview: Editor,
) -> None:
    places = await overview.references(PATH, "#water")
    assert sorted(places) == [(PATH, "#water"), (PATH, "water"), (HOSE, "water")]
    found = await _symbols(overview, "stor")
    assert found[0].name == "Störungen 故障"
    assert found[0].kind == types.SymbolKind.String
    (found_by_word,) = await _symbols(overview, "hums")
    assert found_by_word.kind == types.SymbolKind.File
    assert (found_by_word.container_name or "").startswith(f"{PUMP}: ")
    for query, path in (("rubber brings water", HOSE), ("", PATH)):  # the recent ones
        names = [each.container_name or "" for each in await _symbols(overview, query)]
        assert any(name.partition(":")[0] == path for name in names)
    document = {"uri": overview.uri(PATH)}
    related = await overview.command("ragtui.related", textDocument=document)
    assert related["notes"][0]["uri"].startswith("file://")
    assert {note["path"] for note in related["notes"]} == {PUMP, HOSE}
    document = {"uri": overview.uri(PUMP)}
    related = await overview.command("ragtui.related", textDocument=document)
    assert related["notes"][0]["summary"].startswith("😀 漢字 See Pump, what fails")


async def test_broken_links_are_fixed_from_anywhere_in_them(overview: Editor) -> None:
    found = await overview.diagnostics(PATH)
    assert tuple(overview.at(PATH, each.range) for each in found) == BROKEN
    actions = await overview.actions(PATH, found[0].range, [found[0]])
    edited = overview.edited(actions[f"Link to {PUMP}"].edit)
    assert "Broken: [[pump]]" in edited[PATH]
    removed = overview.edited(actions["Remove the link, keep its words"].edit)
    assert "Broken: Pumpe and" in removed[PATH]
    actions = await overview.actions(PATH, found[1].range, [found[1]])
    edited = overview.edited(actions["Link to the heading Störungen 故障"].edit)
    assert "[[pump#Störungen 故障]]." in edited[PATH]
    for link in ("[[Pumpe|that one]]", "[that one](../products/pumpe.md)"):
        overview.change(PATH, "[[Pumpe]]", link)
        for inside in range(len(link) + 1):
            cursor = overview.position(PATH, link, inside)
            actions = await overview.actions(PATH, types.Range(cursor, cursor))
            assert f"Link to {PUMP}" in actions, (link, inside)
        overview.change(PATH, link, "[[Pumpe]]")


async def test_links_to_and_of_templates_are_not_broken(
    make_vault: MakeVault, start_editor: StartEditor
) -> None:
    vault = make_vault(
        {
            ".obsidian/templates.json": '{"folder": "forms"}',
            ".ragtuiignore": "/private.md\n",
            "forms/Meeting.md": "# Meeting\n\n[[{{yesterday}}]] [[plan#Gone]]\n",
            "private.md": "# Private\n",
            "plan.md": "# Plan\n\n[[forms/Meeting]] [[private]] [[nothing]]\n",
        }
    )
    vault.index(embed=False)
    editor = await start_editor(vault.root)
    for path in ("plan.md", "forms/Meeting.md"):
        editor.open(path)
    (marked,) = await editor.diagnostics("plan.md")
    assert editor.at("plan.md", marked.range) == "nothing"
    assert await editor.diagnostics("forms/Meeting.md") == []
    for link, said in (
        ("[[forms", "is a template, not in"),
        ("[[private", "is not in"),
    ):
        assert f"{said} the index." in await editor.card("plan.md", link, inside=3)
        found = await editor.definition("plan.md", link, inside=3)
        assert found
        assert found.uri.endswith(".md")


async def test_a_far_off_note_is_not_the_preferred_fix(overview: Editor) -> None:
    overview.change(PATH, "[[Pumpe]]", "[[Pump station of the north]] [[Pumpe]]")
    preferred = {}
    for found in await overview.diagnostics(PATH):
        actions = await overview.actions(PATH, found.range, [found])
        assert f"Link to {PUMP}" in actions or "heading" in found.message
        best = [title for title, each in actions.items() if each.is_preferred]
        preferred[overview.at(PATH, found.range)] = best
    assert preferred["Pump station of the north"] == []
    assert preferred["Pumpe"] == [f"Link to {PUMP}"]


async def test_references_are_links_and_citations_saved_or_not(
    overview: Editor, quoting: str, vault: Vault
) -> None:
    (vault.root / "review.md").write_text(quoting)
    vault.index(embed=False)
    overview.open(PUMP)
    found = await overview.references(PUMP, "# Pump")
    assert {path for path, _ in found} == {PATH, "review.md"}
    words = [word for _, word in found]
    assert "[[Pump]]" in words
    assert any(word.startswith(f"[{PUMP}]") for word in words)
    ((path, word),) = await overview.references(PUMP, "Störungen")
    assert path == PATH
    assert word.startswith("[[pump#Störungen")
    overview.open(HOSE)
    overview.change(HOSE, "A hose of", "A [[pump#Service]] hose of")
    overview.change(PATH, "[[Pump]]", "[[hose]]")
    found = await overview.references(PUMP, "# Pump")
    assert (HOSE, "[[pump#Service]]") in found
    assert not {"[[Pump]]", "[[hose]]"} & {word for _, word in found}
    found = await overview.references(PUMP, "Service")
    assert [word for path, word in found if path == HOSE] == ["[[pump#Service]]"]
