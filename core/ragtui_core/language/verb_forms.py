"""Forms and nouns of irregular verbs that stems do not join; past forms."""

from functools import cache

from ragtui_core.language.tables import tables, words
from ragtui_core.text.stemming import stemmed, stems


@cache
def _verbs() -> list[list[str]]:
    """Verbs and their forms. A verb finds its nouns, marked by `+`, but they not it."""
    return [
        verb.split()
        for table in tables().values()
        for verb in str(table.get("verbs", "")).split("|")
        if verb.strip()
    ]


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    forms_of: dict[str, tuple[str, ...]] = {}
    for verb in _verbs():
        forms = tuple(form.removeprefix("+") for form in verb)
        for form in (form for form in verb if not form.startswith("+")):
            stem = stemmed(form)[0]
            forms_of[stem] = (*forms_of.get(stem, ()), *forms)
    return forms_of


def irregular_forms(word: str) -> tuple[str, ...]:
    """`meet` and `met` of `meeting`; none of other words."""
    stem = stemmed(word)
    return _forms().get(stem[0], ()) if stem else ()


def irregular_stems(stem: str) -> tuple[str, ...]:
    """The stems of the forms of a verb, by the stem of one of them."""
    forms = _forms().get(stem, ())
    return tuple(stemmed(" ".join(forms))) if forms else ()


@cache
def _past_forms() -> frozenset[str]:
    forms = (form for _, *past in _verbs() for form in past)
    return frozenset(
        (*words("past_verbs"), *(form for form in forms if not form.startswith("+")))
    )


def tells_what_was_done(text: str) -> bool:
    """Whether a text has a verb in the past: `went`, `repaired`; not `A quiet day`."""
    return any(
        word in _past_forms() or (word.endswith("ed") and stem != word)
        for word, stem in stems(text.lower())
    )
