"""Words of times in English, German, French, Spanish, Italian, Portuguese and Dutch.

All are folded: lower case, without accents. A new language is further words here.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ragtui_core.text import calendar_names
from ragtui_core.text.calendar_names import FULL_MONTHS, OTHER_SHORT, SHORT
from ragtui_core.text.folding import folded


def any_of(listed: str | Iterable[str]) -> str:
    """A pattern of one of several ways of saying something; `_` is any space."""
    ways = listed.split() if isinstance(listed, str) else listed
    ordered = sorted(set(ways), key=lambda way: (-len(way), way))
    return "(?:" + "|".join(re.escape(w).replace("_", r"\s+") for w in ordered) + ")"


def _by_number(table: Iterable[Iterable[str]], first: int) -> dict[int, str]:
    return {n: " ".join(map(folded, names)) for n, names in enumerate(table, first)}


MONTHS = _by_number(FULL_MONTHS, 1)
"""Names of months by number."""

SHORT_MONTHS = _by_number(
    [(*short, *other) for short, other in zip(SHORT, OTHER_SHORT, strict=True)], 1
)
"""Short names of months, which count only next to a number."""

COMMON_WORDS = "may march mar mars"
FOREIGN_WORDS = "set out ago gen mag"
"""Names of months that are English words, which count only where no other word follows
that they may belong to; those of other languages never stand before a day."""
OTHER_MEANINGS = "may march mars mayo april june august mai"
"""Names of months that are also names of persons and of other things: "from June"."""
AFTER_DAY = (
    "at and to until till for with from by the or is was in on um und bis mit et y e"
)
"""Words that may follow a day, such as `5 May at noon`, but not `12 may be used`."""
NOT_A_YEAR_AFTER = (
    "rfc port iso din error code nr no number model type room route windows win server"
    " sql office exchange fehler modell typ raum erreur code numero puerto porta"
)
"""Words after which a number is not a year."""
NOT_A_YEAR_BEFORE = (
    "words people employees users bytes bits bit rows lines px pixels kg km m mm g w "
    "rpm mah mhz euro euros dollars kronor items pages times mal worter personen mots "
    "fois"
)
"""Words before which a number is not a year."""
NOWADAYS = "today heute aujourd'hui hoy oggi hoje vandaag"
"""Words for the present day that also mean nowadays, in a sentence about others."""
OWN = (
    "i i've my me we our us note notes diary journal did ich wir mein meine uns unser "
    "je j' j'ai mon mes nous notre yo mi mis nos nosotros io mio mia noi eu meu minha "
    "ik mijn wij we ons"
)
"""Words of lines about the searcher's own day."""

WEEKDAYS = _by_number(calendar_names.WEEKDAYS, 0)
"""Names of weekdays by number, from Monday 0."""

SEASONS = {
    3: "spring fruhling fruehling fruhjahr printemps primavera lente voorjaar",
    6: "summer sommer ete verano estate verao zomer",
    9: "autumn fall herbst automne otono autunno outono herfst",
    12: "winter hiver invierno inverno",
}
"""Names of seasons of the northern half of the earth, by their first months."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of time: its words, and its size in days or in months.

    One of days begins `offset` days later, and ends with them: Saturday in a week.
    """

    words: str
    days: int = 0
    months: int = 0
    offset: int = 0


DAY = Unit("day days tag tage tagen jour jours dia dias giorno giorni dag dagen", 1)
WEEK = Unit(
    "week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
    7,
)
WEEKEND = Unit(
    "weekend weekends week-end week-ends wochenende wochenenden fin_de_semana "
    "fim_de_semana fine_settimana",
    7,
    offset=5,
)
MONTH = Unit(
    "month months monat monate monaten monats mois mes meses mese mesi maand maanden",
    months=1,
)
QUARTER = Unit(
    "quarter quarters quartal quartale trimestre trimestres trimestri kwartaal "
    "kwartalen",
    months=3,
)
YEAR = Unit(
    "year years jahr jahre jahren jahres an ans annee annees ano anos anni anno jaar "
    "jaren",
    months=12,
)
UNITS = (DAY, WEEK, WEEKEND, MONTH, QUARTER, YEAR)
"""All units of time; nothing else has to know another one."""

