"""Packages that extend ragtui: docs/extending.md, and packages that fail."""

import asyncio
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import (
    AnswerError,
    AnswerErrorKind,
    AnswerEvent,
    Citation,
    Done,
    Mode,
    ModelError,
    Notice,
    PluginError,
    SearchOptions,
    Text,
    Vault,
    Verdict,
    open_vault,
)
from ragtui_core.answer import available_providers, chosen_provider
from ragtui_core.documents.kind_loaders import MARKDOWN
from ragtui_core.embedding import open_embedder
from ragtui_core.files.kinds import OWN_ENDINGS
from ragtui_core.indexing.events import IndexEvent, IndexNotice, IndexNoticeKind
from ragtui_core.plugins import OWN, PluginGroup, find_plugin
from ragtui_core.settings import Settings
from ragtui_core.vault import model_registry
from support.extensions import needs_files, needs_models
from support.packages import forget_packages, install_package

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w+\n# (\S+).*?\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

Install = Callable[[dict[str, Any], str], None]
"""Installs a package: its entry points by group, and the code of `ragtui_acme`."""


def _block(file: str) -> str:
    return "".join(text for name, text in BLOCKS if name == file)


def _entry_points() -> dict[str, Any]:
    points: dict[str, Any] = tomllib.loads(_block("pyproject.toml"))["project"]
    return points["entry-points"]  # type: ignore[no-any-return]


