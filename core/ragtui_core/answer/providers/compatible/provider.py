"""Answers by an Anthropic-compatible server: Ollama, LM Studio, vLLM, llama.cpp.

Such servers silently drop `search_result` blocks, so notes are sent as numbered
plain text, and the model cites by writing their numbers: marks such as `[1]`. A mark
names only a note, so the passage that supports the claim is searched for.
"""

import os
import re
import secrets
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from ragtui_core.answer.prompt import MARKER_PROMPT, format_selection, length_request
from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer.providers.compatible.markers import (
    MarkParser,
    NamedNotes,
)
from ragtui_core.answer.providers.messages_api.answer_stream import (
    AnswerStream,
)
from ragtui_core.answer.providers.messages_api.message_reader import (
    MessageReader,
)
from ragtui_core.answer.providers.messages_api.prompt_sanitizer import (
    PromptDocument,
    fields_line,
    prompt_documents,
    without_special_tokens,
)
from ragtui_core.answer.providers.messages_api.service_errors import COMPATIBLE
from ragtui_core.answer.request import AnswerContext, AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Cost, Done, Mark, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.passages import Passage
from ragtui_core.settings.schema import AnswerSettings, ServerSettings
from ragtui_core.text.question_words import Overlap, terms_of_text
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import BlockKind

NAME = "compatible"

NO_KEY = "not-needed"
"""Sent as key if the settings have none, so that the SDK does not send Claude's."""

ANY_MODEL = "default"
"""Model name if the settings have none; servers with one model accept any."""


class CompatibleProvider:
    """Calls a self-hosted server."""

    def __init__(self, answer_context: AnswerContext) -> None:
        """Verify quotations against the files of `answer_context`."""
        self._settings = answer_context.settings
        self._files = answer_context.files

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Stream the answer; see `Provider`."""
        sent = prompt_documents(
            (*answer_request.context.texts, *answer_request.history.texts)
        )
        notes = [item.text for item in sent]
        stream = AnswerStream(
            partial(_client, self._settings),
            compatible_request(answer_request, sent, self._settings),
            lambda: MarkerReader(notes, self._citer(notes)),
            self._settings,
            COMPATIBLE,
        )
        async with aclosing(stream.events()) as events:
            async for event in events:
                yield event
        yield Done(
            NAME,
            stream.reader.model or self._settings.server.model,
            answer_request.result.confidence,
            stream.reader.usage,
            Cost.FREE,
            stream.error.kind if stream.error else "",
        )

    def _citer(self, notes: Sequence[Excerpted]) -> Citer:
        return Citer(self._files, tuple(note.document for note in notes))


def compatible_request(
    answer_request: AnswerRequest,
    sent: Sequence[PromptDocument],
    settings: AnswerSettings,
) -> dict[str, Any]:
    """The body of the request, without `stream`."""
    messages: list[dict[str, Any]] = []
    for turn in answer_request.history.turns:
        messages.append(
            {"role": "user", "content": without_special_tokens(turn.question)}
        )
        messages.append(
            {"role": "assistant", "content": without_special_tokens(turn.answer)}
        )
    content = "\n\n".join(_parts(answer_request, sent))
    messages.append({"role": "user", "content": content})
    return {
        "model": settings.server.model or ANY_MODEL,
        "max_tokens": settings.max_tokens,
        "system": MARKER_PROMPT,
        "messages": messages,
    }


def _parts(
    answer_request: AnswerRequest, sent: Sequence[PromptDocument]
) -> Iterator[str]:
    """Notes, metadata of other files, selection and question."""
    nonce = secrets.token_hex(4)
    options = answer_request.options
    notes = [_note(number, item, nonce) for number, item in enumerate(sent, 1)]
    if notes:
        yield "\n---\n".join(notes)
    listed = [fields_line(source, f) for source, f in answer_request.context.metadata]
    if listed:
        text = without_special_tokens("\n".join(listed))
        yield f"<other-files-{nonce}>\n{text}\n</other-files-{nonce}>"
    if answer_request.options.selection:
        yield without_special_tokens(
            format_selection(answer_request.options.selection, nonce)
        )
    yield without_special_tokens(answer_request.question) + length_request(
        options.max_chars
    )


def _note(number: int, item: PromptDocument, nonce: str) -> str:
    source = item.text.source
    facts = {"path": source.path, "date": source.date, "state": source.state}
    shown = {
        name: sanitize(fact, one_line=True).replace('"', "'")
        for name, fact in facts.items()
        if fact
    }
    named = " ".join(f'{name}="{fact}"' for name, fact in shown.items())
    body = without_special_tokens("\n".join(item.blocks))
    opening = f'<note-{nonce} id="{number}" {without_special_tokens(named)}>'
    return f"{opening}\n{body}\n</note-{nonce}>"


def _client(settings: AnswerSettings) -> Any:
    import anthropic
    import httpx2

    server: ServerSettings = settings.server
    timeout = httpx2.Timeout(None, connect=settings.connect_timeout)
    key = server.api_key or NO_KEY
    own = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    headers: Any = {
        name: own.get(name.lower(), anthropic.Omit()) for name in _cloud_headers()
    }
    return anthropic.AsyncAnthropic(
        api_key=key,
        base_url=server.base_url.rstrip("/").removesuffix("/v1"),
        default_headers=headers,
        max_retries=0,
        timeout=timeout,
        # Ignore proxies and .netrc of the environment for this server.
        http_client=httpx2.AsyncClient(trust_env=False, timeout=timeout),
    )


def _cloud_headers() -> list[str]:
    """Headers that the SDK would add for the cloud; one may contain a key."""
    lines = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "").splitlines()
    return [line.split(":")[0].strip() for line in lines if ":" in line]


class MarkerReader(MessageReader):
    """Reads one answer. Each mark becomes the citation of a passage.

    If the sentence before the mark quotes the note, that quotation is verified. Else
    the passage with most words in common with the sentence is cited.
    """

    def __init__(self, notes: Sequence[Excerpted], citer: Citer) -> None:
        """Read an answer about `notes`, which are numbered from 1."""
        super().__init__()
        self._notes = notes
        self._citer = citer
        self._parser = MarkParser()
        self._text_so_far = ""

    def _text(self, text: str) -> Iterator[AnswerEvent]:
        return self._events(self._parser.feed(text))

    def _buffered_events(self) -> Iterator[AnswerEvent]:
        return self._events(self._parser.finish())

    def _events(self, parts: Iterable[str | NamedNotes]) -> Iterator[AnswerEvent]:
        for part in parts:
            if isinstance(part, NamedNotes):
                yield from self._cite(part)
            else:
                self._text_so_far += part
                yield Text(part)

    def _cite(self, mark: NamedNotes) -> Iterator[AnswerEvent]:
        claim = last_sentence(self._text_so_far)
        cited = [found for n in mark.numbers for found in self._citations(n, claim)]
        numbers = dict.fromkeys(citation.number for citation, _ in cited)
        yield Mark("".join(f"[{number}]" for number in numbers))
        for citation, is_new in cited:
            if is_new:
                yield citation

    def _citations(self, number: int, claim: str) -> list[tuple[Citation, bool]]:
        if not 1 <= number <= len(self._notes):
            return [self._citer.not_sent(f"[{number}]", claim)]
        note = self._notes[number - 1]
        quoted = quotations(claim)
        if quoted:
            return [self._citer.quoted(q, (), note.document) for q in quoted]
        passage = supporting_passage(claim, note)
        if passage is None:
            return [self._citer.quoted(claim, (), note.document)]
        quote = passage.span.of(note.document.text)
        headings = passage.heading_path
        return [self._citer.at(quote, passage.span, headings, note.document)]


MIN_OVERLAP = 0.15
"""Minimum ratio of a claim's weighted words that a supporting passage contains."""

