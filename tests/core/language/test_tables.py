"""The tables of languages: known keys, and each word once, in lower case."""

import ast
from collections.abc import Iterator
from pathlib import Path

import ragtui_core
from ragtui_core.language import tables as readers
from ragtui_core.language.function_words import language_of
from ragtui_core.language.tables import tables, words_of

CORE = Path(str(ragtui_core.__file__)).parent

LISTS = (
    *("abbreviations", "abbreviations_before_numbers", "before_ordinals", "cardinals"),
    *("function_words", "negations", "peoples", "tens"),
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


def test_words_of_other_languages_are_in_the_tables_alone() -> None:
    """What mails need, such as the heads of replies, is where mails are read."""
    found = {
        f"{path.relative_to(CORE)}:{text[:60]}"
        for folder in ("search", "text", "documents", "links", "chunking")
        for path in (CORE / folder).rglob("*.py")
        if "mail" not in path.parts
        for text in strings_of(path)
        if language_of(word for word in text.split() if len(word) > 2) != "en"
    }
    assert found == set()


def strings_of(path: Path) -> Iterator[str]:
    """The strings of a module that are not descriptions."""
    tree = ast.parse(path.read_text("utf-8"))
    described = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in described:
            yield from [node.value] if isinstance(node.value, str) else []
