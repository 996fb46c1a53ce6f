"""Finds what a claim denies of a passage: negations and opposite words.

Each content word of a sentence has a sign: negative after a negation, both in the rest
of its clause, since it is not known how far a negation reaches, else positive; two
adjacent ones have one that says whether a negation stands between them. Words of
opposite meaning (`allowed`, `forbidden`) count as one word with different signs; of
those that compare (`before`, `more`), only in front of the same word. A claim denies a
passage if a word is only positive in one and only negative in the other, and most of
the claim's words are in that sentence of the passage or around it. This prefers
precision: a denial in other words is not found.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import lru_cache

from ragtui_core.answer.checks.opposites import (
    COMPARED,
    OPPOSITES,
    SWITCHED,
    WEAK_NEGATIONS,
)
from ragtui_core.text.function_words import FOREIGN_WORDS, FUNCTION_WORDS, language_of
from ragtui_core.text.negations import NEGATIONS, NEGATIONS_BEFORE
from ragtui_core.text.sentences import sentence_spans
from ragtui_core.text.stemming import stems
from ragtui_core.types import Span

MIN_OWN = 0.33
"""Minimum ratio of a claim's content words that the denied sentence has."""

MIN_SHARED = 0.5
"""Minimum ratio of those that it or a text around it has, such as a heading."""

MAX_SHOWN_CHARS = 60
"""Maximum length of the passage's words in a remark."""

_TOKEN = re.compile(
    r"(?P<end>[;:.!?\u2026\u2013\u2014()](?=\s|\Z|\w)|,(?=\s))"
    r"|(?P<word>\d+(?:[.,]\d+)*|[^\W_]+(?:['\u2019-][^\W_]+)*)"
)
_ELISION = re.compile(r"(?:(?<=\b[ldjnmsct])|(?<=\bqu))['\u2019](?=\w)", re.I)
_PREFIX = re.compile(r"(?:un|non-?|dis|in|im|ir)(?=[^\W\d_]{4})")
"""The prefix of `unsafe`, which denies `safe`; the one of `important` denies
nothing."""
_CONTRACTED = re.compile(r"n['\u2019]t\Z")
AT = {"least": COMPARED["more"], "most": COMPARED["less"]}
"""Words that compare after `at`."""
PREPOSITIONS = frozenset(str.split("under over \u00fcber unter plus da ab na con"))
"""Words that compare only before a number."""
ALWAYS = frozenset(str.split("always immer toujours siempre sempre altijd"))
THAN = frozenset(str.split("than als que de di do dan"))
ONLY = frozenset(str.split("only just merely necessarily nur seulement solo só alleen"))
"""Words after which a negation does not negate: `not only`."""
SWITCHING = frozenset(str.split("turn switch power"))

Signs = dict[str, set[int]]
"""Signs, 1 and -1, of each word."""


@dataclass(slots=True)
class Statement:
    """A sentence as words with signs.

    Attributes:
        signs: By stem, or name of a pair of opposites.
        content: Stems of words that are not function words.
        shown: Where a word with a sign is in `text`, by the word.
    """

    text: str
    signs: Signs = field(default_factory=lambda: defaultdict(set))
    content: set[str] = field(default_factory=set)
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)


def denied(claim: str, said: Iterable[str], around: Iterable[str]) -> str:
    """The words of a passage that a claim denies; empty if there are none.

    All texts are readable; a word that is `around` what is said supports the claim,
    too.
    """
    said = list(said)
    language = language_of(" ".join((claim, *said)).split())
    stated = statement_of(claim, language)
    passages = _statements(said, language)
    context = _statements(around, language)
    known = _merged([*passages, *context])
    for word, signs in stated.signs.items():
        if len(signs) != 1 or known.get(word) != {-sign for sign in signs}:
            continue
        for passage in passages:
            if word in passage.shown and _is_about(stated, passage, context):
                return _excerpt(passage, word)
    return ""


def _statements(texts: Iterable[str], language: str) -> list[Statement]:
    """The sentences of texts: a negation does not reach into the next."""
    return [
        statement_of(span.of(text), language)
        for text in texts
        for span in sentence_spans(text, Span(0, len(text)))
    ]


def _merged(statements: Iterable[Statement]) -> Signs:
    merged: Signs = defaultdict(set)
    for statement in statements:
        for word, signs in statement.signs.items():
            merged[word] |= signs
    return merged


def _is_about(
    claim: Statement, passage: Statement, context: Sequence[Statement]
) -> bool:
    """Whether most of a claim's words are in a passage or its context."""
    known = passage.content.union(*(statement.content for statement in context))
    return len(claim.content & passage.content) >= MIN_OWN * len(claim.content) and len(
        claim.content & known
    ) >= MIN_SHARED * len(claim.content)


def _excerpt(passage: Statement, word: str) -> str:
    start, end = passage.shown[word]
    start = passage.text.rfind(" ", 0, max(start - 12, 0)) + 1 if start > 12 else 0
    following = passage.text.find(" ", end + 12)
    end = len(passage.text) if following < 0 else following
    return passage.text[start:end].strip(" ,;:.")[:MAX_SHOWN_CHARS].strip()


@lru_cache(maxsize=2_000)
def statement_of(text: str, language: str) -> Statement:
    """The words of a readable sentence with their signs."""
    statement = Statement(text)
    clauses = list(_clauses(_ELISION.sub(" ", text)))
    is_weak = any(_stem(word) in WEAK_NEGATIONS for c in clauses for word, *_ in c)
    for clause in clauses:
        _add_clause(statement, clause, language, is_weak=is_weak)
    return statement


