"""Links, headings and tags: hover, definition, references, diagnostics, symbols."""

from lsprotocol import types

from ragtui_core import Vault
from support.editor import Editor, StartEditor
from support.linked_notes import PATH
from support.vaults import MakeVault


async def _references(editor: Editor, path: str, words: str) -> list[types.Location]:
    found = await editor.client.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(include_declaration=False),
            editor.document(path),
            editor.position(path, words),
        )
    )
    return list(found or ())


async def _workspace_symbols(
    editor: Editor, query: str
) -> list[types.WorkspaceSymbol | types.SymbolInformation]:
    found = await editor.client.workspace_symbol_async(
        types.WorkspaceSymbolParams(query)
    )
    return list(found or ())


async def test_cards_of_notes_headings_and_tags(overview: Editor, vault: Vault) -> None:
    card = await overview.card(PATH, "../products/hose.md")
    assert "**Hose**" in card
    assert "*The hose between pump and tank.*" in card
    assert "A hose of rubber" in card
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


async def test_a_card_shows_words_and_no_pictures(
    overview: Editor, vault: Vault
) -> None:
    for text, shown, hidden in CARDS:
        (vault.root / "products/hose.md").write_text(text)
        card = await overview.card(PATH, "[hose](")
        assert [words for words in shown if words not in card] == []
        assert [words for words in hidden if words in card] == []


NOWHERE = (
    (
        "%% [[nowhere]] %% [x](../products/pump.html) [y](../products/none.html)",
        ["../products/none.html"],
    ),
    (
        "[x](../std/enum.Option.html#variant.Some) [y](../../hose.pdf) [z](a.html)",
        ["a.html"],
    ),
    (
        "[[#Gone]] [x](#gone) [[#Broken]] [y](#whats-new)\n\n## What's new\n\n"
        "## Broken\n\n",
        ["#Gone", "#gone"],
    ),
)
"""Links, and those of them that are marked."""


async def test_links_that_lead_nowhere_are_marked(overview: Editor) -> None:
    written = "See [[Pump]]"
    for text, expected in NOWHERE:
        overview.change(PATH, written, text)
        written = text

        def are_marked(expected: tuple[str, ...] = (*expected, *BROKEN)) -> bool:
            found = overview.client.diagnostics.get(overview.uri(PATH), ())
            return tuple(overview.at(PATH, x.range) for x in found) == expected

        await overview.until(are_marked)


BROKEN = "Pumpe", "pump#Storage"
"""Links of the note that lead nowhere in any case."""


async def test_definition_selects_the_heading_or_block_saved_or_not(
    overview: Editor,
) -> None:
    found = await overview.definition(PATH, "[[Pump]]")
    assert found
    assert found.range.start == types.Position(0, 0)
    found = await overview.definition(PATH, "[[pump#Störungen")
    assert found
    assert found.uri == overview.uri("products/pump.md")
    assert overview.at("products/pump.md", found.range) == "Störungen 故障"
    overview.open("products/pump.md")
    overview.change("products/pump.md", "## Service", "## Lager 😀\n\nx\n\n## Service")
    overview.change(PATH, "[[pump#Storage]]", "[[pump#Lager 😀]]")
    found = await overview.definition(PATH, "[[pump#Lager")
    assert found
    assert overview.at("products/pump.md", found.range) == "Lager 😀"
    overview.change("products/pump.md", "second winter.", "second winter. ^soon")
    overview.change(PATH, "[[Pump]]", "[[Pump#^soon]] [[Pump#^late]]")
    found = await overview.definition(PATH, "[[Pump#^soon")
    assert found
    words = overview.at("products/pump.md", found.range)
    assert words == "Its *impeller* is changed every second winter."
    card = await overview.card(PATH, "[[Pump#^soon")
    assert card.startswith("**Pump 🚰** › ^soon\n\n")
    assert card.endswith(f"\n\n{words}")
    assert await overview.definition(PATH, "[[Pump#^late") is None
    card = await overview.card(PATH, "[[Pump#^late")
    assert card == "products/pump.md has no block '^late'."


