"""Forms and nouns of English and German verbs that stems do not join."""

from functools import cache

from ragtui_core.text.stemming import stemmed

_VERBS = """
become became|begin began begun|break broke broken|bring brought|build built|buy bought
catch caught|choose chose chosen +choice|come came|decide +decision|draw drew drawn
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feel felt
fight fought|find found|fly flew flown|forget forgot forgotten|freeze froze frozen
give gave given|grow grew grown|hear heard|hold held|keep kept|lead led|lend lent
lose lost|meet met|pay paid|ride rode ridden|ring rang rung|run ran|see saw seen
sell sold|send sent|shoot shot|sing sang sung|sleep slept|speak spoke spoken|spend spent
steal stole stolen|swim swam swum|teach taught|tell told|think thought
throw threw thrown|understand understood|wear wore worn|win won|write wrote written
anrufen rief angerufen|backen gebacken|beginnen begann begonnen
beschließen beschlossen +beschluss +beschlüsse|besprechen besprach besprochen
bringen brachte gebracht|entscheiden entschieden +entscheidung +entscheidungen
essen aß gegessen|fahren fuhr gefahren|finden fand gefunden|fliegen flog geflogen
gewinnen gewann gewonnen|laufen lief gelaufen|lesen las gelesen|reiten ritt geritten
rufen rief gerufen|schlafen schlief geschlafen|schreiben schrieb geschrieben
schwimmen schwamm geschwommen|sehen sah gesehen|singen sang gesungen
sprechen sprach gesprochen|streichen strich gestrichen|treffen traf getroffen
trinken trank getrunken|verlieren verlor verloren|verschieben verschoben
waschen wusch gewaschen|werfen warf geworfen|ziehen zog gezogen
"""
"""Verbs and their forms. A verb finds its nouns, marked by `+`, but they not it."""


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    verbs = [verb.split() for verb in _VERBS.strip().replace("\n", "|").split("|")]
    found: dict[str, tuple[str, ...]] = {}
    for verb in verbs:
        forms = tuple(form.removeprefix("+") for form in verb)
        for form in (form for form in verb if not form.startswith("+")):
            stem = stemmed(form)[0]
            found[stem] = (*found.get(stem, ()), *forms)
    return found


def irregular_forms(word: str) -> tuple[str, ...]:
    """`meet` and `met` of `meeting`; none of other words."""
    stem = stemmed(word)
    return _forms().get(stem[0], ()) if stem else ()


def irregular_stems(stem: str) -> tuple[str, ...]:
    """The stems of the forms of a verb, by the stem of one of them."""
    forms = _forms().get(stem, ())
    return tuple(stemmed(" ".join(forms))) if forms else ()