def _settings() -> dict[str, Any]:
    tables = tomllib.loads(_block("config.toml"))
    return {
        f"{name}.{k}": v for name, table in tables.items() for k, v in table.items()
    }


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A folder of installed packages on the path, as pip leaves it."""
    # The tests share one model (conftest.py); here each test has its own.
    monkeypatch.setattr(model_registry, "open_embedder", open_embedder)
    site = tmp_path / "site-packages"
    monkeypatch.syspath_prepend(str(site))
    yield partial(install_package, site)
    forget_packages()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "note.md").write_text("# Pumps\n\nThe north pump hums at night.\n")
    (folder / "parts.csv").write_text("part,price\nimpeller,40\ngasket,3\n")
    return folder


def _open(folder: Path, flags: dict[str, Any]) -> Vault:
    return open_vault(folder, db=folder.parent / "index.db", flags=flags)


def _ask(vault: Vault, question: str) -> list[AnswerEvent]:
    async def collect() -> list[AnswerEvent]:
        return [event async for event in vault.ask(question)]

    return asyncio.run(collect())


def test_the_example_is_used_by_index_search_and_ask(
    install: Install, folder: Path
) -> None:
    install(_entry_points(), _block("ragtui_acme.py"))
    vault = _open(folder, _settings())
    finished = vault.index()
    assert (finished.documents, finished.pending) == (2, 0)
    assert vault.coverage.whole().model == "hashing:256"
    found = vault.search("impeller price")
    assert found.hits[0].path == "parts.csv"
    assert found.hits[0].similarity is not None
    assert found.hits[0].span.of(vault.documents.text("parts.csv")).strip() == (
        "- part: impeller, price: 40\n- part: gasket, price: 3"
    )
    events = _ask(vault, "impeller price")
    text = "".join(event.text for event in events if isinstance(event, Text))
    assert "part: impeller, price: 40" in text
    citations = [event for event in events if isinstance(event, Citation)]
    assert [(each.path, each.verdict.verified) for each in citations] == [
        ("parts.csv", True)
    ]
    assert isinstance(events[-1], Done)
    assert events[-1].provider == "first"
    assert "first" in {
        each.provider for each in available_providers(vault.settings.answer)
    }
    vault.close()


@needs_files
def test_installing_alone_changes_nothing(install: Install, folder: Path) -> None:
    install(_entry_points(), "raise RuntimeError('imported')")
    vault = _open(folder, {})
    assert vault.index(embed=False).documents == 2  # the other by a loader of ours
    assert vault.search("pump").hits
    vault.close()


def test_our_own_are_all_found_by_name() -> None:
    for group, names in OWN.items():
        assert all(callable(find_plugin(group, name).load()) for name in names)


@needs_files
def test_our_kinds_are_all_indexed_and_have_the_endings_that_we_know() -> None:
    assert Settings().index.kinds == (MARKDOWN, *OWN_ENDINGS)
    for kind, endings in OWN_ENDINGS.items():
        factory = find_plugin(PluginGroup.LOADERS, kind).load()
        assert factory().endings == endings


BROKEN_LOADERS = {
    "import acme_is_missing": "cannot be loaded: ModuleNotFoundError: No module named "
    "'acme_is_missing'",
    "raise SystemExit(3)": "cannot be loaded: SystemExit: 3",
    "CsvLoader = object": "cannot be used: AttributeError: 'object' object has no "
    "attribute 'endings'",
    "class CsvLoader:\n endings = '.csv'": "has no list of endings of file names",
    "class CsvLoader:\n endings = ['.csv']\n load = 3": "has no method `load` and no "
    "method `extract`",
}


@pytest.mark.parametrize("code", BROKEN_LOADERS)
def test_a_loader_that_cannot_be_used_is_named_in_the_status(
    install: Install, folder: Path, code: str
) -> None:
    install(_entry_points(), code)
    vault = _open(folder, {"index.kinds": ["csv", "markdown"]})
    assert vault.index(embed=False).documents == 1
    coverage = vault.coverage.whole()
    sentence = f"the loader 'csv' of ragtui-acme 1.0 {BROKEN_LOADERS[code]}"
    assert coverage.setting_problems == (f"setting `index.kinds`: {sentence}",)
    assert not coverage.skipped
    vault.close()


UNUSED = [
    (
        {"ragtui.readers": {"acme": "ragtui_acme"}},
        "import acme_is_missing",
        "the reader 'acme' of ragtui-acme 1.0 cannot be loaded: ModuleNotFoundError: "
        "No module named 'acme_is_missing'",
    ),
    (
        {"ragtui.readers": {"acme": "ragtui_acme"}},
        "",
        "the reader 'acme' of ragtui-acme 1.0 is for another version of ragtui: it has "
        "no `attached_files`",
    ),
    (
        {"ragtui.loaders": {"mail": "ragtui_acme"}},
        "raise RuntimeError('imported')",
        "the loader 'mail' of ragtui-acme 1.0 is not used: the loader 'mail' of "
        "ragtui is",
    ),
]


@pytest.mark.parametrize(("points", "code", "sentence"), UNUSED)
@needs_files
def test_what_is_not_used_is_named_in_the_status_and_mails_are_read(
    install: Install, folder: Path, points: dict[str, Any], code: str, sentence: str
) -> None:
    install(points, code)
    (folder / "offer.eml").write_text("Subject: Offer\n\nThe gasket costs three.\n")
    vault = _open(folder, {})
    assert vault.index(embed=False).documents == 3
    assert vault.search("gasket costs").hits[0].path == "offer.eml"
    assert vault.coverage.whole().setting_problems == (sentence,)
    vault.close()


def test_an_unknown_kind_is_named_with_those_that_there_are(
    install: Install, folder: Path
) -> None:
    install(_entry_points(), _block("ragtui_acme.py"))
    vault = _open(folder, {"index.kinds": ["cvs", "markdown"]})
    events: list[IndexEvent] = []
    finished = vault.index(events.append, embed=False)
    assert (finished.documents, finished.skipped) == (1, 0)
    (problem,) = vault.coverage.whole().setting_problems
    assert IndexNotice(IndexNoticeKind.SETTINGS_WRONG, problem) in events
    start = "setting `index.kinds`: no loader 'cvs' is installed; there are: "
    assert problem.startswith(start)
    assert {"csv", "markdown"} < set(re.findall(r"\w+", problem))
    vault.close()


FAILING_LOADS = {
    "1 / 0": "failed with parts.csv: ZeroDivisionError: division by zero",
    "return 'text'": "returned a str instead of a Document",
}


@pytest.mark.parametrize("line", FAILING_LOADS)
def test_a_failing_loader_costs_it(install: Install, folder: Path, line: str) -> None:
    code = f"class CsvLoader:\n endings = ['.csv']\n def load(self, path, data): {line}"
    install(_entry_points(), code)
    vault = _open(folder, {"index.kinds": ["csv", "markdown"]})
    assert vault.index(embed=False).documents == 1
    (skipped,) = vault.coverage.whole().skipped
    assert skipped.path == "parts.csv"
    sentence = f"the loader 'csv' of ragtui-acme 1.0 {FAILING_LOADS[line]}"
    assert skipped.reason == sentence
    vault.close()


EMBEDDER = """
import numpy as np
class HashingEmbedder:
    dimension = 4
    def __init__(self, settings, model): pass
    def embed(self, texts): {}