async def test_a_missing_heading_is_marked_in_links_of_all_kinds(
    make_vault: MakeVault, vault: Vault, start_editor: StartEditor
) -> None:
    right = "[c](pump.md#valve-1) [d](pump.md#here) [e](pump.md) [f](t.txt#Valv)"
    pump = '# Pump\n\n## Valve\n\n## Valve\n\n<a id="here"></a>\n'
    make_vault({"pump.md": pump, "products.md": "# All products\n"})
    (vault.root / "t.txt").write_text("Valve\n")
    vault.index(embed=False)
    editor = await start_editor(vault.root)
    for number, link in enumerate(
        (
            "[[pump#Valv]]",
            "[a](pump.md#Valv)",
            "[a][b]\n\n[b]: pump.md#Valv",
        )
    ):
        note = f"new-{number}.md"
        editor.open(note, f"# New\n\n{right}\n\n{link}\n")
        found = await editor.diagnostics(note)
        says = "pump.md has no heading 'Valv'."
        assert {problem.message for problem in found} == {says}
        written = link.partition("\n")[0]
        assert "has no heading" in await editor.card(note, written, inside=3)
        actions = await editor.actions(note, found[-1].range, [found[-1]])
        edited = editor.edited(actions["Link to the heading Valve"].edit)
        assert "#Valve" in edited[note].partition(right)[2]
    editor.open("folder.md", "[[products#All products]] [[products#Pipes]]\n")
    (broken,) = await editor.diagnostics("folder.md")
    assert broken.message == "products.md has no heading 'Pipes'."


async def test_the_same_diagnostics_are_not_sent_again(overview: Editor) -> None:
    await overview.diagnostics(PATH)
    overview.open("products/hose.md")
    await overview.diagnostics("products/hose.md")
    overview.client.diagnostics.clear()
    saved = types.DidSaveTextDocumentParams(overview.document(PATH))
    overview.client.text_document_did_save(saved)
    overview.change("products/hose.md", "A hose", "A [[nothing]]")
    assert len(await overview.diagnostics("products/hose.md")) == 1
    assert overview.uri(PATH) not in overview.client.diagnostics


async def test_places_of_a_tag_symbols_of_the_workspace_and_related_notes(
    overview: Editor,
) -> None:
    places = await _references(overview, PATH, "#water")
    words = [
        (overview.path(x.uri), overview.at(overview.path(x.uri), x.range))
        for x in places
    ]
    expected = [(PATH, "water"), (PATH, "#water"), ("products/hose.md", "water")]
    assert sorted(words) == sorted(expected)
    found = await _workspace_symbols(overview, "stor")
    assert found[0].name == "Störungen 故障"
    assert found[0].kind == types.SymbolKind.String
    found = await _workspace_symbols(overview, "hums")
    assert [symbol.kind for symbol in found] == [types.SymbolKind.File]
    assert [symbol.container_name for symbol in found] == ["products/pump.md"]
    found = await _workspace_symbols(overview, "rubber brings water")
    assert "products/hose.md" in [symbol.container_name for symbol in found]
    recent = await _workspace_symbols(overview, "")
    assert PATH in [symbol.container_name for symbol in recent]
    related = await overview.command(
        "ragtui.related", textDocument={"uri": overview.uri(PATH)}
    )
    assert related["notes"][0]["uri"].startswith("file://")
    paths = {note["path"] for note in related["notes"]}
    assert paths == {"products/pump.md", "products/hose.md"}


async def test_a_far_off_note_is_not_the_preferred_fix(overview: Editor) -> None:
    overview.change(PATH, "[[Pumpe]]", "[[Pump station of the north]] [[Pumpe]]")
    preferred = {}
    for found in await overview.diagnostics(PATH):
        actions = await overview.actions(PATH, found.range, [found])
        assert "Link to products/pump.md" in actions or "heading" in found.message
        best = [title for title, each in actions.items() if each.is_preferred]
        preferred[overview.at(PATH, found.range)] = best
    assert preferred["Pump station of the north"] == []
    assert preferred["Pumpe"] == ["Link to products/pump.md"]


async def test_a_link_is_fixed_from_anywhere_in_it(overview: Editor) -> None:
    for link, fix in (
        ("[[Pumpe|that one]]", "Link to products/pump.md"),
        ("[that one](../products/pumpe.md)", "Link to products/pump.md"),
    ):
        overview.change(PATH, "[[Pumpe]]", link)
        for inside in range(len(link) + 1):
            cursor = overview.position(PATH, link, inside)
            actions = await overview.actions(PATH, types.Range(cursor, cursor))
            assert fix in actions, (link, inside)
        overview.change(PATH, link, "[[Pumpe]]")


