"""Rewrites a follow-up question to a query that needs no conversation."""

import re
from collections.abc import Sequence

from ragtui_core.history.conversation import Turn
from ragtui_core.text.question_words import distinctive_terms

FEW_WORDS = 2
"""A question with at most this many distinctive terms is treated as a follow-up."""

MAX_CARRIED_TERMS = 12
"""Maximum number of terms added from the conversation."""

_REFERS = re.compile(
    r"\b(it|its|they|them|their|theirs|this|that|these|those|he|him|his|she|her|hers"
    r"|there|then|same|one|ones|former|latter|else|above|both|instead|more|other)\b"
    r"|^(and|but|so|or|also|what about|how about|why|why not|when|where)\b[^\w]*",
    re.I,
)


def standalone(question: str, turns: Sequence[Turn]) -> str:
    """The question, with terms of the last query added if it refers to them.

    No model is used: it would delay the first source by a second. Terms carry over from
    turn to turn, since each turn stores its rewritten query.

    Args:
        question: As asked.
        turns: Of the conversation, oldest first.
    """
    if not turns:
        return question
    own = distinctive_terms(question)
    if not _REFERS.search(question) and len(own) > FEW_WORDS:
        return question
    carried = _words(turns[-1].query or turns[-1].question, own)
    return " ".join([question, *carried[:MAX_CARRIED_TERMS]])


def _words(query: str, known: Sequence[str]) -> list[str]:
    """The distinctive terms of a query as written, without the known ones."""
    written = re.findall(r"\w+(?:[.,:/-]\w+)*", query)
    taken = set(known)
    found = []
    for word in written:
        stems = distinctive_terms(word)
        if stems and stems[0] not in taken:
            taken.add(stems[0])
            found.append(word)
    return found
