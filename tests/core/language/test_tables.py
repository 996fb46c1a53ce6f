"""The tables of languages: known keys, and each word once, in lower case."""

from ragtui_core.language import tables as readers
from ragtui_core.language.tables import tables, words_of

LISTS = (
    "abbreviations",
    "abbreviations_before_numbers",
    "before_ordinals",
    "frequent_words",
    "function_words",
    "negation_prefixes",
    "negation_suffixes",
    "negations",
    "negations_after",
    "past_verbs",
    "peoples",
)
OTHERS = {
    *("has_compounds", "keeps_accents", "requests", "speakers", "stemmer", "times"),
    "verbs",
}


def test_the_language_with_the_most_speakers_is_first() -> None:
    assert next(iter(tables())) == "en"


def test_tables_have_no_keys_without_a_reader() -> None:
    for code, table in tables().items():
        assert not {*table} - {*LISTS, *OTHERS}, code


def test_each_key_is_explained() -> None:
    described = str(readers.__doc__)
    for key in (*LISTS, *OTHERS):
        assert f"`{key}`" in described, key


def test_lists_are_in_lower_case_without_repeats() -> None:
    for code in tables():
        for key in LISTS:
            words = words_of(code, key)
            assert words == [word.lower() for word in words], (code, key)
            assert len(words) == len(set(words)), (code, key)
