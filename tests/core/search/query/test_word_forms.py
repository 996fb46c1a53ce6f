# ruff: noqa: RUF001 (Cyrillic letters)
"""Words are found in other forms of their language, whatever language the vault has."""

from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Vault, open_vault
from ragtui_core.language.stemmers import STEMMED_LANGUAGES, has_stem, language_stems
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.words import words_of
from ragtui_core.search_results import Confidence, Mode, SearchResult
from ragtui_core.settings import SearchSettings
from ragtui_core.text.stemming import (
    as_searched,
    stems,
)
from support.vaults import Files, MakeVault, write_files

NOTES: Files = {
    "de/haus.md": "# Bau\n\nDas Haus wurde mit einem Dach aus Ziegeln gebaut.",
    "de/pumpe.md": "# Wartung\n\nDie Pumpe wird in jedem Jahr von uns gewartet.",
    "de/zug.md": "# Reise\n\nDer Zug ist mit der Bahn nach Wien gefahren.",
    "es/casa.md": "# Casa\n\nLa instalación de la bomba se hizo con el colector.",
    "es/viaje.md": "# Viaje\n\nEl tren de la tarde llegó con una hora de retraso.",
    "ru/nasos.md": "# Подвал\n\nЗдесь установлен насос, который работает без шума.",
    "ru/poezd.md": "# Вокзал\n\nПоезд из Москвы прибыл на вокзал вечером и не спешил.",
    "en/install.md": "# Install\n\nThe installation of the exporter was done with it.",
    "en/other.md": "# Other\n\nThe harbour is closed in the winter for the ships.",
}


@pytest.fixture(scope="module")
def polyglot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    folder = tmp_path_factory.mktemp("polyglot")
    write_files(folder / "vault", NOTES)
    vault = open_vault(folder / "vault", db=folder / "index.db")
    vault.index(embed=False)
    yield vault
    vault.close()


def searched(vault: Vault, line: str) -> SearchResult:
    return vault.search(line, SearchOptions(mode=Mode.KEYWORD, fill=False))


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("Wo sind die Häuser?", "de/haus.md"),
        ("Wer hat die Häuser mit Dächern gebaut", "de/haus.md"),
        ("wann werden die Pumpen gewartet", "de/pumpe.md"),
        ("¿dónde se instaló la bomba?", "es/casa.md"),
        ("donde estan instaladas las bombas", "es/casa.md"),
        ("где работают насосы", "ru/nasos.md"),
        ("насосами", "ru/nasos.md"),
        ("когда прибывают поезда из Москвы", "ru/poezd.md"),
    ],
)
def test_another_form_is_found(polyglot: Vault, line: str, first: str) -> None:
    result = searched(polyglot, line)
    assert result.hits[0].path == first
    assert not result.corrected


def test_a_form_is_highlighted_and_counts_as_the_word(polyglot: Vault) -> None:
    result = searched(polyglot, "wo sind die Häuser")
    hit = result.hits[0]
    marked = [hit.excerpt[span.start : span.end] for span in hit.matches]
    assert "Haus" in marked
    assert result.relaxed is None
    assert not any("Häuser" in note for note in result.notes)


def forms(vault: Vault, line: str) -> set[str]:
    with vault._store.reader() as reader:
        words = words_of(line, reader, SearchSettings())
    return {form.text for word in words.asked for form in word.forms if form.weight < 1}


def test_english_words_have_no_other_forms(polyglot: Vault) -> None:
    assert forms(polyglot, "where was the exporter installed") == set()
    assert forms(polyglot, "harbour") == set()


def test_an_english_word_is_no_form_of_a_spanish_one(polyglot: Vault) -> None:
    # "installation" has the stem of "instalar" nearly: its texts are English.
    assert "installation" not in forms(polyglot, "¿cómo se instala la bomba?")


@pytest.mark.parametrize("language", sorted(STEMMED_LANGUAGES))
def test_every_language_has_a_stemmer(language: str) -> None:
    assert language_stems(language, "Wort")


@given(st.sampled_from(sorted(STEMMED_LANGUAGES)), st.text(max_size=30))
def test_any_word_has_stems_and_a_form_is_searched_as_itself(
    language: str, word: str
) -> None:
    assert language_stems(language, word)
    for _, stem in stems(word):
        text = as_searched(stem)
        assert not text or [found for _, found in stems(text)] == [stem]
        assert has_stem(stem, language, language_stems(language, stem))


# --- compounds ---