async def test_a_link_leads_to_an_element_with_a_name(overview: Editor) -> None:
    place = '<a id="parts-list"></a>'
    overview.open("products/hose.md")
    overview.change("products/hose.md", "A hose of", f"é😀 {place} A hose of")
    link = "[x](../products/hose.md#parts-list)"
    overview.change(PATH, "See [[Pump]]", f"{link} [[hose#parts-list]]")
    marked = [overview.at(PATH, x.range) for x in await overview.diagnostics(PATH)]
    assert marked == ["hose#parts-list", "Pumpe", "pump#Storage"]
    found = await overview.definition(PATH, link)
    assert found
    assert overview.at("products/hose.md", found.range) == '<a id="parts-list">'


async def test_links_that_are_not_saved_count_as_references(
    overview: Editor,
) -> None:
    overview.open("products/hose.md")
    overview.change("products/hose.md", "A hose of", "A [[pump#Service]] hose of")
    overview.change(PATH, "[[Pump]]", "[[hose]]")
    overview.open("products/pump.md")
    found = await _references(overview, "products/pump.md", "# Pump")
    lines = {(each.uri, each.range.start.line) for each in found}
    assert (overview.uri("products/hose.md"), 7) in lines
    words = {overview.at(overview.path(x.uri), x.range) for x in found}
    assert "[[Pump]]" not in words
    assert "[[hose]]" not in words
    found = await _references(overview, "products/pump.md", "Service")
    assert [each.uri for each in found] == [overview.uri("products/hose.md")]


async def test_references_are_links_and_citations(
    overview: Editor, quoting: str, vault: Vault
) -> None:
    (vault.root / "review.md").write_text(quoting)
    vault.index(embed=False)
    overview.open("products/pump.md")
    found = await _references(overview, "products/pump.md", "# Pump")
    assert {overview.path(each.uri) for each in found} == {PATH, "review.md"}
    words = [overview.at(overview.path(each.uri), each.range) for each in found]
    assert "[[Pump]]" in words
    assert any(word.startswith("[products/pump.md]") for word in words)
    (only,) = await _references(overview, "products/pump.md", "Störungen")
    assert overview.at(PATH, only.range).startswith("[[pump#Störungen")


async def test_links_after_an_edit_of_a_note_of_many(
    editor: Editor, vault: Vault
) -> None:
    lines = [f"- é😀 [[pump|{n}]] and [[gone {n}]]\n" for n in range(300)]
    editor.open(PATH, "".join(lines))

    def are_marked() -> bool:
        marked = editor.client.diagnostics.get(editor.uri(PATH), [])
        return [editor.at(PATH, each.range) for each in marked] == gone

    gone = [f"gone {n}" for n in range(300)]
    await editor.until(are_marked)
    editor.change(PATH, "- é😀 [[pump|150]]", "a\n- [[hose]] é😀 [[pump|150]]")
    await editor.until(are_marked)


async def test_broken_links_are_marked_and_fixed(overview: Editor) -> None:
    found = await overview.diagnostics(PATH)
    assert [overview.at(PATH, each.range) for each in found] == [
        "Pumpe",
        "pump#Storage",
    ]
    actions = await overview.actions(PATH, found[0].range, [found[0]])
    edited = overview.edited(actions["Link to products/pump.md"].edit)
    assert "Broken: [[pump]]" in edited[PATH]
    removed = overview.edited(actions["Remove the link, keep its words"].edit)
    assert "Broken: Pumpe and" in removed[PATH]
    actions = await overview.actions(PATH, found[1].range, [found[1]])
    edited = overview.edited(actions["Link to the heading Störungen 故障"].edit)
    assert "[[pump#Störungen 故障]]." in edited[PATH]


async def test_broken_front_matter_is_marked(editor: Editor) -> None:
    editor.open("new.md", "---\ntitle: é\ntags: [a\n---\n# é\n")
    (found,) = await editor.diagnostics("new.md")
    assert found.code == "front-matter"


async def test_links_to_a_note_are_those_to_its_first_heading(
    vault: Vault, editor: Editor
) -> None:
    for number, text in enumerate(
        (
            "## Tank\n\nIt leaks.\n\n## Lid\n",
            "---\nstatus: active\n---\n\nIt leaks.\n\n### Tank\n\n# Lid\n",
            "It leaks, and has no heading: Tank.\n",
        )
    ):
        name = f"tank-{number}"
        (vault.root / f"{name}.md").write_text(text)
        (vault.root / "a.md").write_text(f"# A\n\n[[{name}]] [t]({name}.md)\n")
        vault.index(embed=False)
        editor.open(f"{name}.md")
        for words in ("Tank", "It leaks"):
            found = await _references(editor, f"{name}.md", words)
            assert [link.uri for link in found] == [editor.uri("a.md")] * 2
