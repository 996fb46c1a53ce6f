"""What a line asks for in plain words beside a time: an order, mails of a sender.

    the latest mail from Tom           newest, by Tom
    how many mails are from Tom        by Tom
    which travel policy is current?    newest
    when did I last meet Anna?         newest
    the first meeting of Heliotrope    oldest
    first aid, the last name           neither

In English, German, French, Spanish, Italian, Portuguese and Dutch. `_` in the tables is
the space within a way of saying something.
"""

import re
from dataclasses import dataclass
from functools import cache

from ragtui_core.search.query.asked_lists import Listing
from ragtui_core.search.query.query_language import Clause, ParsedQuery
from ragtui_core.search.times.vocabulary import any_of
from ragtui_core.store.selection import FilterField
from ragtui_core.text.function_words import is_function_word


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether a sender, the order (of `Sort`, or empty) and a list a line asks for."""

    by_sender: bool = False
    order: str = ""
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


def take_sender(parsed: ParsedQuery) -> bool:
    """Whether a query asks for "mails from Ann"; it is taken out, and made a filter."""
    found = _SENT_BY.search(parsed.text)
    if not found or parsed.quoted or parsed.phrases:
        return False
    sender = found["sender"] or found["writer"]
    if is_function_word(sender):
        return False
    parsed.text = parsed.text[: found.start()] + parsed.text[found.end() :]
    mails = Clause(FilterField.KIND, "mail")  # not what is attached to them
    parsed.clauses += [Clause(FilterField.FROM, sender), mails]
    return True


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
    current = rf"^\W*{any_of(_WHICH_ONE)}\b.*?(?P<current>\s{any_of(_IS_CURRENT)})\W*$"
    first = rf"{begins}(?P<asked>{begin}{any_of(_FIRST)}{once}{other})"
    return {
        "newest": re.compile(f"{anywhere}|{last}|{current}", re.IGNORECASE),
        "oldest": re.compile(first, re.IGNORECASE),
    }


def take_order(parsed: ParsedQuery) -> str:
    """`newest` or `oldest`, if a line asks for that; its word for it is taken out.

    "Last" and "first" ask for it after "when" and at the beginning of the line. Nothing
    is taken of a line with words in quotation marks.
    """
    text = "" if parsed.quoted or parsed.phrases else parsed.text
    for order, pattern in _order_patterns().items():
        if match := pattern.search(text):
            start, end = match.span(match.lastgroup or 0)
            if start and text[start].isupper():
                continue  # of a name, such as "the First World War"
            parsed.text = f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
            return order
    return ""
