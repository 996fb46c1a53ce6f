"""Forms and nouns of irregular verbs that stems do not join."""

from functools import cache

from ragtui_core.language.tables import tables
from ragtui_core.text.stemming import stemmed


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
