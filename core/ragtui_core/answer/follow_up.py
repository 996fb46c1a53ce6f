"""What a question takes from its conversation: words for its query, and a time."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from ragtui_core.answer.remarks.remark_words import remarks_in
from ragtui_core.citations.citation import Citation
from ragtui_core.history.conversation import Turn
from ragtui_core.language.question_words import distinctive_terms
from ragtui_core.language.requests import asks_for_any_time, take_items
from ragtui_core.language.times.dates import dates_in
from ragtui_core.search.asked import time_in, with_days_beside
from ragtui_core.search_results import SearchedTime, TimeEffect
from ragtui_core.text.runs import blanked

FEW_WORDS = 1
"""A question with no more distinctive terms, and without a name, is a follow-up."""

MAX_CARRIED_TERMS = 12
"""Maximum number of terms added from the conversation."""

_OPENING = re.compile(
    r"^(?:and|but|so|or|also|what about|how about|why not|und|aber|oder"
    r"|auch|was ist mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|of)\b\W*",
    re.I,
)
_REFERS = re.compile(
    r"\b(it|its|they|them|their|theirs|this|that|these|those|he|him|his|she|her|hers"
    r"|there|then|same|one|ones|former|latter|else|above|both|instead|more|other)\b"
    rf"|{_OPENING.pattern}",
    re.I,
)


_NAME = re.compile(r"(?<=[^\W_] )(?!I\b)[A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]")
"""A word with a capital letter that is not the first of its sentence."""


def standalone(question: str, turns: Sequence[Turn], today: date) -> str:
    """The question, with terms of the last query added if it refers to them.

    No model is used: it would delay the first source by a second. Terms carry over from
    turn to turn, since each turn stores its rewritten query. A question that asks for
    more than was answered also has the words of the first quotation, without its dates.
    One with a topic of its own has it in place of that of items: "and of Priya?".
    """
    if not turns or not refers_back(question, today):
        return question
    quotes = [citation.quote for citation in asked_beyond(question, turns, today)[:1]]
    quotes = [
        blanked(it, (date.span for date in dates_in(it, any_year=True)))
        for it in quotes
    ]
    before, own = _query_without_time(turns[-1]), distinctive_terms(question)
    subject, are_items = take_items(before)
    replaced = distinctive_terms(subject) if own and are_items else ()
    carried = _words(" ".join([before, *quotes]), [*own, *replaced])
    return " ".join([question, *carried[:MAX_CARRIED_TERMS]])


def refers_back(question: str, today: date) -> bool:
    """Whether a question needs the one before.

    One that opens as a question does is complete with two words or with a name: "When
    did I meet anna?", "What did Anna do?", not "And Anna?". The words of a time, such
    as "this year", refer to nothing else.
    """
    time = time_in(question, today)
    question = time.without_words(question) if time else question
    if _REFERS.search(question):
        return True
    few = len(distinctive_terms(question)) <= FEW_WORDS
    return few and not _NAME.search(question)


def asked_beyond(
    question: str, turns: Sequence[Turn], today: date
) -> Sequence[Citation]:
    """The citations of the last answer, if more than these is asked for.

    So it is if a question has neither a topic nor a time of its own: "and why?".
    """
    if not turns or distinctive_terms(question):
        return ()
    return () if time_in(_OPENING.sub("", question), today) else turns[-1].citations


def _query_without_time(turn: Turn) -> str:
    query = turn.query or turn.question
    return turn.searched_time.without_words(query) if turn.searched_time else query


def kept_time(question: str, turns: Sequence[Turn], today: date) -> SearchedTime | None:
    """The time of the last question, if it has one that this question refers to.

    "And in October?" names its own; "ever" none; so does a question that needs no
    conversation.
    """
    before = turns[-1].searched_time if turns else None
    if not before or before.effect is TimeEffect.DROPPED or asks_for_any_time(question):
        return None
    if own := time_in(_OPENING.sub("", question), today):
        return own
    return replace(before, words="") if refers_back(question, today) else None


def in_days(question: str, turns: Sequence[Turn], today: date) -> str:
    """The question with days for "the week before", counted from the last question."""
    before = turns[-1].searched_time if turns else None
    return with_days_beside(question, before, today)


def turns_of(exchanges: Sequence[tuple[str, str]], today: date) -> tuple[Turn, ...]:
    """Questions and answers as turns, with the queries that they would have had.

    Their answers need no sources: later ones are searched for again. Remarks are
    recognised by their words.
    """
    turns: list[Turn] = []
    for question, text in exchanges:
        asked = in_days(question, turns, today)
        query = standalone(asked, turns, today)
        remarks = tuple(remarks_in(text))
        time = time_in(asked, today) or kept_time(asked, turns, today)
        turn = Turn("", question, query=query, answer=text, remarks=remarks)
        turns.append(replace(turn, searched_time=time))
    return tuple(turns)


def _words(query: str, known: Sequence[str]) -> list[str]:
    """The distinctive terms of a query as written, without the known ones."""
    written = re.findall(r"\w+(?:[.,:/-]\w+)*", query)
    taken = set(known)
    words = []
    for word in written:
        stems = distinctive_terms(word)
        if stems and stems[0] not in taken:
            taken.add(stems[0])
            words.append(word)
    return words
