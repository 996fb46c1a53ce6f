"""One table of options: what it accepts, refuses and turns into."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ragtui_cli.commands.search import OPTIONS
from ragtui_cli.search_arguments import add_search_arguments, options_of
from ragtui_core import DocumentNotFound, Mode, Scope, SearchOptions, Sort
from ragtui_core.settings import FusionMethod
from ragtui_core.tools.request_option import (
    RequestError,
    RequestOption,
    body_schema,
    read_request,
    request_schema,
)
from ragtui_core.tools.request_options import (
    ASK,
    SEARCH,
    FrontEnd,
    ask_options,
    search_options,
)
from ragtui_serve.http.api import OPERATIONS
from ragtui_serve.mcp.tools import TOOLS
from support.rows import rows_test
from support.vaults import IndexVault, MakeVault

FILES: dict[str, str | bytes] = {
    "pumps/curlew.md": "# Curlew\n\nThe Curlew is recalibrated every ninety days.",
    "teal.md": "# Teal\n\nThe Teal has no probe.",
}


def test_a_request_means_what_the_command_means(index_vault: IndexVault) -> None:
    vault = index_vault(FILES)
    request = {
        "query": "probe",
        "limit": 7,
        "mode": "keyword",
        "fusion": "rrf",
        "sort": "newest",
        "also": ["gauge"],
        "min_score": 0.2,
        "explain": True,
        "dates": False,
        "at": "pumps/curlew.md",
        "scope": "folder",
    }
    command = (
        "-n 7 --mode keyword --fusion rrf --sort newest --also gauge --min-score 0.2 "
        "--explain --no-dates --at pumps/curlew.md --scope folder"
    )
    parser = argparse.ArgumentParser()
    add_search_arguments(parser, OPTIONS)
    args = parser.parse_args(command.split())
    options = search_options(read_request(request, SEARCH), vault, FrontEnd.HTTP)
    assert options == replace(options_of(args, vault), front_end="http")
    assert options.fusion is FusionMethod.RRF
    assert options.mode is Mode.KEYWORD
    assert (options.sort, options.scope) == (Sort.NEWEST, Scope.FOLDER)


def test_what_is_missing_or_empty_has_the_default(make_vault: MakeVault) -> None:
    vault = make_vault(FILES)
    values = read_request(
        {"query": "x", "limit": None, "folder": "", "tag": []}, SEARCH
    )
    assert search_options(values, vault, FrontEnd.MCP) == SearchOptions(front_end="mcp")


def test_a_question_has_sources_chat_and_filters(index_vault: IndexVault) -> None:
    vault = index_vault(FILES)
    request = {
        "question": "How often?",
        "top": 3,
        "chat": "abc",
        "save": False,
        "tag": "oxygen",
    }
    options = ask_options(read_request(request, ASK), vault, FrontEnd.HTTP)
    assert (options.chat, options.keep) == ("abc", False)
    assert options.search == SearchOptions(limit=3, filters=('tag:"oxygen"',))


def refusal(row: str) -> str:
    """The first sentence of what is wrong with a search, as JSON."""
    with pytest.raises(RequestError) as raised:
        read_request(json.loads(row), SEARCH)
    return str(raised.value).partition(". ")[0]


test_requests = rows_test(
    Path(__file__).with_name("requests.txt"),
    {"a wrong request is named in words": refusal},
)


@pytest.mark.parametrize("text", ["soon", "2026-13-45", "next year"])
def test_a_date_that_is_none_is_refused(make_vault: MakeVault, text: str) -> None:
    vault = make_vault(FILES)
    for name in ("after", "before", "date", "changed"):
        values = read_request({"query": "x", name: text}, SEARCH)
        with pytest.raises(RequestError, match=f"`{name}` must be a date such as"):
            search_options(values, vault, FrontEnd.HTTP)


def test_an_option_that_a_scope_needs(index_vault: IndexVault) -> None:
    vault = index_vault(FILES | {".hidden.md": "# Hidden"})
    with pytest.raises(RequestError, match="`scope` file requires `at`"):
        search_options({"scope": Scope.FILE}, vault, FrontEnd.HTTP)
    for path in ("nowhere.md", "../teal.md", ".hidden.md", "/etc/passwd", "a\0b"):
        with pytest.raises(DocumentNotFound):
            search_options({"at": path}, vault, FrontEnd.HTTP)


@pytest.mark.parametrize("options", [SEARCH, ASK], ids=["search", "ask"])
def test_the_schema_says_what_is_accepted(options: tuple[RequestOption, ...]) -> None:
    Draft202012Validator.check_schema(request_schema(options))
    schema = body_schema(options)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    (text,) = schema["required"]
    accepted = {text: "x", "tag": ["a", "b"], "folder": "pumps", "days": 7}
    assert validator.is_valid(accepted)
    read_request(accepted, options)
    for wrong in ({"tag": 1}, {"days": "7"}, {"days": -1}, {"scope": "x"}, {"a": 1}):
        assert not validator.is_valid(accepted | wrong)
        with pytest.raises(RequestError):
            read_request(accepted | wrong, options)
    assert all(option.description.endswith(".") for option in options)


TABLES = {
    "search": SEARCH,
    "ask": ASK,
    **{operation.path: operation.options for operation in OPERATIONS},
    **{tool.name: tool.options for tool in TOOLS},
}
"""The options of every request."""


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES.keys())
def test_every_option_has_a_maximum(options: tuple[RequestOption, ...]) -> None:
    for option in options:
        schema = option.schema(exact=True)
        if schema["type"] in ("string", ["array", "string"]) and "enum" not in schema:
            longest = "x" * schema["maxLength"]
            assert option.value(longest) in (longest, (longest,))
            _refused(option, f"{longest}x", f"{schema['maxLength']:,}")
        if "maxItems" in schema:
            most = ["x"] * schema["maxItems"]
            assert option.value(most) == tuple(most)
            _refused(option, [*most, "x"], f"{schema['maxItems']:,} texts")
            _refused(option, [f"{longest}x"], f"{schema['maxLength']:,}")
        if schema["type"] in ("integer", "number"):
            assert option.value(schema["maximum"]) == schema["maximum"]
            _refused(option, schema["maximum"] + 1, f"at most {schema['maximum']:,g}")


def _refused(option: RequestOption, value: object, limit: str) -> None:
    """The error names the option and its limit."""
    with pytest.raises(RequestError) as raised:
        option.value(value)
    assert raised.value.option == option.name
    assert f"`{option.name}` must be" in str(raised.value)
    assert limit in str(raised.value)
