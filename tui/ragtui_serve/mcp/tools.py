"""Tools on the whole vault, and which tools a server offers."""

import time
from collections.abc import Sequence
from contextlib import aclosing
from datetime import date

from ragtui_core import AnswerEvent, Citation, Notice, Text
from ragtui_core.answer import answer_as_json
from ragtui_core.citations import citation_label
from ragtui_core.indexing import waiting_words
from ragtui_core.search import named_location, shortened
from ragtui_core.settings import named_nearest
from ragtui_core.text import counted, percentage, sanitize
from ragtui_serve.mcp.document_tools import FETCH, GET_FILE_CONTENT, VERIFY_QUOTES
from ragtui_serve.mcp.search_tools import (
    AFTER,
    BEFORE,
    FOLDER,
    KIND,
    SEARCH,
    SEARCH_EMAILS,
    SEARCH_FILES,
)
from ragtui_serve.mcp.tool import MAX_QUOTE, MAX_RESULT, Tool, ToolCall, ToolResult
from ragtui_serve.request_options import (
    NARROWING,
    QUESTION,
    FrontEnd,
    RequestError,
    ask_options,
)
from ragtui_serve.served_vault import ServedVault

MAX_ANSWER = 15_000
"""Characters of an answer, which is in the text and in the data."""

MAX_SKIPPED = 20
"""Skipped files that are listed."""

LISTED_FIELDS = ("folder", "kind", "tag", "type", "from", "year")
"""The fields whose values are listed."""

QUERY_LANGUAGE = (
    'Queries: words; "exact phrase"; -without; tag:x folder:x kind:pdf type:x '
    "from:ann to:bo subject:x has:attachment path:2026-* after:2026-01-31 before:7d "
    "date:2026-03; a minus before a field excludes; times in words (last week, since "
    "March); latest, first, how many notes mention X."
)


async def rag_search(call: ToolCall) -> ToolResult:
    """An answer with checked citations; closing the call closes the answer."""
    served, question = call.served, call.values["question"]
    await call.report(0, "Searching")
    await call.queue.run(served.wait_for_index)
    asked = {**call.values, "max_chars": MAX_ANSWER, "save": False}
    options = ask_options(asked, served.vault, FrontEnd.MCP)
    started, written = time.monotonic(), 0
    events: list[AnswerEvent] = []
    async with aclosing(served.ask(question, options)) as answer:
        async for event in answer:
            events.append(event)
            if isinstance(event, Text):
                written += len(event.text)
                await call.report(written, "Writing")
    found = answer_as_json(question, events, round(1000 * (time.monotonic() - started)))
    citations = [e for e in events if isinstance(e, Citation)]
    notices = [e.text for e in events if isinstance(e, Notice)]
    parts = [sanitize(found["answer"]), ""]
    parts += [_citation_line(citation) for citation in citations]
    parts += [f"({sanitize(text, one_line=True)})" for text in notices]
    data = {
        "answer": found["answer"],
        "confidence": found["confidence"],
        "provider": found["provider"],
        "citations": [
            {
                "path": citation.path,
                "line": citation.lines.first,
                "place": str(citation.location or ""),
                "verdict": citation.verdict.value,
                "quoted": citation.quoted,
                "label": citation_label(citation),
                "source_url": served.urls.of(
                    citation.path, citation.lines.first, citation.heading_path
                ),
            }
            for citation in citations
        ],
        "notices": notices,
    }
    return _within(ToolResult("\n".join(parts), data), citations)


def _citation_line(each: Citation) -> str:
    quote = shortened(each.quote, MAX_QUOTE)
    label = citation_label(each)
    shown_location = named_location(each.path, each.lines.first, each.location)
    return sanitize(
        f"[{each.number}] {shown_location} ({label}) {quote!r}", one_line=True
    )


def _within(result: ToolResult, citations: list[Citation]) -> ToolResult:
    """The result without its last citations if it is too long."""
    if len(result) <= MAX_RESULT:
        return result
    reserved = MAX_RESULT // 2 - 200
    note = f"\n({len(citations)} citations; the text was cut off here.)"
    return ToolResult(
        result.text[: MAX_RESULT - reserved] + note,
        {**result.data, "answer": str(result.data["answer"])[:1_000], "citations": []},
    )


