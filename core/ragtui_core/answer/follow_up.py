"""A follow-up question -> words that can be searched for without its conversation."""

import re
from collections.abc import Sequence

from ragtui_core.history.conversations.turns import Turn
from ragtui_core.text.question_words import distinctive_terms

FEW_WORDS = 2
"""A question with no more telling words than this seldom stands alone."""

MAX_CARRIED_TERMS = 12
"""Words taken over from the conversation."""

_REFERS = re.compile(
    r"\b(it|its|they|them|their|theirs|this|that|these|those|he|him|his|she|her|hers"
    r"|there|then|same|one|ones|former|latter|else|above|both|instead|more|other)\b"
    r"|^(and|but|so|or|also|what about|how about|why|why not|when|where)\b[^\w]*",
    re.I,
)


def standalone(question: str, turns: Sequence[Turn]) -> str:
    """The question, with the words of the last one where it refers to them.

    No model is asked: it would cost a second before the first source is shown. Words
    are carried on from turn to turn, since each turn's query is what was searched for.

    Args:
        question: As asked.
        turns: Of the conversation, the oldest first.
    """
    if not turns:
        return question
    own = distinctive_terms(question)
    if not _REFERS.search(question) and len(own) > FEW_WORDS:
        return question
    carried = _words(turns[-1].query or turns[-1].question, own)
    return " ".join([question, *carried[:MAX_CARRIED_TERMS]])


def _words(query: str, known: Sequence[str]) -> list[str]:
    """The telling words of a query as written, those already known left out."""
    written = re.findall(r"\w+(?:[.,:/-]\w+)*", query)
    taken = set(known)
    found = []
    for word in written:
        stems = distinctive_terms(word)
        if stems and stems[0] not in taken:
            taken.add(stems[0])
            found.append(word)
    return found
