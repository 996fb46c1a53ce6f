"""The options that a request may have: one table for MCP, HTTP, OpenAPI and commands.

The table says what is accepted; the schemas that clients see are made from it, and the
arguments of `ragtui search` and `ragtui ask`.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ragtui_core.search.filters import day_of
from ragtui_core.search.options import (
    LONGEST_DAYS,
    CurrentLocation,
    Scope,
    SearchOptions,
    Sort,
    field_filters,
)
from ragtui_core.search.query_language import FIELDS
from ragtui_core.search_results import Mode
from ragtui_core.settings.schema import FusionMethod
from ragtui_core.settings.setting_keys import known_keys
from ragtui_core.store.selection import ATTACHMENT
from ragtui_core.text.folding import folded
from ragtui_core.tools.request_option import RequestError, RequestOption
from ragtui_core.tools.searched_vault import SearchedVault
from ragtui_core.types import OVERDUE, ItemState

if TYPE_CHECKING:
    from ragtui_core.answer.request import AskOptions

MAX_QUERY = 10_000
"""Characters of a query or a question."""

MAX_VALUE = 1_000
"""Characters of a value that documents are filtered by, and of a name."""

MAX_PATH = 4_000
"""Characters of a path."""

DATES = ("after", "before", "date", "changed")
"""Options whose texts are dates."""

_DAY = "(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]))?|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31"
DATE = rf"^([12][0-9]{{3}}(-({_DAY}))?|[0-9]{{1,3}}[dwmy])?$"
"""The dates of `DATES` for the description: a day, month or year, or days ago."""

CHOICES = {"has": (ATTACHMENT, f"{ATTACHMENT}s"), "is": (*ItemState, OVERDUE)}
"""The values of options that have no others."""


class FrontEnd(StrEnum):
    """Where a request comes from, as the audit log names it."""

    MCP = "mcp"
    HTTP = "http"


_LIMIT = known_keys()["search.limit"]

QUERY = RequestOption(
    "query",
    str,
    'Words or a question. Understands "exact phrase", -without, tag:x, path:2026-*.',
    high=MAX_QUERY,
    required=True,
    guessed=("question", "q", "text", "search"),
)

QUESTION = RequestOption(
    "question",
    str,
    "The question, in full.",
    high=MAX_QUERY,
    required=True,
    guessed=("query", "q", "text", "prompt"),
)

_FIELD_DESCRIPTIONS = {
    "folder": "Only documents below this folder.",
    "path": "Only paths that contain this.",
    "kind": "Only files of this kind, such as markdown or pdf.",
    "after": "Only documents from this day on: 2026-01-31, or 7d.",
    "before": "Only documents before this day.",
    "date": "Only documents of this day, month or year.",
    "changed": "Only documents that were changed on this day or later.",
}


def _option(name: str, kind: type, description: str, **limits: Any) -> RequestOption:
    """An option whose default is that of a search."""
    default = None if kind is tuple else getattr(SearchOptions(), name, None)
    return RequestOption(name, kind, description, default=default, **limits)


_patterns = dict.fromkeys(DATES, DATE) | {
    name: f"^({'|'.join(choices)})?$" for name, choices in CHOICES.items()
}
"""The texts of filters that are not free, for the description."""

FILTERS = (
    *(
        _option(
            field.value,
            tuple,
            _FIELD_DESCRIPTIONS.get(field, f"Only documents with this `{field}`."),
            high=MAX_VALUE,
            pattern=_patterns.get(field, ""),
        )
        for field in FIELDS
    ),
    _option("days", int, "Only the last N days.", low=0, high=LONGEST_DAYS),
    _option("archived", bool, "Include archived documents and bulk mails."),
    _option("dates", bool, "Read times such as `last week`."),
)

LOCATION = (
    _option("at", str, "Documents near this one rank higher.", high=MAX_PATH),
    _option("scope", Scope, "What to search; `file` and `folder` are those of `at`."),
)

NARROWING = (*FILTERS, *LOCATION)
"""For searches and questions."""

SEARCH = (
    QUERY,
    _option(
        "limit",
        int,
        f"Maximum results, {_LIMIT.low}..{_LIMIT.high}.",
        low=_LIMIT.low,
        high=_LIMIT.high,
        guessed=("top_k", "max_results", "k"),
    ),
    _option("mode", Mode, "Search mode."),
    _option("fusion", FusionMethod, "How to combine keyword and semantic scores."),
    _option("sort", Sort, "Sort order."),
    _option("correct", bool, "Correct typos."),
    _option("rerank", bool, "Use the reranker of the settings."),
    # Each costs as much as the first query.
    _option("also", tuple, "An additional query.", high=MAX_QUERY, most=8),
    _option("min_score", float, "Hide hits with a lower score, 0..1.", low=0, high=1),
    *NARROWING,
    _option("dedup", bool, "Show each document once."),
    _option("explain", bool, "Explain the score of each result."),
    RequestOption("html", bool, "Also excerpts as HTML.", default=False),
    RequestOption("facets", bool, "Count the values to filter by.", default=False),
    RequestOption(
        "as_you_type",
        bool,
        "The query is still being typed: it is neither reranked nor logged.",
        default=False,
    ),
)

ASK = (
    QUESTION,
    RequestOption(
        "top",
        int,
        "Maximum number of sources.",
        low=1,
        high=100,
    ),
    RequestOption("chat", str, "The conversation to continue.", high=200),
    RequestOption("save", bool, "Store a new conversation.", default=False),
    RequestOption("html", bool, "Also stream the answer as HTML.", default=False),
    RequestOption(
        "rewrite", bool, "Add words of the conversation to the search.", default=True
    ),
    RequestOption(
        "deep",
        bool,
        "The model searches by itself, several times, before it answers.",
        default=False,
    ),
    *NARROWING,
)

_OWN = {option.name for option in SEARCH} & {f.name for f in fields(SearchOptions)}


def named_option(name: str) -> RequestOption:
    """The option of a search or a question with this name."""
    return next(option for option in (*SEARCH, *ASK) if option.name == name)


def search_options(
    values: Mapping[str, Any], vault: SearchedVault, front_end: str
) -> SearchOptions:
    """The options of a search, from what `read_request` returned for `SEARCH`.

    Raises:
        RequestError: A scope has no location, or a date is none.
        DocumentNotFound: `at` is not a document of the vault.
    """
    at, scope = values.get("at"), values.get("scope", Scope.VAULT)
    if scope is not Scope.VAULT and not at:
        raise RequestError(f"`scope` {scope} requires `at`, a document", "scope")
    here = CurrentLocation(vault.documents.indexed_path(at)) if at else None
    texts = {field.value: _texts(values.get(field, ())) for field in FIELDS}
    for name in DATES:
        if not all(map(day_of, texts[name])):
            wanted = "a date such as 2026-03-01, 2026-03 or 7d"
            raise RequestError(f"`{name}` must be {wanted}", name)
    for name, choices in CHOICES.items():
        if not {*map(folded, texts[name])} <= {*choices}:
            raise RequestError(f"`{name}` must be one of {', '.join(choices)}", name)
    return replace(options_at(here, {**values, **texts}), front_end=front_end)


def options_at(at: CurrentLocation | None, values: Mapping[str, Any]) -> SearchOptions:
    """The options that have these values by name of `SEARCH`; None is the default."""
    own = {name: values[name] for name in _OWN if values.get(name) is not None}
    texts = {field.value: values.get(field) or () for field in FIELDS}
    own |= {"at": at, "filters": field_filters(texts, values.get("days"))}
    return SearchOptions(**own | {"also": tuple(values.get("also") or ())})


def ask_options(
    values: Mapping[str, Any], vault: SearchedVault, front_end: FrontEnd
) -> "AskOptions":
    """The options of a question; otherwise as `search_options`, for `ASK`.

    `values` may also have `earlier`, the exchanges of a conversation of the client.
    """
    from ragtui_core.answer.request import (
        AskOptions,  # a search loads nothing of answers
    )

    return AskOptions(
        chat=values.get("chat", ""),
        earlier=values.get("earlier", ()),
        keep=values.get("save", bool(values.get("chat"))),
        rewrite=values.get("rewrite", True),
        deep=values.get("deep", False),
        search=search_options({**values, "limit": values.get("top")}, vault, ""),
        front_end=front_end,
    )


def _texts(value: str | tuple[str, ...]) -> tuple[str, ...]:
    """The values of a filter that are not empty, for which clients send "" too."""
    values = (value,) if isinstance(value, str) else value
    return tuple(value for value in values if value.strip())