def vault_status(call: ToolCall) -> ToolResult:
    """How much of the notes is indexed."""
    status = call.served.status()
    skipped = status["skipped"]
    data = {
        key: status[key]
        for key in (
            "vault",
            "documents",
            "chunks",
            "embedded",
            "embedded_share",
            "last_indexed",
            "indexing",
            "failure",
        )
    }
    data["skipped"] = len(skipped)
    data["contents"] = contents = _contents(call.served)
    lines = [
        f"{counted(status['documents'], 'document')}, "
        f"{counted(status['chunks'], 'passage')}, "
        f"{percentage(status['embedded_share'])} of them searchable by meaning.",
        f"Last indexed: {status['last_indexed'] or 'not finished yet'}.",
    ]
    lines += ["Indexing now: results may be incomplete."] if status["indexing"] else []
    lines += [f"Indexing stopped: {status['failure']}"] if status["failure"] else []
    unread = ", ".join(f"{count} {end}" for end, count in status["unread"].items())
    lines += [f"Files of kinds that are not read: {unread}."] if unread else []
    if status["waiting"]:
        lines.append(f"{waiting_words(status['waiting'])}.")
    lines += [f"{name}: {', '.join(values)}." for name, values in contents.items()]
    lines += [QUERY_LANGUAGE]
    lines += [f"{counted(len(skipped), 'file')} skipped:"] if skipped else []
    for item in skipped[:MAX_SKIPPED]:
        line = f"- {item['path']}: {item['reason']}"
        lines.append(sanitize(line, one_line=True)[:300])
    return ToolResult("\n".join(lines), data)


def _contents(served: ServedVault) -> dict[str, list[str]]:
    """What an agent may filter by: values of fields with their numbers, and dates."""
    vault = served.vault
    found = {
        facet.field.value: [
            sanitize(f"{value.value} ({value.count})", one_line=True)
            for value in facet.values
        ]
        for facet in vault.facets("")
        if facet.field in LISTED_FIELDS
    }
    dated = vault.documents.dated(date.min, date.max)
    days = [dated[0].fields.date, dated[-1].fields.date] if dated else []
    return found | ({"dates": [" to ".join(days)]} if days else {})


RAG_SEARCH = Tool(
    "rag-search",
    "Answer from the notes",
    "Answer a question from the notes, with quotations checked against the files. "
    "Takes seconds and may cost money, since it can call a language model: prefer "
    "search_files when passages are enough. Says so when the notes have no answer.",
    (QUESTION, KIND, FOLDER, AFTER, BEFORE),
    rag_search,
    {"answer": "string", "citations": "array"},
    NARROWING,
    is_open=True,
)

VAULT_STATUS = Tool(
    "vault_status",
    "State of the index",
    "Folders, kinds, tags and dates of the notes, the query language, how much is "
    "indexed, what was skipped. Use it to orient yourself, or if a search finds too "
    "little.",
    (),
    vault_status,
    {"documents": "integer", "contents": "object"},
)


DEFAULT_TOOLS = (
    SEARCH_FILES,
    SEARCH_EMAILS,
    GET_FILE_CONTENT,
    RAG_SEARCH,
    VERIFY_QUOTES,
    VAULT_STATUS,
)

CHATGPT_TOOLS = (SEARCH, FETCH)
"""The two that ChatGPT's connectors call, by names that it prescribes."""


def chosen_tools(names: str = "", *, chatgpt: bool = False) -> Sequence[Tool]:
    """The tools named, separated by commas, or the default ones; and ChatGPT's.

    Raises:
        RequestError: There is no tool with such a name.
    """
    known = {tool.name: tool for tool in DEFAULT_TOOLS}
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in known:
            raise RequestError(f"--tools: unknown tool {named_nearest(name, known)}")
    chosen = tuple(known[name] for name in wanted) or DEFAULT_TOOLS
    return (*chosen, *(CHATGPT_TOOLS if chatgpt else ()))
