"""The names in claims, and which of them a passage lacks.

A capital does not always make a name. Words that documents also have in lower case are
none. Of others it is uncertain whether they say more than the passage: the first word
of a sentence, abbreviations, short codes such as `M2`, and what the cited document says
elsewhere, where a thing may have two names. They count only in place of such a word of
a passage that has the other words of the claim.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragtui_core.answer.checks.facts import GERMAN, text_language
from ragtui_core.answer.checks.stated_facts import StatedFacts
from ragtui_core.answer.checks.units import SCALES, UNITS
from ragtui_core.text.calendar_names import MONTHS, WEEKDAYS
from ragtui_core.text.function_words import function_words_in, is_function_word
from ragtui_core.text.negations import NEGATIONS_BEFORE

NEVER_NAMES = NEGATIONS_BEFORE | set(
    str.split(
        "always often usually sometimes both each every according however everybody "
        "everyone someone anyone"
    )
)
"""First words of sentences that are not names, in lower case."""

CALENDAR = {name for names in (*MONTHS, *WEEKDAYS) for name in names}
"""Names of months and days of the week, in lower case."""

MIN_OTHER_WORDS = 2
"""Minimum number of other words by which a passage is recognised as that of a claim."""

_WORD = re.compile(r"[^\W_][\w'\u2019-]*")
_STARTS = re.compile(r"(?:\A|[.!?:\u2026|/(\[\"'\u201c\u201e\u00ab\u2018-])\W*\Z")


@dataclass(frozen=True)
class NameCheck:
    """Finds names that passages lack.

    Attributes:
        texts: Of the documents that were sent, to tell names from other words.
    """

    texts: Sequence[str]

    def missing(
        self, claim: str, said: Sequence[str], known: StatedFacts, elsewhere: str
    ) -> Iterator[str]:
        """The names of a claim that its passages lack.

        Of a readable claim without its facts; `elsewhere` is the whole text of the
        cited documents.
        """
        first = self._first_name(claim)
        for name in (*names_of(claim, text_language(claim, *said)), *first):
            is_word = name.lower() in self._lower_words and name not in self._names
            if is_word or known.has_name(name):
                continue
            is_known = name not in first or name in self._names
            is_certain = is_known and _kind(name) == (1, 0)
            if (is_certain and not has_word(elsewhere, name)) or replaces(
                name, claim, said, self._lower_words
            ):
                yield name

    def _first_name(self, claim: str) -> tuple[str, ...]:
        """The first word of a claim if it may be a name."""
        first = _WORD.search(claim)
        if not first or not first[0][0].isupper() or is_function_word(first[0].lower()):
            return ()
        name = bare_name(first[0])
        return () if name.lower() in NEVER_NAMES else (name,)

    @cached_property
    def _lower_words(self) -> frozenset[str]:
        words = (word for text in self.texts for word in _WORD.findall(text))
        return frozenset(word for word in words if word[0].islower())

    @cached_property
    def _names(self) -> frozenset[str]:
        """Words that the documents have with a capital within a sentence."""
        language = text_language(*self.texts)
        lines = (line for text in self.texts for line in text.splitlines())
        return frozenset(name for line in lines for name in names_of(line, language))


def replaces(
    name: str, claim: str, said: Sequence[str], no_names: frozenset[str] = frozenset()
) -> bool:
    """Whether a passage has a claim's other words, and another name in addition."""
    words = {bare_name(word).lower() for word in _WORD.findall(claim)}
    others = {word for word in words - {name.lower()} if len(word) > 2}
    for text in said:
        written = {bare_name(word) for word in _WORD.findall(text)}
        if len(others) < MIN_OTHER_WORDS or others - set(map(str.lower, written)):
            continue
        added = (word for word in written if word.lower() not in words | no_names)
        if any(_kind(word) == _kind(name) != (0, 0) for word in added):
            return True
    return False


def _kind(word: str) -> tuple[int, int]:
    """Whether a word has one or several capitals, and digits: 0, 1 or 2, and 0 or 1.

    Function words have none.
    """
    capitals = 0 if is_function_word(word.lower()) else sum(map(str.isupper, word))
    return min(capitals, 2), int(any(map(str.isdigit, word)))


def has_word(text: str, word: str) -> bool:
    """Whether a text has a word in any case, also with an ending."""
    return re.search(rf"\b{re.escape(word)}", text, re.I) is not None


def names_of(text: str, language: str) -> Iterator[str]:
    """The capitalized words of a readable text that do not begin a sentence.

    In German, where nouns are capitalized, only those next to each other.
    """
    matches = [match for match in _WORD.finditer(text) if match[0][0].isalpha()]
    common = function_words_in([match[0] for match in matches])
    before: re.Match[str] | None = None
    for match in matches:
        is_name = match[0][0].isupper() and not (
            match[0] in common
            or _is_measure(match[0])
            or _STARTS.search(text[: match.start()])
        )
        if is_name and (language != GERMAN or _follows_name(match, before, common)):
            yield bare_name(match[0])
        before = match


def _is_measure(word: str) -> bool:
    low = word.lower()
    return len(word) < 2 or low in UNITS or low in SCALES or word.startswith("I'")


def _follows_name(
    match: re.Match[str], before: re.Match[str] | None, common: frozenset[str]
) -> bool:
    """Whether a German word may be a surname, after a first name or a title."""
    return (
        before is not None
        and before.end() + 1 == match.start()
        and before[0][0].isupper()
        and before[0] not in common
        and not {before[0].lower(), match[0].lower()} & CALENDAR
    )


def bare_name(word: str) -> str:
    """A name without its possessive."""
    return re.sub(r"['\u2019]s?\Z", "", word).rstrip("-")
