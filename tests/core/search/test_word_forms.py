# ruff: noqa: RUF001 (Cyrillic letters)
"""Words are found in other forms of their language, whatever language the vault has."""

from hypothesis import given, strategies as st

from ragtui_core import Vault
from ragtui_core.language.stemmers import STEMMED_LANGUAGES, has_stem, language_stems
from ragtui_core.search.words import words_of
from ragtui_core.settings import SearchSettings
from ragtui_core.text.stemming import as_searched, stems
from support.vaults import Files, shared_vault_fixture

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


polyglot = shared_vault_fixture(NOTES, embed=False)


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


@given(st.sampled_from(sorted(STEMMED_LANGUAGES)), st.text(max_size=30))
def test_any_word_has_stems_and_is_found_as_is(language: str, word: str) -> None:
    assert language_stems(language, word)
    for _, stem in stems(word):
        text = as_searched(stem)
        assert not text or [found for _, found in stems(text)] == [stem]
        assert has_stem(stem, language, language_stems(language, stem))