NEIGHBOUR_WEIGHT = 0.4
"""Weight of a word in a heading, against one in the passage itself."""

MIN_QUOTED_CHARS = 8
"""Shorter text in quotation marks is a name, not a quotation."""

_QUOTED = re.compile(
    '"([^"\\n]+)"|\u201c([^\u201c\u201d\\n]+)[\u201d\u201c]|\u201e([^\u201e\u201c\\n]+)\u201c'
    "|\u00ab([^\u00ab\u00bb\\n]+)\u00bb"
)
_SENTENCE_END = re.compile(
    '(?<=[.!?])["\u201d\u201c\u00bb)]?\\s+|[\u3002\uff01\uff1f]\\s*'
)
"""A quotation mark or bracket may close after the full stop."""


def last_sentence(text: str) -> str:
    """The sentence that a text ends with; sentences that it quotes are part of it."""
    line = text.rstrip().rpartition("\n")[2]
    # Full stops within a quotation do not end a sentence, except for the last.
    bare = _QUOTED.sub(lambda m: f"{m[0][0]}{'x' * (len(m[0]) - 3)}{m[0][-2:]}", line)
    ends = [match.end() for match in _SENTENCE_END.finditer(bare)]
    return line[max((end for end in ends if end < len(line)), default=0) :]


def quotations(claim: str) -> list[str]:
    """The quotations in a claim, without names.

    A full stop or comma at its end may be the claim's own.
    """
    found = (next(filter(None, groups)) for groups in _QUOTED.findall(claim))
    bare = (quote.rstrip(" ,.;:") for quote in found)
    return [quote for quote in bare if len(quote) >= MIN_QUOTED_CHARS]


def supporting_passage(claim: str, text: Excerpted) -> Passage | None:
    """The passage that has most words in common with a claim; None if too few."""
    passages = [p for p in text.passages if p.kind is not BlockKind.HEADING]
    own = [terms_of_text(p.span.of(text.document.text)) for p in passages]
    around = [
        terms_of_text(" ".join((*p.heading_path, p.column_heads))) for p in passages
    ]
    overlap = Overlap(claim, [a | b for a, b in zip(own, around, strict=True)])
    ratios = [
        overlap.share(words) + NEIGHBOUR_WEIGHT * overlap.share(headings, words)
        for words, headings in zip(own, around, strict=True)
    ]
    best = max(range(len(passages)), key=ratios.__getitem__, default=None)
    if best is None or ratios[best] < MIN_OVERLAP:
        return None
    return passages[best]
