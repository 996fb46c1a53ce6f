"""Spellings of a word have the same terms; each character has its source."""

import unicodedata

import pytest
from hypothesis import example, given, strategies as st

from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stemmed, stems, tokens
from ragtui_core.text.word_folding import as_words, with_sources

SAME = [
    ("bœuf", "boeuf"),
    ("smørrebrød", "smorrebrod"),
    ("Łódź", "lodz"),
    ("Đặng", "dang"),
    ("Þór", "thor"),
    ("Straße", "STRASSE"),
    ("ﬁnance", "finance"),
    ("ＡＢＣ１２", "abc12"),
    ("مُحَمَّد", "محمد"),
    ("أحمد", "احمد"),
    ("المدیر", "المدير"),
    ("رسـالة", "رسالة"),
    ("שָׁלוֹם", "שלום"),
    ("Ёжик", "ежик"),
    ("Ελλάδα", "ελλαδα"),
    ("١٢٣", "123"),
    ("Wärme\u00adrückgewinnung", "Wärmerückgewinnung"),
    ("meter\u200bbox", "meterbox"),
    ("H₂O", "H2O"),
    ("m²", "m2"),
    ("❤️", "❤"),
    ("👍🏽", "👍"),
]

SCRIPTS = "aeäßœøł1²⁶½ёйمُّلאָक\u0940\u093fกั🔥⭐\u200d\ufe0f\u00ad\u0301 .-\n"


@pytest.mark.parametrize(("written", "other"), SAME)
def test_spellings_are_one_word(written: str, other: str) -> None:
    assert stemmed(written) == stemmed(other)
    assert len(stemmed(written)) == 1
    assert stems(f"x {written} y")[1] == (written, *stemmed(other))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3.2 × 10⁶", ["3", "2", "10", "6"]),
        (
            "a warranty⁴ of 3½ years",
            ["a", "warranti", "4", "of", "3", "1", "2", "year"],
        ),
        ("since 1953²", ["sinc", "1953", "2"]),
        ("किताब", ["किताब"]),
        ("21°C → x", ["21", "c", "x"]),
        ("so🔥hot", ["so", stemmed("🔥")[0], "hot"]),
    ],
)
def test_words_are_whole_and_numbers_are_their_own(text: str, words: list[str]) -> None:
    assert stemmed(text) == words


def test_letters_that_differ_stay_different() -> None:
    assert stemmed("й и") == ["й", "и"]
    assert len(set(stemmed("🔥 ⭐ 🚀"))) == 3


def test_names_are_compared_without_them_too() -> None:
    assert folded("Cœur\u00ad de Bœuf") == folded("coeur de boeuf")


@given(st.text(SCRIPTS))
def test_each_character_has_its_source(text: str) -> None:
    words, sources = with_sources(text)
    assert words == as_words(text)
    assert len(words) == len(sources)
    assert sources == sorted(sources)
    assert all(0 <= source < len(text) for source in sources)


@given(st.text(SCRIPTS))
def test_tokens_are_of_the_text(text: str) -> None:
    assert [stem for _, _, stem in tokens(text)] == stemmed(text)
    for start, end, stem in tokens(text):
        assert start < end
        assert stem in stemmed(text[start:end])


@given(st.text(SCRIPTS))
@example("\u00e4aa\u2076")
@example("ab\u00e4\u2076")
def test_composed_or_not_is_the_same(text: str) -> None:
    assert stemmed(unicodedata.normalize("NFD", text)) == stemmed(text)


@given(
    st.text("abcäöß", min_size=2), st.integers(1), st.sampled_from("\u00ad\u200b\u2060")
)
def test_invisible_characters_do_not_cut_words(word: str, at: int, sign: str) -> None:
    place = at % len(word)
    assert stemmed(word[:place] + sign + word[place:]) == stemmed(word)
