"""Every place that a feature names is counted in the units that the client chose.

The units themselves are tested in test_synchronising; the other tests of features run
with UTF-16, so that what is left is a feature that forgets to ask which they are.
"""

import pytest
from lsprotocol import types

from ragtui_core import Vault
from support.editor import Editor, StartEditor
from support.vaults import MakeVault

NOTE = "notes/overview.md"
TEXT = """\
# Übersicht 🚰

😀 漢字 [[pump#Störungen 故障|what fails]] and 😀 [[Pumpe]].
"""


@pytest.fixture
def vault(make_vault: MakeVault, vault: Vault) -> Vault:
    make_vault({NOTE: TEXT})
    vault.index(embed=False)
    return vault


@pytest.fixture(params=["utf-8", "utf-16", "utf-32"])
async def overview(
    request: pytest.FixtureRequest, vault: Vault, start_editor: StartEditor
) -> Editor:
    editor = await start_editor(vault.root, encoding=request.param)
    editor.open(NOTE)
    return editor


async def test_answers_have_positions_in_the_clients_units(overview: Editor) -> None:
    found = await overview.definition(NOTE, "[[pump#")
    assert found
    assert overview.at("products/pump.md", found.range) == "Störungen 故障"
    (broken,) = await overview.diagnostics(NOTE)
    assert overview.at(NOTE, broken.range) == "Pumpe"
    hits = (await overview.command("ragtui.search", query="hums"))["hits"]
    assert "故障" in overview.at_json("products/pump.md", hits[0]["range"])


async def test_edits_are_in_the_units_of_the_client(overview: Editor) -> None:
    overview.open("products/pump.md")
    where = overview.position("products/pump.md", "Störungen 故障", 1)
    edit = await overview.client.text_document_rename_async(
        types.RenameParams(overview.document("products/pump.md"), where, "Ärger 🔧")
    )
    changed = overview.edited(edit)
    assert "## Ärger 🔧\n" in changed["products/pump.md"]
    assert "[[pump#Ärger 🔧|what fails]] and 😀" in changed[NOTE]
    (broken,) = await overview.diagnostics(NOTE)
    actions = await overview.actions(NOTE, broken.range, [broken])
    fixed = overview.edited(actions["Link to products/pump.md"].edit)[NOTE]
    assert fixed == TEXT.replace("[[Pumpe]]", "[[pump]]")


async def test_requests_have_positions_in_the_clients_units(overview: Editor) -> None:
    overview.change(NOTE, "漢字 ", "漢字漢字 😀 ")
    assert "If it hums" in await overview.card(NOTE, "[[pump#")
    assert await overview.hover(NOTE, "漢字漢字") is None
