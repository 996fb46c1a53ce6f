"""Tools on the whole vault, and all that a server offers."""

from contextlib import aclosing
from datetime import date

from ragtui_core import Citation, Notice, Text
from ragtui_core.citations import citation_label, passage_of
from ragtui_core.indexing import waiting_words
from ragtui_core.search import named_location, shortened
from ragtui_core.text import counted, percentage, sanitize
from ragtui_core.tools import (
    AFTER,
    BEFORE,
    FOLDER,
    GET_FILE_CONTENT,
    KIND,
    MAX_QUOTE,
    MAX_RESULT,
    NARROWING,
    QUESTION,
    SEARCH_FILES,
    SUM_ROWS,
    VERIFY_QUOTES,
    FrontEnd,
    ask_options,
)
from ragtui_serve.mcp.tool import Tool, ToolCall, offered
from ragtui_serve.served_vault import ServedVault

MAX_ANSWER = 15_000
"""Characters of an answer, after which its citations follow."""

MAX_SKIPPED = 20

LISTED_FIELDS = ("folder", "kind", "tag", "type", "from", "year")

QUERY_LANGUAGE = (
    'Queries: words; "exact phrase"; -without; tag:x folder:x kind:pdf type:x '
    "from:ann to:bo subject:x has:attachment path:2026-* after:2026-01-31 before:7d "
    "date:2026-03; a minus before a field excludes; times in words (last week, since "
    "March); latest, first, how many notes mention X."
)


async def rag_search(call: ToolCall) -> str:
    """An answer with checked citations; closing the call closes the answer."""
    served, question = call.served, call.values["question"]
    await call.report(0, "Searching")
    await call.queue.run(served.wait_for_index)
    options = ask_options(call.values, served.vault, FrontEnd.MCP)
    answer, citations, notices = "", list[Citation](), list[str]()
    async with aclosing(served.ask(question, options)) as events:
        async for event in events:
            match event:
                case Text():
                    answer += event.text
                    await call.report(len(answer), "Writing")
                case Citation():
                    citations.append(event)
                case Notice():
                    notices.append(event.text)
    if len(answer) > MAX_ANSWER:
        answer = f"{answer[:MAX_ANSWER].rpartition(' ')[0]} …"
        notices.append(f"The answer was cut at {MAX_ANSWER} characters.")
    cited = [_citation_line(citation) for citation in citations]
    noted = [f"({sanitize(text, one_line=True)})" for text in notices]
    while cited and len(answer) + sum(map(len, cited)) > MAX_RESULT:
        cited.pop()
    left_out = len(citations) - len(cited)
    if left_out:
        cited.append(f"({counted(left_out, 'more citation')})")
    return "\n".join([sanitize(answer).rstrip(), "", *cited, *noted])


def _citation_line(citation: Citation) -> str:
    line = citation.lines.first
    location = named_location(citation.path, line, citation.location)
    parts = f"[{citation.number}] {location} ({citation_label(citation)})"
    if not citation.is_extract:
        parts += f" {shortened(str(passage_of(citation)), MAX_QUOTE)!r}"
    return sanitize(parts, one_line=True)


async def vault_status(call: ToolCall) -> str:
    """How much of the notes is indexed."""
    return await call.queue.run(_status, call.served)


def _status(served: ServedVault) -> str:
    status = served.status()
    skipped = status["skipped"]
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
    lines += [
        f"{name}: {', '.join(values)}." for name, values in _contents(served).items()
    ]
    lines += [QUERY_LANGUAGE]
    lines += [f"{counted(len(skipped), 'file')} skipped:"] if skipped else []
    for item in skipped[:MAX_SKIPPED]:
        line = f"- {item['path']}: {item['reason']}"
        lines.append(sanitize(line, one_line=True)[:300])
    return "\n".join(lines)


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
)


TOOLS = (
    offered(SEARCH_FILES),
    offered(GET_FILE_CONTENT),
    offered(SUM_ROWS),
    RAG_SEARCH,
    offered(VERIFY_QUOTES),
    VAULT_STATUS,
)
