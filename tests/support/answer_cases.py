"""Questions about small vaults, with what is expected of extracts, from TOML files.

`rows` are a question, and below it, indented, what is expected of its answer. `//` is
between the questions of one conversation, the last of which is judged.

Expectations of quotations, with ` ¦ ` between several: `quotes`, exactly these in this
order; `any`, exactly these; `has`, among others; `not`, no quotation with these words;
`first`; `count`. Of their files: `from`, exactly these in the order of their first
quotations; `among`, no others. Of the text: `says`; `silent`; `order`, words one after
the other; `nothing`, an answer without quotations. Of the rest: `notice`, all notices
about the answer; `low` or `high`, the confidence; `time` and `words`, those of the
search; `sources`, no others; `source`, among others.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ragtui_core import AnswerEvent, AskOptions, Done, Sources, Vault, Verdict
from ragtui_core.answer_events import NO_ANSWER
from ragtui_core.documents import without_escapes
from support.answers import citations, collected, notices, said
from support.rows import unescaped
from support.vault_cases import Cases


class AnswerCases(Cases):
    """A vault, and questions about it."""

    def questions(self) -> Iterator[tuple[str, list[str]]]:
        """The questions, with their expectations."""
        asked, expected = "", list[str]()
        for row in [*filter(str.strip, self.rows.splitlines()), ""]:
            if row.startswith(" "):
                expected.append(row.strip())
                continue
            if asked:
                yield asked, expected
            asked, expected = row, []

    def misses(self, vault: Vault) -> tuple[list[str], int]:
        """The expectations that are not met, and the number of questions."""
        found, number = list[str](), 0
        for asked, expected in self.questions():
            events, number = asyncio.run(_answer(vault, asked)), number + 1
            _assert_exact(vault, events)
            wrong = [each for each in expected if not _is_met(events, each)]
            if wrong:
                cited = [(each.path, each.quote) for each in citations(events)]
                found.append(f"{asked!r}: not {wrong}: {said(events)}, {cited}")
        return found, number


async def _answer(vault: Vault, asked: str) -> list[AnswerEvent]:
    options, events = AskOptions(), list[AnswerEvent]()
    for question in asked.split(" // "):
        events = await collected(vault.ask(question, options))
        options = replace(options, chat=_sources(events).chat)
    return events


def _assert_exact(vault: Vault, events: list[AnswerEvent]) -> None:
    assert isinstance(events[-1], Done)
    for citation in citations(events):
        assert citation.verdict is Verdict.EXACT
        text = vault.documents.text(citation.path)
        assert citation.span.of(text) == citation.quote


def _sources(events: list[AnswerEvent]) -> Sources:
    (sources,) = (event for event in events if isinstance(event, Sources))
    return sources


def _quotes(events: list[AnswerEvent]) -> list[str]:
    return [citation.quote for citation in citations(events)]


def _paths(events: list[AnswerEvent]) -> list[str]:
    return [*dict.fromkeys(citation.path for citation in citations(events))]


def _are_in_order(events: list[AnswerEvent], words: list[str]) -> bool:
    places = [without_escapes(said(events)).find(each) for each in words]
    return -1 not in places and places == sorted(places)


def _confidence(events: list[AnswerEvent]) -> str:
    done = events[-1]
    return done.confidence.value if isinstance(done, Done) else ""


def _source_paths(events: list[AnswerEvent]) -> set[str]:
    return {source.path for source in _sources(events).sources}


def _is_met(events: list[AnswerEvent], expected: str) -> bool:
    kind, _, value = expected.partition(" ")
    return _KINDS[kind](
        events, [unescaped(each) for each in value.split(" ¦ ") if each]
    )


_KINDS: Mapping[str, Callable[[list[AnswerEvent], list[str]], bool]] = {
    "quotes": lambda it, wanted: _quotes(it) == wanted,
    "any": lambda it, wanted: sorted(_quotes(it)) == sorted(wanted),
    "has": lambda it, wanted: set(wanted) <= set(_quotes(it)),
    "not": lambda it, words: not any(w in q for w in words for q in _quotes(it)),
    "first": lambda it, wanted: _quotes(it)[:1] == wanted,
    "count": lambda it, wanted: [str(len(_quotes(it)))] == wanted,
    "from": lambda it, wanted: _paths(it) == wanted,
    "among": lambda it, wanted: set(_paths(it)) <= set(wanted),
    "says": _are_in_order,
    "silent": lambda it, words: not any(word in said(it) for word in words),
    "nothing": lambda it, _: said(it) == NO_ANSWER and not _quotes(it),
    "notice": lambda it, wanted: notices(it) == wanted,
    "low": lambda it, _: _confidence(it) == "low",
    "high": lambda it, _: _confidence(it) == "high",
    "time": lambda it, value: [t.shown for t in [_sources(it).time] if t] == value,
    "words": lambda it, value: [t.words for t in [_sources(it).time] if t] == value,
    "sources": lambda it, wanted: _source_paths(it) <= set(wanted),
    "source": lambda it, wanted: set(wanted) <= _source_paths(it),
}