_Word = tuple[str, int, int]
"""A word with its span."""


def _clauses(text: str) -> Iterator[list[_Word]]:
    clause: list[_Word] = []
    for match in _TOKEN.finditer(text):
        # A word before a comma is a clause: `no, thank you`.
        if match["end"] and (match[0] != "," or len(clause) == 1):
            yield clause
            clause = []
        elif match["word"]:
            clause.append((match[0].lower(), match.start(), match.end()))
    yield clause


def _add_clause(
    statement: Statement, clause: Sequence[_Word], language: str, *, is_weak: bool
) -> None:
    """Add the words of a clause with their signs.

    `is_weak` is whether a word of the sentence may negate any other.
    """
    words = [word for word, *_ in clause]
    effects = [_effect(words, index, language) for index in range(len(words))]
    is_negated = is_weak or Effect.NEGATES in effects
    negations = 0
    negated_from: int | None = None
    before = ""
    for index, (word, start, end) in enumerate(clause):
        effect = effects[index]
        if effect is Effect.NEGATES:
            negations += 1
            negated_from = start if negated_from is None else negated_from
        name, sign = _named(words, index, effect, language)
        if not name:
            continue
        position = (start if negated_from is None else negated_from, end)
        denies = negated_from is not None
        if effect is Effect.COMPARES:
            name = name if " " in name else f"{name} after {before}"
            signs = {1, -1} if is_weak else {sign * (-1) ** negations}
            _add_sign(statement, f"{before} {name}", signs, position)
        else:
            statement.content.add(_stem(word))
            signs = {-sign if denies else sign}
            first = before or _word_before(words, effects, index)
            _add_sign(statement, f"{first}>{name}", signs, position)
        if not word[0].isdigit():
            is_open = is_negated and not denies
            signs = {1, -1} if is_open else {-sign if denies else sign}
            _add_sign(statement, name, signs, position)
        if prefix := _PREFIX.match(word):
            signs = {-sign for sign in statement.signs[name]}
            _add_sign(statement, _stem(word[prefix.end() :]), signs, (start, end))
        negated_from = None
        before = before if effect is Effect.COMPARES else name
    if negated_from is not None and before and statement.signs[before] == {1, -1}:
        statement.signs[before] = {-1}


def _add_sign(
    statement: Statement, name: str, signs: set[int], position: tuple[int, int]
) -> None:
    statement.signs[name] |= signs
    statement.shown[name] = position


class Effect(Enum):
    """What a word does to the signs of the others."""

    NONE = auto()
    NEGATES = auto()
    COMPARES = auto()
    SWITCHES = auto()


def _effect(words: Sequence[str], index: int, language: str) -> Effect:
    word = words[index]
    before = words[index - 1] if index else ""
    after = words[index + 1] if index + 1 < len(words) else ""
    if word in {"on", "off"} and _is_switched(words[max(index - 5, 0) : index], after):
        return Effect.SWITCHES
    if word in PREPOSITIONS and not after[:1].isdigit():
        return Effect.NONE
    if word in COMPARED or (before == "at" and word in AT):
        ended = _negates(before, word, language) and after not in THAN
        return Effect.NONE if ended and not after[:1].isdigit() else Effect.COMPARES
    return Effect.NEGATES if _negates(word, after, language) else Effect.NONE


def _is_switched(before: Sequence[str], after: str) -> bool:
    stems_before = {_stem(word) for word in before}
    return bool(stems_before & SWITCHING) or (
        not after and bool({"is", "are", "stay", "remain"} & stems_before)
    )


def _negates(word: str, after: str, language: str) -> bool:
    if after in ONLY or (word in {"no", "ne"} and after[:1].isdigit()):
        return False
    if _CONTRACTED.search(word):
        return True
    return word in NEGATIONS.get(language, NEGATIONS_BEFORE) or (
        language == "fr" and word == "n"
    )


def _named(
    words: Sequence[str], index: int, effect: Effect, language: str
) -> tuple[str, int]:
    """The name of a word in `Signs`, "" if it has no sign, and its own sign."""
    word = words[index]
    if effect is Effect.SWITCHES:
        return SWITCHED, 1 if word == "on" else -1
    if effect is Effect.COMPARES:
        pair, sign = COMPARED.get(word) or AT[word]
        following = (w for w in words[index + 1 :] if not _is_common(w, language))
        after = next(following, "")
        return (f"{pair} {_stem(after)}" if after else pair), sign
    stem = _stem(word)
    if stem in OPPOSITES:
        return OPPOSITES[stem]
    if effect is Effect.NEGATES or _is_common(word, language):
        return "", 1
    return stem, 1


def _word_before(words: Sequence[str], effects: Sequence[Effect], index: int) -> str:
    """The last word before an index, such as `can`; negations do not count."""
    before = zip(reversed(words[:index]), reversed(effects[:index]), strict=True)
    return next((word for word, effect in before if effect is not Effect.NEGATES), "")


@lru_cache(maxsize=10_000)
def _stem(word: str) -> str:
    return " ".join(stem for _, stem in stems(word)) or word


@lru_cache(maxsize=10_000)
def _is_common(word: str, language: str) -> bool:
    """Whether a word has no topic."""
    if word in COMPARED or word in ALWAYS or word in FUNCTION_WORDS:
        return True
    return word in FOREIGN_WORDS.get(language, "").split()
