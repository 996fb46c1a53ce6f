"""The package ragtui-multilingual, and when it is used."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ragtui_core import Vault
from ragtui_core.embedding import Embedder, embedder_opening, open_embedder
from ragtui_core.embedding.bundled_model import MODEL_ID, MULTILINGUAL_ID
from ragtui_core.errors import ModelError
from ragtui_core.indexing.events import IndexEvent, IndexNotice, IndexNoticeKind
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.settings import EmbeddingSettings
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.sqlite.store import SqliteStore
from support.packages import forget_packages
from support.vaults import IndexVault, MakeVault

ROOT = Path(__file__).parents[3] / "multilingual"

LOADS_IT = pytest.mark.sweep
"""Tests with the model itself, which takes 0.6 GB."""

GERMAN: dict[str, str | bytes] = {
    f"{name}.md": f"# {name}\n\n{text}\n"
    for name, text in {
        "Pumpe": "Die Pumpe ist blau und wird nicht mehr gebaut.",
        "Boot": "Das Boot hat ein Loch und liegt seit dem Herbst im Hafen.",
        "Garten": "Im Garten sind die Tomaten noch nicht reif.",
    }.items()
}
ENGLISH: dict[str, str | bytes] = {
    f"{name}.md": f"# {name}\n\nThis is about the {name} that we have in the house.\n"
    for name in ("pump", "boat", "garden", "roof", "stove", "chair", "table")
}
CODE: dict[str, str | bytes] = {
    f"{file.stem}.md": f"```python\n{file.read_text('utf-8')}\n```\n"
    for file in sorted(Path(embedder_opening.__file__).parent.glob("*.py"))[:3]
}
HINDI: dict[str, str | bytes] = {
    "a.md": "पंप नीला है और अब नहीं बनता।\n",
    "b.md": "नाव में छेद है।\n",
}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package, with the entry points of its pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    info = tmp_path / "site" / f"ragtui_multilingual-{project['version']}.dist-info"
    info.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0\n"
    (info / "METADATA").write_text(metadata)
    lines = [
        line
        for group, names in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {at}" for name, at in names.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(info.parent)
    monkeypatch.syspath_prepend(ROOT)
    forget_packages()
    yield
    monkeypatch.undo()
    sys.modules.pop("ragtui_multilingual", None)
    forget_packages()


@pytest.fixture
def embedder(installed: None) -> Embedder:
    return open_embedder(EmbeddingSettings(model="multilingual"))


def notices(vault: Vault) -> list[str]:
    found: list[IndexEvent] = []
    vault.index(found.append)
    return [
        event.message
        for event in found
        if isinstance(event, IndexNotice)
        and event.kind is IndexNoticeKind.LANGUAGES_UNREAD
    ]


def test_files_are_those_named_in_the_code_and_fit_the_host(installed: None) -> None:
    from ragtui_multilingual import MODEL

    MODEL.verify()
    assert MODEL.sha256["model.onnx"].startswith(MULTILINGUAL_ID.split("/")[1])
    source = (MODEL.folder / "SOURCE.md").read_text("utf-8")
    assert all(digest in source for digest in MODEL.sha256.values())
    assert "MIT License" in (MODEL.folder / "LICENSE").read_text("utf-8")
    sizes = [file.stat().st_size for file in ROOT.rglob("*") if file.is_file()]
    assert max(sizes) < 100_000_000  # GitHub refuses larger files.


@LOADS_IT
def test_meaning_is_compared_across_languages(embedder: Embedder) -> None:
    passages = embedder.embed(
        ["Die Pumpe ist blau.", "पंप नीला है।", "Das Boot liegt im Hafen.", "नाव में छेद है।"]
    )
    np.testing.assert_allclose(np.linalg.norm(passages, axis=1), 1, atol=1e-5)
    [asked] = embedder.embed_queries(["What colour is the pump?"])
    found = passages @ asked
    assert min(found[:2]) > max(found[2:]) + 0.02
    assert embedder.model_id == MULTILINGUAL_ID


@LOADS_IT
def test_a_vector_is_the_mean_of_its_tokens(installed: None) -> None:
    from ragtui_multilingual import MODEL, open_embedder as open_multilingual

    text = "passage: Die Pumpe ist blau."
    ids = np.array([MODEL.load_tokenizer().encode(text).ids])
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    [hidden] = MODEL.open_session().run(["last_hidden_state"], inputs)
    mean = hidden[0].mean(axis=0)
    settings = EmbeddingSettings(model="multilingual")
    [vector] = open_multilingual(settings, "").embed([text.removeprefix("passage: ")])
    assert vector @ mean / np.linalg.norm(mean) > 0.9999


@LOADS_IT
def test_queries_and_passages_begin_differently(embedder: Embedder) -> None:
    text = "Die Pumpe ist blau."
    [query] = embedder.embed_queries([text])
    assert 0.8 < query @ embedder.embed([text])[0] < 0.999


@LOADS_IT
@pytest.mark.parametrize("files", [GERMAN, HINDI], ids=["German", "Hindi"])
def test_a_foreign_vault_uses_it(
    make_vault: MakeVault, installed: None, files: dict[str, str | bytes]
) -> None:
    vault = make_vault(files)
    assert notices(vault) == []
    coverage = vault.coverage.whole()
    assert (coverage.model, coverage.embedded) == (MULTILINGUAL_ID, coverage.chunks)
    assert coverage.model_reads == "about 100 languages"
    found = vault.search("which vessel leaks?", SearchOptions(mode=Mode.SEMANTIC))
    assert found.hits[0].path in {"Boot.md", "b.md"}


@LOADS_IT
@pytest.mark.parametrize("files", [ENGLISH, CODE], ids=["English", "code"])
def test_other_vaults_use_the_bundled_one(
    index_vault: IndexVault, installed: None, files: dict[str, str | bytes]
) -> None:
    vault = index_vault(files, embed=True)
    assert vault.coverage.whole().model == MODEL_ID


def test_without_it_one_sentence_says_what_it_brings(make_vault: MakeVault) -> None:
    vault = make_vault(GERMAN)
    [said] = notices(vault)
    assert re.search(r"100% of the passages.*pip install \./multilingual", said)
    coverage = vault.coverage.whole()
    assert (coverage.model, coverage.model_reads) == (MODEL_ID, "English")
    assert coverage.model_advice == said
    assert notices(vault) == []  # once


def says_what_is_read(vault: Vault, query: str, mode: Mode = Mode.HYBRID) -> bool:
    found = vault.search(query, SearchOptions(mode=mode))
    return any("ragtui-multilingual" in note for note in found.notes)


def test_a_foreign_query_that_finds_nothing_says_what_is_read(
    index_vault: IndexVault,
) -> None:
    vault = index_vault(GERMAN, embed=True)
    assert says_what_is_read(vault, "was ist die Quantenphysik")
    assert not says_what_is_read(vault, "was ist die Quantenphysik", Mode.KEYWORD)
    assert not says_what_is_read(vault, "Boot leckt")
    assert not says_what_is_read(vault, "path:*.md")
    assert not says_what_is_read(vault, "quantum chromodynamics")


def test_a_word_that_its_vocabulary_has_is_no_typo(
    index_vault: IndexVault, installed: None
) -> None:
    vault = index_vault({"tent.md": "# Am See\n\nDas Zelt steht am See.\n"})
    options = SearchOptions(mode=Mode.KEYWORD)
    assert "zelt" in vault.search("Zeit", options).corrected.lower()
    with SqliteStore(vault.index_path).writer() as writer:
        writer.set_meta(MODEL, MULTILINGUAL_ID)
    assert vault.search("Zeit", options).corrected == ""
    assert "zelt" in vault.search("Zeltt", options).corrected.lower()


@LOADS_IT
def test_a_vault_gets_it_once_it_is_installed(
    index_vault: IndexVault, request: pytest.FixtureRequest
) -> None:
    vault = index_vault(GERMAN, embed=True)
    request.getfixturevalue("installed")
    vault.index()
    assert vault.coverage.whole().model == MULTILINGUAL_ID
    assert vault.coverage.whole().model_advice == ""


@LOADS_IT
def test_an_index_keeps_its_model(index_vault: IndexVault, installed: None) -> None:
    vault = index_vault(GERMAN, embed=True)
    for name, text in ENGLISH.items():
        (vault.root / name).write_text(str(text))
    for name in GERMAN:
        (vault.root / name).write_text("# Note\n\nIt is what they have said of it.\n")
    vault.index()
    assert vault.coverage.whole().model == MULTILINGUAL_ID


def test_what_is_not_installed_is_an_error_that_says_how() -> None:
    with pytest.raises(ModelError, match=r"pip install \./multilingual"):
        open_embedder(EmbeddingSettings(model="multilingual"))
