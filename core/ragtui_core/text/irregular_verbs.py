"""Forms and nouns of English and German verbs that stems do not join; past forms."""

from functools import cache

from ragtui_core.text.stemming import stemmed, stems

_VERBS = """
arise arose arisen|awake awoke|beat beaten|become became|begin began begun|bend bent
bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built
buy bought|catch caught|choose chose chosen +choice|cling clung|creep crept|deal dealt
decide +decision|dig dug|draw drew drawn|drink drank drunk|drive drove driven
eat ate eaten|fall fell fallen|feel felt|fight fought|find found|flee fled
fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|give gave given|grow grew grown|hang hung|hear heard|hide hid hidden
hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lend lent|light lit
lose lost|make made|mean meant|meet met|mislead misled|mistake mistook mistaken
overcome overcame|oversee oversaw overseen|overtake overtook overtaken|pay paid
rebuild rebuilt|repay repaid|rewrite rewrote rewritten|ride rode ridden|ring rang rung
run ran|see saw seen|seek sought|sell sold|send sent|shake shook shaken|shine shone
shoot shot|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|speak spoke spoken|spend spent|spin spun|spring sprang sprung|stand stood
steal stole stolen|stick stuck|sting stung|strike struck stricken|swear swore sworn
sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught
tear tore torn|tell told|think thought|throw threw thrown|undergo underwent undergone
understand understood|undertake undertook undertaken|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|withdraw withdrew withdrawn|withstand withstood
wring wrung|write wrote written
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


_FURTHER_PAST = "came cut got hit hurt let put read set shut spread went"
"""Past forms that find no others: of light verbs, and those like the present."""


def _verbs() -> list[list[str]]:
    return [verb.split() for verb in _VERBS.strip().replace("\n", "|").split("|")]


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


@cache
def _past_of() -> dict[str, str]:
    return {verb: past for verb, past, *_ in _verbs() if not past.startswith("+")}


def past_of(verb: str) -> str:
    """`met` of `meet`; "" of other words."""
    return _past_of().get(verb.lower(), "")


def irregular_stems(stem: str) -> tuple[str, ...]:
    """The stems of the forms of a verb, by the stem of one of them."""
    forms = _forms().get(stem, ())
    return tuple(stemmed(" ".join(forms))) if forms else ()


@cache
def _past_forms() -> frozenset[str]:
    forms = (form for _, *past in _verbs() for form in past)
    return frozenset(
        (*_FURTHER_PAST.split(), *(form for form in forms if not form.startswith("+")))
    )


def tells_what_was_done(text: str) -> bool:
    """Whether a text has a verb in the past: `went`, `repaired`; not `A quiet day`."""
    return any(
        word in _past_forms() or (word.endswith("ed") and stem != word)
        for word, stem in stems(text.lower())
    )
