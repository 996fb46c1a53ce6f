"""Compares a sentence of an answer with the passages that it cites."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragtui_core.answer.checks.cited_passages import CitedPassage
from ragtui_core.answer.checks.denials import denied
from ragtui_core.answer.checks.facts import (
    facts_of,
    readable,
    text_language,
    without_facts,
)
from ragtui_core.answer.checks.names import NameCheck, replaces
from ragtui_core.answer.checks.stated_facts import StatedFacts
from ragtui_core.answer.model_text import plain_words
from ragtui_core.answer.remarks.remark_words import NOT_IN_PASSAGE, PASSAGE_SAYS

MAX_LISTED = 5
"""Maximum number of facts in a remark or notice."""

MIN_TITLE_LETTERS = 4
"""Shorter names of sources are not looked for in sentences."""

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
        known = StatedFacts.of((*said, *around, *heads, self.question))
        claim = self._claim(sentence)
        missing = self._missing(claim, passages, known)
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
        known = StatedFacts.of((*texts, self.question))
        missing = [
            text
            for sentence in sentences
            for text in self._missing(self._claim(sentence), passages, known)
        ]
        return list(dict.fromkeys(missing))

    def _missing(
        self, claim: str, passages: Sequence[CitedPassage], known: StatedFacts
    ) -> list[str]:
        """The facts and names of a readable claim that are not known."""
        language = text_language(claim)
        said = [readable(text) for passage in passages for text in passage.said]
        facts = [
            fact.text
            for fact in facts_of(claim, language)
            if not known.supports(fact)
            and (known.is_certain(fact) or replaces(fact.text, claim, said))
        ]
        rest = without_facts(claim, language)
        elsewhere = "\n".join(passage.document for passage in passages)
        return facts + list(self._names.missing(rest, said, known, elsewhere))

    @cached_property
    def _names(self) -> NameCheck:
        return NameCheck(self.texts)

    def _claim(self, sentence: str) -> str:
        """A sentence without the names of sources."""
        sentence = _LABEL.sub(lambda label: label[0].lower(), sentence)
        for name in sorted(self.source_names, key=len, reverse=True):
            if sum(map(str.isalpha, name)) >= MIN_TITLE_LETTERS and not name.isalpha():
                sentence = sentence.replace(name, " ")
        return readable(sentence)


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