NUMBERS = {
    1: "one a ein eine einem einer einen un une uno una um uma een",
    2: "two zwei deux dos due dois duas twee",
    3: "three drei trois tres tre drie",
    4: "four vier quatre cuatro quattro quatro",
    5: "five funf fuenf cinq cinco cinque vijf",
    6: "six sechs seis sei zes",
    7: "seven sieben sept siete sette sete zeven",
    8: "eight acht huit ocho otto oito",
    9: "nine neun neuf nueve nove negen",
    10: "ten zehn dix diez dieci dez tien",
}
"""Numerals."""

ORDINALS = {
    1: "first 1st erste ersten erstes premier premiere primer primero primera primo "
    "prima primeiro primeira eerste",
    2: "second 2nd zweite zweiten zweites deuxieme segundo segunda secondo seconda "
    "tweede",
    3: "third 3rd dritte dritten drittes troisieme tercer tercero tercera terzo terza "
    "terceiro terceira derde",
    4: "fourth 4th vierte vierten viertes quatrieme cuarto cuarta quarto quarta vierde",
}
"""Ordinal numbers of quarters, and of weeks of a month."""

DAYS_AGO = {
    0: "today heute aujourd'hui hoy oggi hoje vandaag this_morning this_afternoon "
    "this_evening tonight heute_morgen heute_abend ce_matin ce_soir cet_apres-midi "
    "esta_manana esta_tarde esta_noche stamattina stasera esta_manha esta_noite "
    "vanmorgen vanochtend vanmiddag vanavond",
    1: "yesterday gestern hier ayer ieri ontem gisteren last_night gestern_abend "
    "letzte_nacht hier_soir anoche ieri_sera ontem_a_noite gisteravond",
    2: "day_before_yesterday vorgestern avant-hier anteayer antes_de_ayer "
    "avantieri l'altro_ieri anteontem eergisteren",
    -1: "tomorrow demain domani amanha",
}
"""Words for days, by how many days ago they are; `_` is any space."""