COMPOUNDS: Files = {
    "auto.md": "# Auto\n\nDie Haftpflichtversicherung kostet 92 Euro im Quartal.",
    "kasse.md": "# Ausweise\n\nDie Krankenversicherungsnummer lautet A123456780.",
    "park.md": "# Kinder\n\nAm Abenteuerspielplatz ist die Rutsche noch nicht fertig.",
    "plan.md": "# Plan\n\nDer Gartenplan ist von uns mit dem Nachbarn gemacht.",
    "hof.md": "# Hof\n\nDas Schwein steht im Stall und frisst von den Rüben.",
    "keller.md": "# Keller\n\nDer Wein liegt im Regal unter der Treppe.",
    "nl.md": "# Huis\n\nDe vaatwasmachinehandleiding ligt in de la van de keuken.",
    "sv.md": "# Båt\n\nBåtförsäkringen är betald och gäller till hösten.",
    "en.md": "# Diary\n\nThe ferry was late and the tide was out at the harbour.",
}


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    folder = tmp_path_factory.mktemp("german")
    write_files(folder / "vault", COMPOUNDS)
    vault = open_vault(folder / "vault", db=folder / "index.db")
    vault.index(embed=False)
    yield vault
    vault.close()


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("Versicherung", "auto.md"),
        ("Wie viel kostet die Versicherung?", "auto.md"),
        ("Versicherungen", "auto.md"),
        ("Versicherungsnummer", "kasse.md"),
        ("Krankenversicherung", "kasse.md"),
        ("Spielplatz", "park.md"),
        ("Abenteuer für die Kinder", "park.md"),
        ("handleiding", "nl.md"),
        ("försäkring", "sv.md"),
    ],
)
def test_a_part_of_a_compound_finds_it(german: Vault, line: str, first: str) -> None:
    result = searched(german, line)
    assert result.hits[0].path == first
    assert not result.hits[0].is_weak


def test_a_whole_word_comes_before_compounds_and_no_part_is_made_up(
    german: Vault,
) -> None:
    paths = [hit.path for hit in searched(german, "der Plan von uns").hits]
    assert paths[0] == "plan.md"
    wine = [hit.path for hit in searched(german, "Wein").hits]
    assert wine == ["keller.md"]


def test_compounds_are_found_in_notes_of_few(make_vault: MakeVault) -> None:
    """Of one note in a language, among many in others."""
    english = "The ferry was late and the tide was out at the harbour, so we waited."
    files: Files = {f"{at}.md": f"# Day {at}\n\n{english}\n" for at in range(20)}
    vault = make_vault(
        files
        | {"fr.md": "# Maison\n\nLe toit de la maison est dans un bon état.\n"}
        | {"de.md": "# Brief\n\nDie Krankenversicherungsbeiträge sind nicht höher.\n"}
        | {"nl.md": "# Brief\n\nDe belastingaangifte is nog niet bij het kantoor.\n"}
    )
    vault.index(embed=False)
    for word, path in (("Versicherung", "de.md"), ("aangifte", "nl.md")):
        assert searched(vault, word).hits[0].path == path


def test_words_of_english_vaults_have_no_compounds(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "The readlinebuffer is full.", "b.md": "Of the sea."})
    vault.index(embed=False)
    typed = SearchOptions(mode=Mode.KEYWORD, fill=False, correct=False)
    assert not vault.search("readline", typed).hits


# --- irregular verbs ---


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("when did I meet Jonas", "met.md"),
        ("the boat that we bought", "buy.md"),
        ("who wrote the letter", "written.md"),
        ("what was decided about the harbour", "harbour.md"),
        ("who took over the lighthouse", "lighthouse.md"),
        ("who made the flags", "flags.md"),
    ],
)
def test_irregular_verbs_are_found_in_all_forms(
    make_vault: MakeVault, line: str, first: str
) -> None:
    vault = make_vault(
        {
            "met.md": "# Monday\n\nMet Jonas in the afternoon.",
            "jonas.md": "# Jonas\n\nJonas Jonas lives in the harbour with his dog.",
            "buy.md": "# Plan\n\nWe buy the boat in spring.",
            "boat.md": "# Boat\n\nThe boat, the boat, the boat is white.",
            "written.md": "# Post\n\nThe letter was written by Eva.",
            "letter.md": "# Letter\n\nThe letter, the letter was lost.",
            "harbour.md": "# Minutes\n\nDecision on the harbour: wait.",
            "harbours.md": "# Harbour\n\nThe harbour, the harbour is deep.",
            "lighthouse.md": "# Review\n\nEva takes over the lighthouse in May.",
            "lighthouses.md": "# Lighthouse\n\nThe lighthouse: a lighthouse is red.",
            "flags.md": "# Crew\n\nJonas makes the flags.",
            "flag.md": "# Flags\n\nThe flags, the flags are red.",
        }
    )
    vault.index(embed=False)
    found = searched(vault, line)
    assert found.hits[0].path == first
    assert found.confidence is Confidence.HIGH


ACTS: Files = {
    **{f"{n}.md": f"# Basin meeting {n}\n\nThe price was told.\n" for n in range(4)},
    **{f"day {n}.md": f"# Day {n}\n\nRain. Met Eva at noon.\n" for n in range(6)},
    "ring.md": "# Ring\n\nThe ring of the buoy costs 4 euros.\n",
    "rang.md": "# Bell\n\nThe bell rang twice, it rang again.\n",
}


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("when did eva last meet us", [f"day {n}.md" for n in range(6)]),
        ("what did the ring cost", ["ring.md"]),
        ("did I order a ring", ["ring.md"]),
        ("the meeting about the price", [f"{n}.md" for n in range(4)]),
    ],
)
def test_what_somebody_did_is_found_in_the_past(
    make_vault: MakeVault, line: str, first: list[str]
) -> None:
    vault = make_vault(ACTS)
    vault.index(embed=False)
    found = [hit.path for hit in searched(vault, line).hits]
    assert set(found[: len(first)]) == set(first)
