"""Which words of a text have no topic, by the language that it is in."""

import pytest

from ragtui_core.language.function_words import function_words_in, language_of

QUESTIONS = {
    "en": "why do my traces not show up",
    "de": "was kostet die Pumpe im Winter",
    "fr": "quel est le prix de la pompe",
    "es": "cuánto cuesta la bomba en invierno",
    "it": "qual è il prezzo della pompa",
    "pt": "qual é o preço da bomba no inverno",
    "nl": "wat is de prijs van het filter",
    "sv": "vad kostar pumpen och när är den klar",
    "pl": "ile kosztuje pompa i kiedy będzie gotowa w tym roku",
    "cs": "kolik stojí čerpadlo a kdy bude hotové",
    "ro": "cât costă pompa și când este gata",
    "tr": "pompanın fiyatı ne kadar ve nasıl alınır",
    "ru": "сколько стоит насос",
    "uk": "скільки коштує насос і коли він буде",
    "el": "πόσο κοστίζει η αντλία",
    "ar": "كم سعر المضخة في الشتاء",
    "vi": "giá của máy bơm là bao nhiêu",
    "id": "berapa harga pompa dan kapan akan siap",
}


@pytest.mark.parametrize("language", QUESTIONS)
def test_a_question_is_in_its_language(language: str) -> None:
    assert language_of(QUESTIONS[language].split()) == language


@pytest.mark.parametrize(
    "text",
    ["die hard", "Los Angeles", "IL-6 plays a major role", "ls -l -d -s", "", "é"],
)
def test_one_foreign_word_makes_no_foreign_text(text: str) -> None:
    assert language_of(text.replace("-", " ").split()) == "en"


def test_only_words_of_the_language_are_omitted() -> None:
    assert function_words_in(["die", "hard"]) == set()
    german = ["was", "kostet", "die", "Pumpe", "IN", "Bergen"]
    assert function_words_in(german) == {"was", "die"}
    assert function_words_in(["how", "do", "processes", "die"]) == {"how", "do"}


@pytest.mark.parametrize("language", ["fr", "es", "pt", "de"])
def test_accents_may_be_omitted(language: str) -> None:
    plain = {
        "fr": "ou est a",
        "es": "cual es que",
        "pt": "voce nao",
        "de": "fur konnen",
    }
    words = plain[language].split()
    assert language_of(words) == language
    assert function_words_in(words) == set(words)
