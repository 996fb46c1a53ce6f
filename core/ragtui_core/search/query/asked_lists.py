"""Recognises lines that ask for all documents with some words, or for their number.

    how often did I swim in May        a count of the notes with `swim`
    how many colds did I have          a count of the notes with `cold`
    every decision about the roof      all notes with `decision` and `roof`
    list all notes about Anna          all notes with `Anna`
    how often should filters be changed?   neither: a rule is asked for

In English, German, French, Spanish, Italian, Portuguese and Dutch. The tables are
folded: lower case, without accents; `_` is the space within a way of saying something.
"""

import re
from enum import StrEnum
from functools import cache

from ragtui_core.search.query.query_language import ParsedQuery
from ragtui_core.search.times.vocabulary import any_of
from ragtui_core.text.folding import folded_in_place


class Listing(StrEnum):
    """Whether a line asks for all documents that contain its words."""

    NONE = ""
    NOTES = "notes"
    """It asks for notes."""
    DATED = "dated"
    """It asks how often something was, or for all of something, which dated notes may
    say: `list all brakes`."""


MAX_LISTED = 1_000
"""Hits of a list for which no limit is given; its number counts all."""

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

_FIRST = frozenset(
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


def take_listing(parsed: ParsedQuery) -> Listing:
    """What a query lists; its words for a list or a number are taken out."""
    line = folded_in_place(parsed.text)
    first = re.search(r"\w+", line)
    if not first or first[0] not in _FIRST:
        return Listing.NONE
    for pattern, listing in _patterns():
        if match := pattern.match(line):
            parsed.text = parsed.text[match.end() :].strip()
            return listing
    return Listing.NONE