LAST = (
    "last past previous letzte letzten letzter letztes letztem vergangene vergangenen "
    "vergangenes vorig vorige vorigen voriges dernier derniers derniere dernieres "
    "passe passee ultimo ultima ultimos ultimas ultimi ultime pasado pasada scorso "
    "scorsa passado passada afgelopen laatste"
)
BEFORE_LAST = (
    "before_last vorletzte vorletzten vorletzter vorletztes avant-dernier "
    "avant-derniere antepasado antepasada penultimo penultima retrasado retrasada "
    "voorlaatste eervorige"
)
THIS = (
    "this diese diesen diesem dieser dieses cette ce cet este esta neste nesta questo "
    "questa deze dit"
)
NEXT = (
    "next nachste nachsten nachster nachstes naechste naechsten kommende kommenden "
    "prochain prochaine proximo proxima prossimo prossima volgende komende"
)
AGO_BEFORE = "vor y_a il_y_a hace ha"
AGO_AFTER = "ago fa geleden atras"
OF = "of de del di do van des vom du d'"
ARTICLES = (
    "the der die das dem den des le la les l' el los las il lo i gli o os as de het"
)
PARTS = {
    0: "early start_of beginning_of anfang beginn debut principios_de comienzos_de "
    "inizio inizi inicio_de begin",
    1: "mid middle_of mitte mi mediados_de meta_de meados_de midden",
    2: "late end_of ende fin finales_de fine_di final_de fim_de eind einde",
}
"""Thirds of a month or a year; English has `of` before the name of a time, or not."""
SINCE = "since seit depuis desde dal sinds as_of"
UNTIL = "until till up_to bis jusqu'a jusqu'au jusqu'en hasta fino_a fino_al ate tot"
BEFORE = "before prior_to vor avant antes_de antes_del antes_do prima_di prima_del voor"
AFTER = "after nach apres despues_de despues_del dopo depois_de depois_do"
EARLIER = (
    "before_that before_it before_this earlier davor zuvor d'avant precedent "
    "precedente anterior ervoor daarvoor"
)
LATER = (
    "after_that after_it after_this later danach darauf d'apres suivant suivante "
    "siguiente successivo successiva seguinte erna daarna"
)
PREVIOUS = "previous preceding"
FOLLOWING = "following"
"""Words beside a unit for the one before or after a time that was named earlier; so are
those for before and after at the end of a line, such as `and the week before?`."""
BETWEEN = "between zwischen entre tra fra tussen"
AND = "and und et y e en"
FROM = "from von vom du de del dal van"
TO = "to until till through bis au a al ao tot"
FOR = "for fur pour para per"
"""Prepositions of a time that is planned: notes of other times are about it."""
PLANS = (
    "planned scheduled upcoming coming is_due are_due going_to plans_for plan_for "
    "will_i will_we will_be will_there what_will who_will when_will where_will i_will "
    "we_will geplant anstehend anstehenden steht_an stehen_an vorgesehen wird prevu "
    "prevue prevus prevues planifie previsto prevista previstos previstas planeado "
    "planeada planificado programado programmato planejado gepland"
)
"""Words of lines about a time to come."""
PLANNED_ONCE = (
    "was were had did war waren wurde wurden etait etaient era eran erano fue fueron "
    "foi foram eram werd"
)
"""Words beside which these are about a time that is past."""
WEEK_NUMBERS = "week kw woche kalenderwoche semaine semana settimana"
WEEK_OF = (
    "of in with from beginning starting commencing vom im mit du del de di dal van em "
    "en"
)
GENERIC = (
    "note notes day days happen happened happening diary journal entry entries week "
    "notiz notizen tag passiert gemacht fait passe notas nota journee"
)
"""Words that say nothing of what is searched for beside a time."""
CHANGES = (
    "change happen occur outcome overview recap summarise summarize summary "
    "update ereignet geandert geschah geschehen passierte neuigkeiten verandert "
    "zusammenfassen zusammenfassung nouveautes cambiado cambio novedades ocurrido "
    "ocurrio resumen resumir sucedio cambiato novita riassumere riassumi riassunto "
    "successo aconteceu mudado mudou novidades resumo gebeurd samenvatten "
    "samenvatting veranderd passiert"
)
"""Words of questions for all that notes of a time say about a subject."""
VAGUE = (
    f"{CHANGES} "
    "achieve agree agreed anything come came conclude decide develop discuss doing "
    "done get got gone going highlight important interesting item learn learned "
    "learnt made make new news notable progress settle something special talk thing "
    "biggest current main major overall principal recent still yet already take took "
    "taken use want need require beschlossen hauptsachlichen wichtigste wichtigsten "
    "besonderes besprochen entschieden erreicht gelernt geredet getan interessant "
    "interessantes los neu neue neues vereinbart wichtig wichtiges appris ete convenu "
    "discute nouveau nouvelle nouvelles resume resumer acordado aprendi aprendimos "
    "decidido decidimos decidio discutido discutio hecho importante interesante nuevo "
    "paso pasado concordato deciso discusso fatto imparato interessante nuovo "
    "aprendemos combinado decidiu discutiu feito novo afgesproken belangrijk besloten "
    "besproken gedaan geleerd nieuw nieuws belangrijkste voornaamste principaux "
    "principale principales principali principais principales minutes acta actas "
    "minuta compte rendu comptes rendus proces verbal protokoll protokolle "
    "niederschrift verbale verbali ata atas notulen verslag actuel actuels actual "
    "actuales aktuell aktuelle aktuellen people person someone anyone leute menschen "
    "personen gens personnes gente personas persone pessoas mensen "
    "amount count frequency number total anzahl haufigkeit zahl frequence nombre "
    "cantidad frecuencia numero frequenza quantita frequencia quantidade aantal "
    "frequentie"
)
"""Words that do not say what about, beside a time: `what was decided in June`. English
ones are matched by their stem."""
ANY_TIME = (
    "ever at_any_time of_all_time all_time any_date all_dates whenever jemals "
    "irgendwann uberhaupt zu_irgendeiner_zeit jamais a_tout_moment un_jour alguna_vez "
    "en_cualquier_momento in_qualsiasi_momento una_volta alguma_vez em_qualquer_altura "
    "a_qualquer_momento ooit"
)
"""Ways to ask for all times; not Italian "mai", which is a month elsewhere."""


def words_in(*tables: str | dict[int, str]) -> frozenset[str]:
    """The words of tables, without those of several words."""
    texts = (t if isinstance(t, str) else " ".join(t.values()) for t in tables)
    return frozenset(word for text in texts for word in text.split())


TRIGGERS = frozenset(
    re.split("[_'-]", word)[-1]
    for word in words_in(MONTHS, WEEKDAYS, SEASONS, *(u.words for u in UNITS), DAYS_AGO)
)
"""A line without any of these words and without a digit has no time in it."""
