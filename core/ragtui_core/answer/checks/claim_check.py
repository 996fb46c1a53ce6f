"""Compares a sentence of an answer with the passages that it cites."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragtui_core.answer.checks.denials import denied
from ragtui_core.answer.checks.evidence import CitedPassage, Evidence
from ragtui_core.answer.checks.facts import (
    bare_name,
    facts_of,
    names_of,
    readable,
    text_language,
    without_facts,
)
from ragtui_core.answer.model_text import plain_words
from ragtui_core.answer.remark_words import NOT_IN_PASSAGE, PASSAGE_SAYS
from ragtui_core.text.function_words import is_function_word
from ragtui_core.text.negations import NEGATIONS_BEFORE

MAX_LISTED = 5
"""Maximum number of facts in a remark or notice."""

NEVER_NAMES = NEGATIONS_BEFORE | set(
    str.split("always often usually sometimes both each every according however")
)
"""First words of sentences that are not names."""

MIN_TITLE_LETTERS = 4
"""Shorter names of sources are not looked for in sentences."""

_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_LABEL = re.compile(r"\A\W*(\*\*|__)[^*_]{1,60}(?::\1|\1:)")
"""A label in bold type, with a colon; its capitals do not mark names."""


@dataclass(frozen=True)
class ClaimChecker:
    """Checks the sentences of one answer.

    Attributes:
        question: What a claim may repeat: the question, a selection.
        source_names: Titles and paths of sources; a sentence may name any of them.
        texts: Of the documents that were sent, to tell names from other words.
    """

    question: str
    source_names: Sequence[str]
    texts: Sequence[str]

    def remark(self, sentence: str, passages: Sequence[CitedPassage]) -> str:
        """What to say about a sentence that cites passages; empty if it is right."""
        said = [readable(text) for passage in passages for text in passage.said]
        around = [text for passage in passages for text in passage.around]
        heads = [text for passage in passages for text in passage.heads]
        evidence = Evidence.of((*said, *around, *heads, self.question))
        claim = self._claim(sentence)
        missing = self._missing(claim, said, evidence)
        missing += self._unknown_first_name(claim, said, evidence)
        plural = "s" if len(passages) > 1 else ""
        parts = [f"{_listed(missing)}: {NOT_IN_PASSAGE}{plural}"] if missing else []
        if contrary := denied(claim, said, [*map(readable, around), self.question]):
            parts.append(f"{PASSAGE_SAYS}: {plain_words(contrary)}")
        return "; ".join(parts)

    def unsupported(
        self, sentences: Iterable[str], passages: Sequence[CitedPassage]
    ) -> list[str]:
        """The facts of sentences without citations that no cited passage has."""
        texts = [text for p in passages for text in (*p.said, *p.around, *p.heads)]
        evidence = Evidence.of((*texts, self.question))
        missing = [
            text
            for sentence in sentences
            for text in self._missing(self._claim(sentence), texts, evidence)
        ]
        return list(dict.fromkeys(missing))

    def _missing(
        self, claim: str, said: Sequence[str], evidence: Evidence
    ) -> list[str]:
        """The facts of a readable claim that the evidence lacks, as written."""
        facts = facts_of(claim, text_language(claim))
        missing = [fact.text for fact in facts if not evidence.supports(fact)]
        rest = without_facts(claim, text_language(claim))
        return missing + [
            name
            for name in names_of(rest, text_language(claim, *said))
            if not evidence.has_name(name) and self._may_be_name(name)
        ]

    def _may_be_name(self, word: str) -> bool:
        """Whether the documents do not have a word in lower case only."""
        return word.lower() not in self._lower_words or word in self._names

    def _claim(self, sentence: str) -> str:
        """A sentence without the names of sources."""
        sentence = _LABEL.sub(_lowered, sentence)
        for name in sorted(self.source_names, key=len, reverse=True):
            if sum(map(str.isalpha, name)) >= MIN_TITLE_LETTERS and not name.isalpha():
                sentence = sentence.replace(name, " ")
        return readable(sentence)

    def _unknown_first_name(
        self, claim: str, said: Sequence[str], evidence: Evidence
    ) -> list[str]:
        """The first word of a claim if it is a name that the passages lack.

        Any first word has a capital. It is a name if the documents have it as one,
        or if it is all that the claim has in place of the passage's name.
        """
        first = _WORD.search(claim)
        if not first or not first[0][0].isupper() or is_function_word(first[0].lower()):
            return []
        name = bare_name(first[0])
        if name.lower() in NEVER_NAMES:
            return []
        if evidence.has_name(name) or name.lower() in self._lower_words:
            return []
        if name in self._names or self._replaces_name(claim, said):
            return [name]
        return []

    def _replaces_name(self, claim: str, said: Sequence[str]) -> bool:
        """Whether a passage has a claim's other words, and a name in addition."""
        words = [bare_name(word).lower() for word in _WORD.findall(claim)]
        others = {word for word in words[1:] if len(word) > 2}
        for text in said:
            named = {bare_name(word) for word in _WORD.findall(text)}
            added = {word for word in named if word[0].isupper()}
            rest = {word.lower() for word in named}
            if len(others) > 2 and others <= rest:
                return any(
                    word.lower() not in {*words, *self._lower_words}
                    and not is_function_word(word.lower())
                    for word in added
                )
        return False

    @cached_property
    def _lower_words(self) -> set[str]:
        return {
            word
            for text in self.texts
            for word in _WORD.findall(text)
            if word[0].islower()
        }

    @cached_property
    def _names(self) -> set[str]:
        """Words that the documents have with a capital within a sentence."""
        language = text_language(*self.texts)
        return {
            name
            for text in self.texts
            for line in text.splitlines()
            for name in names_of(line, language)
        }


def _lowered(match: re.Match[str]) -> str:
    return match[0].lower()


def _listed(facts: Sequence[str]) -> str:
    """Some facts, in words of one line without markup."""
    facts = list(dict.fromkeys(map(plain_words, facts)))
    more = f" and {len(facts) - MAX_LISTED} more" if len(facts) > MAX_LISTED else ""
    return f"{', '.join(facts[:MAX_LISTED])}{more}"


def unsupported_notice(missing: Sequence[str]) -> str:
    """The notice on facts, in sentences without citations, that no passage has."""
    verb = "is" if len(missing) == 1 else "are"
    return (
        f"{_listed(missing)} {verb} in no cited passage: check before you rely on it."
    )
