"""What a line asks for in plain words beside a time: an order, a sender, a list.

    the latest mail from Tom           newest, by Tom
    how many mails are from Tom        by Tom
    which travel policy is current?    newest
    when did I last meet Anna?         newest
    the first meeting of Heliotrope    oldest
    first aid, the last name           neither
    how often did I swim in May        a count of the notes with `swim`
    how many colds did I have          a count of the notes with `cold`
    every decision about the roof      all notes with `decision` and `roof`
    list all notes about Anna          all notes with `Anna`
    how often should filters be changed?   neither: a rule is asked for

In English, German, French, Spanish, Italian, Portuguese and Dutch. `_` in the tables is
the space within a way of saying something. Those of lists are folded: lower case,
without accents.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from ragtui_core.language.function_words import is_function_word
from ragtui_core.language.requests import without_vague
from ragtui_core.search.query.query_language import Clause
from ragtui_core.store.selection import ATTACHMENT, FilterField
from ragtui_core.text.folding import folded_in_place


def any_of(ways: str) -> str:
    """A pattern of one of several ways of saying something; `_` is any space."""
    ordered = sorted(set(ways.split()), key=lambda way: (-len(way), way))
    return "(?:" + "|".join(re.escape(w).replace("_", r"\s+") for w in ordered) + ")"


class Listing(StrEnum):
    """Whether a line asks for all documents that contain its words."""

    NONE = ""
    NOTES = "notes"
    """The line asks for notes."""
    DATED = "dated"
    """The line asks how often something was, or for all of something, which dated notes
    may say: `list all brakes`."""


MAX_LISTED = 1_000
"""Hits of a list for which no limit is given; its number counts all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether mails, the order (of `Sort`, or empty) and a list a line asks for."""

    by_sender: bool = False
    order: str = ""
    when: bool = False
    """Whether a time is asked for, and not a note."""
    listing: Listing = Listing.NONE


NOTHING_ASKED = Asked()

_MAILS = (
    r"\b(?:e-?)?(?:mails?|messages?|nachricht(?:en)?|courriels?|correos?|mensajes?"
    r"|mensage(?:m|ns)|messaggi[o]?|bericht(?:en)?)\s+"
)
_BEFORE_FROM = (
    "are were came have_come sind waren kamen sont sono zijn son são do_i_have "
    "did_i_get have_i_got have_i_received i_got i_have habe_ich bekam_ich ai-je tengo "
    "ho heb_ik tenho"
)
_SENT_BY = re.compile(
    rf"{_MAILS}(?:{any_of(_BEFORE_FROM)}\s+)?(?:from|von|de|da|di|van)\s+"
    r"(?P<sender>[\w.@-]*\w)"
    rf"|{_MAILS}(?:did|has|hat)\s+(?P<writer>[\w.@-]+)\s+(?:send|sent|write|written"
    r"|geschickt|geschrieben|gesendet)\b(?:\s+(?:to\s+)?(?:me|us)\b)?",
    re.IGNORECASE,
)


_WITH_FILES = re.compile(
    rf"{_MAILS}(?:(?:that|which|die|qui|que|che)\s+)?(?:with|have|has|mit|haben|avec|ont"
    r"|con|tienen|hanno|com|têm|met|hebben)\s+(?:an\s+|einem\s+|une\s+|un\s+)?"
    r"(?:attachments?|anh[aä]ng(?:en?)?|anlagen?|pièces? jointes?|adjuntos?|allegat[oi]"
    r"|anexos?|bijlagen?)\b",
    re.IGNORECASE,
)


_IS_MAIL = Clause(FilterField.KIND, "mail")
"""A filter for mails, and not for what is attached to them."""


def take_sender(text: str) -> tuple[str, tuple[Clause, ...]]:
    """The text without "mails from Ann" or "mails with attachments", and filters."""
    match = _SENT_BY.search(text)
    if match and not is_function_word(sender := match["sender"] or match["writer"]):
        clause = Clause(FilterField.FROM, sender)
    elif match := _WITH_FILES.search(text):
        clause = Clause(FilterField.HAS, ATTACHMENT)
    if not match:
        return text, ()
    return text[: match.start()] + text[match.end() :], (clause, _IS_MAIL)


_MAIL = re.compile(r"\b(?:e-?)?mails?\b|\bcourriels?\b|\bcorreos?\b", re.IGNORECASE)
_RECEIVED = re.compile(
    r"\b(?:received?|sent|came|bekommen|erhalten|bekam|kamen|re[cç]us?|recibido"
    r"|recib[ií]|ricevut[oei]|recebido|recebi|ontvangen|gekregen)\b",
    re.IGNORECASE,
)


def take_mails(text: str) -> tuple[str, tuple[Clause, ...]]:
    """The text, or nothing and a filter if it asks for mails without saying which.

    Of a text beside a time: `which mails did I get` this month.
    """
    rest, found = _MAIL.subn(" ", text)
    if not found or without_vague(_RECEIVED.sub(" ", rest)):
        return text, ()
    return "", (_IS_MAIL,)


_NEWEST = (
    "latest newest most_recent most_recently zuletzt la_dernière_fois por_última_vez "
    "l'ultima_volta pela_última_vez"
)
"""Words that ask for the newest of what matches, anywhere in a line."""

_LAST_ONE = (
    "last letzte letzten letzter letztes letztem neueste neuesten neuester neuestes "
    "neuste jüngste jüngsten dernier dernière último última ultimo ultima laatste "
    "nieuwste plus_récent plus_récente más_reciente mais_recente più_recente"
)
_WHICH_ONE = "which welche welcher welches quelle quel cuál quale qual welk welke"
_IS_CURRENT = (
    "is_current is_valid is_in_force is_up_to_date is_the_current_one is_valid_now "
    "is_the_latest_one is_in_force_now ist_aktuell ist_gültig ist_in_kraft est_valable "
    "est_en_vigueur es_válida está_vigente è_valida è_in_vigore está_em_vigor is_geldig"
)
"""The end of a question for the newest of several; `_WHICH_ONE` begins it."""

_CURRENT = (
    "current aktuelle aktuellen aktueller aktuelles derzeitige derzeitigen actuel "
    "actuelle actual vigente attuale atual huidige"
)
"""Words that ask for the newest before what they describe, unlike `the current in`."""

_BESIDE_CURRENT = "in of on at to from through is was and im am an der des von zu durch"

_FIRST = (
    "first oldest earliest erste ersten erster erstes erstem älteste ältesten ältester "
    "früheste frühesten premier première primer primera primero primo prima primeiro "
    "primeira eerste plus_ancien plus_ancienne más_antiguo más_antigua più_vecchio "
    "mais_antigo oudste vroegste"
)
"""Words that ask for the newest or the oldest at the beginning of a line (`_THE`, after
`_WHICH`), and after `_WHEN`."""

_WHEN = "when wann quand cuándo cuando quando wanneer"
_WHICH = (
    "what_is what_was what's which_is which_was show_me find was_ist was_war "
    "welches_ist welche_ist zeige quel_est quelle_est cuál_es qual_è qual_é wat_is"
)
_THE = "the my our der die das mein meine le la el los il lo o a de het l'"

_TIME = "time mal fois vez volta keer"
_SOMEBODY = (
    "i we you he she it they my our the that was did bei beim mit in im ich wir er sie "
    "es que qu'il avec je j'ai nous on il elle yo con me che ho abbiamo eu com dat ik "
    "bij met"
)
"""What follows `the last time`, unlike `the first time derivative`."""

_VERSIONS = (
    "version versions release releases edition stable name names aid step steps time "
    "minute resort but class line lines byte bytes character characters"
)
"""What is not asked for by date though it is the latest, the last or the first."""


_OF_A_THING = (
    r"(?:\s+versions?(?=\s+(?:of|von)\s+(?:the|our|my|this|that|your|their|unser\w*"
    r"|mein\w*)\b|\s+(?:der|des|unser\w*|mein\w*|du|de\s+la|de\s+nos?|del)\b))?"
)
"""`the latest version of our policy` asks for the newest policy, unlike `the latest
version of Python`."""


@cache
def _order_patterns() -> dict[str, re.Pattern[str]]:
    begin = r"(?<![\w'\u2019-])"
    which = rf"(?:{any_of(_WHICH)}\s+)?{any_of(_THE)}\s+"
    begins = rf"^\W*(?:{any_of(_WHEN)}\b.*?|{which})"
    other = rf"(?![\w-])(?!\s+(?:\W*\d|{any_of(_VERSIONS)}\b))"
    anywhere = rf"(?P<anywhere>{begin}{any_of(_NEWEST)}{_OF_A_THING}{other})"
    once = rf"(?:\s+{any_of(_TIME)}(?=\s+{any_of(_SOMEBODY)}\b|\W*$))?"
    last = rf"{begins}(?P<asked>{begin}{any_of(_LAST_ONE)}{_OF_A_THING}{once}{other})"
    now = rf"{begins}(?P<now>{begin}{any_of(_CURRENT)})(?=\s+\w){other}"
    now += rf"(?!\s+{any_of(_BESIDE_CURRENT)}\b)"
    current = rf"^\W*{any_of(_WHICH_ONE)}\b.*?(?P<current>\s{any_of(_IS_CURRENT)})\W*$"
    first = rf"{begins}(?P<asked>{begin}{any_of(_FIRST)}{once}{other})"
    return {
        "newest": re.compile(f"{anywhere}|{last}|{now}|{current}", re.IGNORECASE),
        "oldest": re.compile(first, re.IGNORECASE),
    }


def asks_when(text: str) -> bool:
    """Whether a line begins by asking for a time."""
    return bool(re.match(rf"\W*{any_of(_WHEN)}\b", text, re.IGNORECASE))


def take_order(text: str) -> tuple[str, str]:
    """The text without its word for an order, and `newest`, `oldest`, or nothing.

    "Last" and "first" ask for it after "when" and at the beginning of the line.
    """
    for order, pattern in _order_patterns().items():
        if match := pattern.search(text):
            start, end = match.span(match.lastgroup or 0)
            if start and text[start].isupper():
                continue  # of a name, such as "the First World War"
            return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip(), order
    return text, ""


_HOW_OFTEN = (
    "how_often how_frequently how_many_times wie_oft wie_haufig wie_viele_male "
    "wievielmal combien_de_fois a_quelle_frequence cuantas_veces con_que_frecuencia "
    "quante_volte quantas_vezes com_que_frequencia hoe_vaak hoeveel_keer"
)
_RULE = (
    "is are does do_you do_we_have do_i_have can could should must may shall will "
    "would a per am to wird werden muss mussen soll sollen sollte sollten kann konnen "
    "darf durfen am_tag pro par doit doivent dois faut peut peuvent on debe deben se "
    "hay al_dia deve devono bisogna deve_essere devem moet moeten wordt worden kan "
    "kunnen"
)
"""What follows "how often" where a rule is asked for, and not what notes say."""

_HOW_MANY = (
    "how_many in_how_many on_how_many number_of_the number_of wie_viele in_wie_vielen "
    "an_wie_vielen anzahl_der combien_de dans_combien_de cuantos cuantas en_cuantas "
    "en_cuantos quanti quante in_quante in_quanti quantos quantas em_quantas "
    "em_quantos hoeveel in_hoeveel aantal"
)
_ALL = (
    "all_the all_my all_our all every each alle_meine alle jede jeder jedes jeden "
    "samtliche tous_les toutes_les tous_mes toutes_mes tous toutes chaque todos_los "
    "todas_las todas_mis todos_mis cada tutti_i tutti_gli tutte_le tutte ogni "
    "todos_os todas_as elke iedere"
)
_LIST = (
    "list show show_me find find_me give_me liste zeige zeig zeige_mir zeig_mir finde "
    "suche liste_de lister montre montre-moi trouve lista listar muestra muestrame "
    "busca encuentra elenca mostra mostrami trova lijst_van toon toon_mij geef "
    "geef_mij zoek"
)
_NOTES = (
    "notes note documents document entries entry mentions notizen notiz dokumente "
    "eintrage eintragen entrees notas nota documentos entradas documenti voci notities "
    "notitie documenten"
)
"""What is listed, and not searched for."""

_DATED_NOTES = (
    "incidents incident visits visit trips trip reviews review events event vorfalle "
    "vorfall storungen storung besuche besuch reisen reise visites visite voyages "
    "incidentes visitas viajes incidenti viaggi incidenten bezoeken reizen meetings "
    "meeting decisions decision minutes calls call talks treffen besprechungen "
    "besprechung sitzungen sitzung entscheidungen entscheidung beschlusse beschluss "
    "gesprache reunions reunion reuniones decisiones riunioni riunione decisioni "
    "decisione reunioes reuniao decisoes decisao vergaderingen vergadering besluiten "
    "besluit"
)
"""What is listed because notes of days are about it, and searched for."""

_DAYS = "days tage tagen jours dias giorni dagen"
_PAST = (
    "did have had was were on_which in_which habe haben hatte hatten war waren bin "
    "an_denen ai-je avons-nous avais etait ou he hemos tuve hubo estuve ho abbiamo "
    "avevo ero tive houve estive heb hebben waarop"
)
"""What follows "how many days" where days of notes are counted."""

_HAPPENED = (
    "did_i_have did_we_have have_i_had have_we_had did_i_get were_there "
    "have_there_been hatte_ich hatten_wir gab_es ai-je_eu avons-nous_eu y_a-t-il_eu "
    "tuve tuvimos he_tenido hubo ho_avuto abbiamo_avuto ci_sono_stati ci_sono_state "
    "tive tivemos houve had_ik hadden_we heb_ik_gehad waren_er"
)
"""What follows "how many" and a word where how often that was is asked."""

_ABOUT = (
    "about on of for from with regarding concerning mentioning mention mentions say "
    "contain that_mention that_mentions which_mention that_say that_contain uber zu "
    "von vom mit erwahnen enthalten aus sur de du des avec concernant qui_parlent_de "
    "mentionnent sobre con que_mencionan mencionan su di sul sulla che_parlano_di "
    "menzionano com que_mencionam mencionam over van met die_over_gaan noemen"
)
_TIMES = "every_time each_time jedes_mal chaque_fois cada_vez ogni_volta elke_keer"

_LIST_BEGINNINGS = frozenset(
    way.partition("_")[0]
    for ways in (_HOW_OFTEN, _HOW_MANY, _ALL, _LIST, _TIMES)
    for way in ways.split()
)
"""The first words of lines that ask for a list."""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Listing], ...]:
    begin, end = r"\W*", r"(?!\w)"
    every = rf"{any_of(_ALL)}\s+"
    notes = rf"{any_of(_NOTES)}{end}(?:\s+{any_of(_ABOUT)}{end})?"
    rule = rf"(?!\s+{any_of(_RULE)}{end})"
    listed = rf"(?:{notes}|(?={any_of(_DATED_NOTES)}{end}{rule}))"
    days = rf"{any_of(_DAYS)}(?=\s+{any_of(_PAST)}{end})"
    happened = rf"{any_of(_HAPPENED)}{end}"
    about = r"(?=\w+\s+(?:about|regarding|concerning|uber|zu|sur|sobre|su|over)\s)"
    return tuple(
        (re.compile(f"{begin}{pattern}"), listing)
        for pattern, listing in (
            (rf"{any_of(_HOW_OFTEN)}{end}{rule}", Listing.DATED),
            (rf"{any_of(_HOW_MANY)}\s+(?:{listed}|{days})", Listing.NOTES),
            (rf"{any_of(_HOW_MANY)}(?=(?:\s+\w+){{1,2}}\s+{happened})", Listing.DATED),
            (rf"(?:{any_of(_LIST)}\s+)?{every}{listed}", Listing.NOTES),
            (rf"(?:{any_of(_LIST)}\s+)?{every}{about}", Listing.NOTES),
            (rf"(?:{any_of(_LIST)}\s+)?{any_of(_TIMES)}{end}", Listing.DATED),
            (rf"{any_of(_LIST)}\s+{any_of(_ALL)}{end}", Listing.DATED),
        )
    )


def take_listing(text: str) -> tuple[str, Listing]:
    """The text without its words for a list or a number, and what it lists."""
    line = folded_in_place(text)
    first = re.search(r"\w+", line)
    if not first or first[0] not in _LIST_BEGINNINGS:
        return text, Listing.NONE
    for pattern, listing in _patterns():
        if match := pattern.match(line):
            return text[match.end() :].strip(), listing
    return text, Listing.NONE
