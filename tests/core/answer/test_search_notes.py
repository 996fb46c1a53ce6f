"""What is said before an answer about how its sources were found."""

import pytest

from ragtui_core import Vault
from ragtui_core.answer.request import AskOptions
from ragtui_core.answer_events import doubt
from ragtui_core.search.options import CurrentLocation, Scope, SearchOptions
from support.answers import collected, search_notes
from support.vaults import MakeVault, vault_fixture

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\nThe pump is blue. Its impeller is changed every winter.\n",
    "boat.md": "# Boat\n\nThe boat leaks. Its pump is old.\n",
    "garden.md": "# Garden\n\nThe beans are watered before sunrise.\n",
}


vault = vault_fixture(NOTES, embed=True)


async def notes_on(vault: Vault, question: str, *filters: str) -> list[str]:
    options = AskOptions(keep=False, search=SearchOptions(filters=filters))
    return search_notes(await collected(vault.ask(question, options)))


async def test_a_question_in_a_sentence_needs_no_note(vault: Vault) -> None:
    question = "How often must the old impeller of the pump be changed?"
    relaxed = vault.search(question)
    assert any("contain some of them" in note for note in relaxed.notes)
    assert await notes_on(vault, question) == []


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Why does the Nautilus have a blue pump?", ("Nautilus",)),
        (
            "Which submarine did Rosa recently get and still take to the blue pump?",
            ("submarine", "Rosa"),
        ),
    ],
)
async def test_of_a_question_names_codes_and_nouns_alone_are_missing(
    vault: Vault, question: str, missing: tuple[str, ...]
) -> None:
    assert await notes_on(vault, question) == []
    asked = SearchOptions(question=True)
    assert vault.search(question, asked).missing == missing
    assert doubt(missing).startswith(f"No note has “{missing[0]}”")


async def test_a_question_about_some_files_alone_says_so(vault: Vault) -> None:
    for search, words in (
        (
            SearchOptions(scope=Scope.FILE, at=CurrentLocation("boat.md")),
            "file boat.md",
        ),
        (SearchOptions(within=("boat.md",)), "file boat.md"),
        (SearchOptions(within=("boat.md", "pump.md")), "2 chosen files"),
    ):
        options = AskOptions(keep=False, search=search)
        notes = search_notes(await collected(vault.ask("Is the pump old?", options)))
        assert f"Sources: only {words}." in notes
        assert not vault.search("Is the pump old?", search).notes


async def test_corrections_are_reported(vault: Vault) -> None:
    notes = await notes_on(vault, "Which pmup is blue?")
    assert any("pump" in note and "Showing results" in note for note in notes)


def test_what_is_not_read_in_a_folder_is_named_beside_its_answers(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(
        {
            "cellar/pump.md": "# Pump\n\nThe pump is blue.\n",
            "cellar/sump.md": b"\x00\x01\x02\xff" * 40,
            "attic/roof.md": "# Roof\n\nThe roof is red.\n",
            "attic/old.txt": "Grüße".encode("cp1252"),  # read, with a guess
        }
    )
    vault.index(embed=False)
    asked = SearchOptions(question=True)
    note = vault.search("what colour is the pump?", asked).notes[-1]
    assert note.startswith("Not read beside these: cellar/sump.md (")
    notes = vault.search("what colour is the roof?", asked).notes
    assert not any(note.startswith("Not read") for note in notes)