"""
BROKEN_EMBEDDERS = {
    "import acme_is_missing": "cannot be loaded: ModuleNotFoundError",
    EMBEDDER.format("raise OSError('no GPU')"): "failed: OSError: no GPU",
    EMBEDDER.format("return np.ones((1, 3))"): "returned vectors of shape (1, 3)",
    EMBEDDER.format("return np.zeros((len(texts), 4))"): "zero vector",
}


@pytest.mark.parametrize("code", BROKEN_EMBEDDERS)
def test_an_embedder_that_fails_leaves_keyword_search(
    install: Install, folder: Path, code: str
) -> None:
    install(_entry_points(), code)
    vault = _open(folder, {"embedding.model": "hashing:256"})
    with pytest.raises(ModelError) as caught:
        vault.index()
    assert "the embedder 'hashing' of ragtui-acme 1.0 " in str(caught.value)
    assert BROKEN_EMBEDDERS[code] in str(caught.value)
    keyword = SearchOptions(mode=Mode.KEYWORD)
    assert vault.search("pump", keyword).hits[0].path == "note.md"
    vault.close()


def test_a_missing_embedder_is_named(folder: Path) -> None:
    vault = _open(folder, {"embedding.model": "absent:1"})
    with pytest.raises(ModelError, match="no embedder 'absent' is installed"):
        vault.embedder()
    vault.close()


PROVIDER = """
from ragtui_core import *
class FirstHit:
    def __init__(self, context): pass
    async def answer(self, request):
        {}
        yield Done("first", "", request.result.confidence)
"""
BROKEN_PROVIDERS = {
    "import acme_is_missing": "cannot be loaded: ModuleNotFoundError",
    PROVIDER.format("1 / 0"): "failed: ZeroDivisionError: division by zero",
    PROVIDER.format("yield 'text'"): "yielded a str instead of an answer event",
    PROVIDER.format("yield Sources(())"): "yielded `Sources`, which had already",
    PROVIDER.format("return"): "ended without `Done`",
}


@pytest.mark.parametrize("code", BROKEN_PROVIDERS)
def test_a_failing_provider_is_named(install: Install, folder: Path, code: str) -> None:
    install(_entry_points(), code)
    vault = _open(folder, {"answer.provider": "first"})
    vault.index(embed=False)
    with pytest.raises(AnswerError) as caught:
        _ask(vault, "Does the pump hum?")
    assert caught.value.kind is AnswerErrorKind.PROVIDER
    sentence = f"the provider 'first' of ragtui-acme 1.0 {BROKEN_PROVIDERS[code]}"
    assert str(caught.value).startswith(sentence)
    vault.close()


def test_what_fails_later_keeps_the_text(install: Install, folder: Path) -> None:
    install(_entry_points(), PROVIDER.format("yield Text('It hums.'); 1 / 0"))
    vault = _open(folder, {"answer.provider": "first"})
    vault.index(embed=False)
    events = _ask(vault, "Does the pump hum?")
    assert "It hums." in "".join(e.text for e in events if isinstance(e, Text))
    notices = [event.text for event in events if isinstance(event, Notice)]
    assert (
        "the provider 'first' of ragtui-acme 1.0 failed: ZeroDivisionError: "
        "division by zero"
    ) in notices
    assert isinstance(events[-1], Done)
    assert events[-1].error == AnswerErrorKind.PROVIDER
    vault.close()


CITING = (
    "yield Citation(1, {!r}, Span(0, 7), Lines(1, 1), (), {!r}, Verdict.EXACT); "
    "yield Text('[1]')"
)


@pytest.mark.parametrize(
    ("path", "quote", "verdict"),
    [
        ("note.md", "The north pump hums at night.", Verdict.ELSEWHERE),
        ("note.md", "The south pump hums at night.", Verdict.ALTERED),
        ("absent.md", "The north pump hums at night.", Verdict.NOT_SENT),
    ],
)
def test_the_verdict_on_a_citation_is_ours(
    install: Install, folder: Path, path: str, quote: str, verdict: Verdict
) -> None:
    install(_entry_points(), PROVIDER.format(CITING.format(path, quote)))
    vault = _open(folder, {"answer.provider": "first"})
    vault.index(embed=False)
    events = _ask(vault, "Does the pump hum?")
    assert [e.verdict for e in events if isinstance(e, Citation)] == [verdict]
    vault.close()


@needs_models
def test_a_missing_provider_is_named_with_those_that_there_are(folder: Path) -> None:
    vault = _open(folder, {"answer.provider": "absent"})
    vault.index(embed=False)
    with pytest.raises(AnswerError, match="no provider 'absent' is installed; there"):
        _ask(vault, "Does the pump hum?")
    choice = chosen_provider(vault.settings.answer)
    assert choice.provider == "absent"
    assert "extractive, claude, compatible" in choice.obstacle
    vault.close()


def test_errors_of_our_own_plugins_are_not_hidden() -> None:
    with (
        pytest.raises(ZeroDivisionError),
        find_plugin(PluginGroup.LOADERS, "markdown").guarded(),
    ):
        raise ZeroDivisionError
    with pytest.raises(PluginError, match="no loader 'x' is installed"):
        find_plugin(PluginGroup.LOADERS, "x")
