"""What a line asks for in plain words: an order, a list, mails, a time.

    the latest mail from Tom           newest, by Tom
    how many mails are from Tom        by Tom
    which travel policy is current?    newest
    when did I last meet Anna?         newest
    the first meeting of Heliotrope    oldest
    first aid, the last name           neither
    how often did I swim in May        a count of the notes with `swim`
    how many colds (in a time)         a count of the notes with `cold`
    how many colds did I have          a count of the notes with `cold`
    how many books did I finish        a count of those with `book` and `finish`
    how many hours did I work          neither: a number is asked for
    every decision about the roof      all notes with `decision` and `roof`
    list all notes about Anna          all notes with `Anna`
    how often should filters be changed?   neither: a rule is asked for
    what do I still have to do for X   the open items with `X`
    which notes link to X, are tagged X   by links and tags
    which appointments do I have       all notes with `appointment`
    what is due this month, what did I finish   items by day or state

Also generic words, which name no topic beside a time. All are in the section `requests`
of the tables.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from ragtui_core.language.function_words import function_words_in, is_function_word
from ragtui_core.language.phrase_rules import PhraseLine
from ragtui_core.language.tables import tables
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stemmed


class Listing(StrEnum):
    """Whether a line asks for all documents that contain its words."""

    NONE = ""
    NOTES = "notes"
    DATED = "dated"
    """The line asks how often something was, or for all of something, which dated notes
    may say: `list all brakes`."""
    EVENTS = "events"
    """The line asks how many of something there were: dated notes with all words."""


@dataclass(frozen=True, slots=True)
class Mails:
    """Mails that a line asks for: of or to a person, or else those with attachments."""

    person: str
    are_mails: bool = True
    """Whether only mails count; otherwise, chats do, too."""
    are_own: bool = False
    """Whether they are those to the person."""


DUE = "due"
"""The request for items that are due at a time."""

_ITEMS = (
    *((state, f"IS_{state} TASKS OF?") for state in ("OPEN", "DONE", "CANCELLED")),
    *(
        (state, f"^ WHICH_TASKS ARE? IS_{state}")
        for state in ("OPEN", "DONE", "CANCELLED")
    ),
    ("OPEN", "^ WHAT_IS_LEFT OF?"),
    ("OPEN", "^ WHAT IS? STILL? LEFT STILL? OF?"),
    ("OPEN", "^ WHAT MUST NAME STILL? .. TO_DO OF?"),
    ("OPEN", "^ WHAT DOES NAME STILL? .. HAVE STILL? TO_DO OF?"),
    ("OPEN", "^ WHAT_DID_I UNDONE"),
    ("OPEN", "^ TASKS OF NAME"),
    ("OVERDUE", "^ WHAT IS OVERDUE"),
    ("OVERDUE", "^ WHICH_TASKS ARE? OVERDUE"),
    ("OVERDUE", "^ OVERDUE TASKS"),
    (DUE, "^ WHAT IS DUE"),
    (DUE, "^ WHICH_TASKS IS? DUE"),
    ("DONE", "^ WHAT_DID_I FINISH TASKS?"),
    ("DONE", "^ WHICH_TASKS WHAT_DID_I? FINISH"),
    ("DONE", "^ WHAT DID NAME FINISH TASKS?"),
)

_LISTINGS = (
    (Listing.DATED, "^ HOW_OFTEN !rule"),
    (Listing.NOTES, "^ HOW_MANY NOTES ABOUT?"),
    (Listing.NOTES, "^ HOW_MANY dated_notes !rule"),
    (Listing.NOTES, "^ HOW_MANY DAYS =past"),
    *(
        (Listing.EVENTS, f"^ HOW_MANY !unit {things} {happened}")
        for things in ("word", "word word")
        for happened in ("happened", "what_did_i word")
    ),
    (Listing.NOTES, "^ LIST? ALL NOTES ABOUT?"),
    (Listing.NOTES, "^ LIST? ALL dated_notes !rule"),
    (Listing.NOTES, "^ LIST? ALL word topic"),
    (Listing.NOTES, "^ LISTED ALL? MY"),
    (Listing.NOTES, "^ WHICH_ONE word .. DO_I_HAVE $"),
    (Listing.NOTES, "^ WHAT word .. DO_I_HAVE $"),
    (Listing.DATED, "^ LIST? EVERY_TIME"),
    (Listing.DATED, "^ LIST ALL"),
)

_IN_TIME = (Listing.EVENTS, "^ HOW_MANY !unit word $")
"""What is counted in a time happened then."""

_DOCUMENTS = (
    ("tag", "^ HOW_MANY NOTES THAT? ARE? TAGGED NAME"),
    ("links", "^ HOW_MANY NOTES THAT? LINK_TO NAME"),
    ("tag", "^ LIST? WHICH_ONE? ALL? NOTES THAT? ARE? TAGGED NAME"),
    ("links", "^ LIST? WHICH_ONE? ALL? NOTES THAT? LINK_TO NAME"),
    ("links", "^ WHAT LINK_TO NAME"),
)
"""What is asked of notes in words: the field of a filter, whose value is the name and
the rest of the line."""

_ORDERS = (
    ("newest", "NEWEST VERSION =of_a_thing"),
    ("newest", "NEWEST !number !not_ordered !-"),
    ("newest", "^ which_one .. IS_CURRENT $"),
    *(
        (order, f"^ {begin} {rest}")
        for begin in ("when ..", "which? the")
        for order, rest in (
            ("newest", "LAST_ONE TIME =person"),
            ("newest", "LAST_ONE TIME $"),
            ("newest", "LAST_ONE VERSION =of_a_thing"),
            ("newest", "LAST_ONE !number !not_ordered !-"),
            ("newest", "CURRENT !number !not_ordered !beside_current =word"),
            ("oldest", "FIRST TIME =person"),
            ("oldest", "FIRST TIME $"),
            ("oldest", "FIRST !number !not_ordered !-"),
        )
    ),
)

_MAILS = (
    "MAILS BEFORE_FROM? FROM NAME",
    "MAILS DID NAME SEND TO_ME?",
    "MAILS THAT? WITH A? ATTACHMENTS",
)

_WRITTEN = ("^ WHAT DID NAME SEND TO_ME", "^ WHAT DID NAME TO_ME? SEND $")
_OWN = ("^ WHAT_DID_I SEND TO? NAME", "MAILS TO NAME")
_MAILED = (
    "^ WHAT DID NAME SEND TO_ME? BY_MAIL",
    "^ WHAT DID NAME TO_ME? BY_MAIL SEND",
    "^ WHAT DID NAME MAILED TO_ME?",
    "^ DID NAME MAILED TO_ME?",
    "^ DID NAME SEND TO_ME? A? MAIL",
    "^ DID TO_ME? NAME TO_ME? A? MAIL SEND",
)


@lru_cache(maxsize=1)
def _line(text: str) -> PhraseLine:
    """A line, which several rules look at one after another."""
    return PhraseLine(text, "requests")


def asks_when(text: str) -> bool:
    """Whether a line begins by asking for a time."""
    return _line(text).taken("^ WHEN") is not None


def take_order(text: str) -> tuple[str, str]:
    """The text without its word for an order, and `newest`, `oldest`, or nothing.

    "Last" and "first" ask for it after "when" and at the beginning of the line.
    """
    line = _line(text)
    for order, row in _ORDERS:
        if found := line.taken(row):
            start, end = found.span.start, found.span.end
            if not start or not text[start].isupper():  # as in "the First World War"
                return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip(), order
    return text, ""


def take_listing(text: str, *, in_time: bool = False) -> tuple[str, Listing]:
    """The text without its words for a list or a number, and what it lists.

    With `in_time`, the line had a time, too.
    """
    line = _line(text)
    for listing, row in (*_LISTINGS, *[_IN_TIME] * in_time):
        if found := line.taken(row):
            return found.rest.lstrip(" ¿¡"), listing
    return text, Listing.NONE


@lru_cache(maxsize=64)
def take_mails_of(text: str, names: int = 1) -> tuple[str, Mails | None]:
    """The text without "mails from Ann" or "what did Ann write me", and what mails.

    The person has so many `names` where the line does not end or go on behind them.
    """
    line = _line(text)
    for row in (*_MAILS, *_MAILED, *_WRITTEN, *_OWN):
        found = line.taken(row.replace("NAME", "NAME " * names))
        if found and not is_function_word(found.name):
            rest = text[: found.span.start] + text[found.span.end :]
            return rest, Mails(found.name, row not in _WRITTEN, row in _OWN)
    return text, None


def take_items(text: str) -> tuple[str, str]:
    """The text without its words for items, and their state, or `due`; or nothing."""
    line = _line(text)
    for state, row in _ITEMS:
        if found := line.taken(row):
            omitted = function_words_in(_WORD.findall(text))  # As "what must I do".
            rest = (word for word in found.rest.split() if word not in omitted)
            return without_generic(" ".join(rest)), state.lower()
    return text, ""


def take_documents(text: str) -> tuple[str, str]:
    """The field of a filter for the notes that a line asks for, and its value."""
    line = _line(text)
    found = ((field, line.taken(row)) for field, row in _DOCUMENTS)
    named = ((field, it.rest.strip(" ?!.\"'#")) for field, it in found if it)
    return next(named, ("", ""))


def asks_for_mails(text: str) -> bool:
    """Whether a text beside a time asks for mails without saying which.

    As "which mails did I get" this month.
    """
    words = text.split()
    mails = [word for word in words if _plain(word) in _phrases("mail")]
    others = [word for word in words if _plain(word) not in _phrases("received")]
    rest = " ".join(word for word in others if word not in mails)
    return bool(mails) and not without_vague(rest)


def _plain(word: str) -> str:
    return folded(word).strip("?!.,;:¿¡")


_WORD = re.compile(r"\w+")


@cache
def _phrases(key: str) -> frozenset[str]:
    """The phrases of all languages under a key, folded, with spaces for `_`."""
    texts = (table.get("requests", {}).get(key, "") for table in tables().values())
    phrases = (phrase for text in texts for phrase in text.split())
    return frozenset(folded(phrase).replace("_", " ") for phrase in phrases)


def asks_for_any_time(line: str) -> bool:
    """Whether a line asks for all times in words, such as "ever"."""
    words = f" {' '.join(_WORD.findall(folded(line)))} "
    return any(f" {phrase} " in words for phrase in _phrases("any_time"))


def without_generic(text: str) -> str:
    """The text; empty if its words name nothing to search for beside a time."""
    words = _WORD.findall(folded(text))
    known = function_words_in(words) | _phrases("generic")
    return "" if all(word in known or len(word) == 1 for word in words) else text


_VAGUE = ("vague", "changes", "generic")


def without_vague(text: str) -> str:
    """The text without words that do not say what it is about; empty if none does.

    Such as "decided" and "important", beside a time: "what was decided in June".
    """
    words = (w for w in text.split() if not _is_one_of(w, *_VAGUE))
    return without_generic(" ".join(words))


def asks_what_changed(text: str) -> bool:
    """Whether a text without its time asks for all that notes say about a subject."""
    is_asked = any(_is_one_of(word, "changes") for word in text.split())
    return is_asked and bool(without_vague(text))


@cache
def _with_stems(*keys: str) -> frozenset[str]:
    known = frozenset(phrase for key in keys for phrase in _phrases(key))
    return known.union(stemmed(" ".join(known)))


def _is_one_of(word: str, *keys: str) -> bool:
    plain = " ".join(_WORD.findall(folded(word)))
    known = _with_stems(*keys)
    return plain in known or " ".join(stemmed(plain)) in known
