"""The extra, with a real model: RAGTUI_TEST_MODEL names its folder."""

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from ragtui_core import open_vault
from ragtui_core.embedding import open_embedder
from ragtui_core.errors import ModelError
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.settings import EmbeddingSettings
from support.commands import environment
from support.vaults import IndexVault

MODEL = os.environ.get("RAGTUI_TEST_MODEL", "")

pytestmark = [
    pytest.mark.transformers,
    pytest.mark.skipif(not MODEL, reason="RAGTUI_TEST_MODEL names no model folder"),
    # torch and its dependencies have warnings of their own.
    pytest.mark.filterwarnings("default"),
]


def test_vectors_are_unit_and_know_meaning() -> None:
    embedder = open_embedder(EmbeddingSettings(model=MODEL))
    cat, feline, engine = embedder.embed(
        ["A cat sleeps.", "The feline is napping.", "The engine burns diesel."]
    )
    assert cat.dtype == np.float32
    assert np.linalg.norm(cat) == pytest.approx(1, abs=1e-5)
    assert cat @ feline > cat @ engine + 0.1
    assert embedder.embed([]).shape == (0, embedder.dimension)


def test_another_model_means_embedding_again_and_the_old_vectors_meanwhile(
    index_vault: IndexVault,
) -> None:
    bundled = index_vault(
        {"cat.md": "# Cat\n\nThe feline is napping.", "b.md": "Diesel."}, embed=True
    )
    other = open_vault(bundled.root, flags={"embedding.model": MODEL})
    meaning = SearchOptions(mode=Mode.SEMANTIC)
    before = other.search("sleeping kitten", meaning)
    assert before.hits[0].path == "cat.md"
    assert MODEL not in other.coverage.whole().model
    assert other.index().pending == 0
    after = other.search("sleeping kitten", meaning)
    assert after.hits[0].path == "cat.md"
    assert after.hits[0].similarity is not None
    assert MODEL in other.coverage.whole().model
    other.close()


@pytest.fixture
def prompted(tmp_path: Path) -> str:
    """The model, with prompts of its own, and reading 64 tokens at once."""
    folder = Path(shutil.copytree(MODEL, tmp_path / "prompted"))
    prompts = {"query": "ask: ", "document": "text: "}
    named = json.dumps({"prompts": prompts, "default_prompt_name": None})
    (folder / "config_sentence_transformers.json").write_text(named)
    limit = json.dumps({"max_seq_length": 64, "do_lower_case": False})
    (folder / "sentence_bert_config.json").write_text(limit)
    return str(folder)


def test_a_model_s_own_prompts_apply(prompted: str, tmp_path: Path) -> None:
    own = open_embedder(EmbeddingSettings(model=prompted))
    bare = shutil.copytree(prompted, tmp_path / "bare")
    (bare / "config_sentence_transformers.json").write_text('{"prompts": {}}')
    none = open_embedder(EmbeddingSettings(model=str(bare)))
    np.testing.assert_allclose(
        own.embed(["a cat"]), none.embed(["text: a cat"]), atol=1e-5
    )
    np.testing.assert_allclose(
        own.embed_queries(["a cat"]), none.embed_queries(["ask: a cat"]), atol=1e-5
    )


def test_the_end_of_a_text_counts_beyond_64_tokens(prompted: str) -> None:
    embedder = open_embedder(EmbeddingSettings(model=prompted))
    start = "The harbour is old. " * 30
    one, other, [asked] = (
        embedder.embed([start + "A cat is sleeping there. " * 30])[0],
        embedder.embed([start + "Engines burn diesel. " * 30])[0],
        embedder.embed_queries(["a sleeping cat"]),
    )
    assert one @ asked > other @ asked + 0.1


def test_a_missing_model_is_reported_in_time() -> None:
    settings = EmbeddingSettings(model="/none/such/model", load_timeout=60)
    with pytest.raises(ModelError, match="/none/such/model"):
        open_embedder(settings)


class _CountingHub(BaseHTTPRequestHandler):
    """A hub that has nothing, and remembers what it was asked for."""

    asked: ClassVar[list[str]] = []

    def do_HEAD(self) -> None:
        self.asked.append(self.path)
        self.send_error(404)

    def do_GET(self) -> None:
        self.do_HEAD()

    def log_message(self, *given: object) -> None:
        """Keep quiet."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a process whose hub is here, and whose cache is empty."""
    _CountingHub.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), _CountingHub) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield environment() | {
            "HF_ENDPOINT": f"http://127.0.0.1:{server.server_port}",
            "HF_HOME": str(tmp_path / "hub"),
            "HF_HUB_OFFLINE": "0",
        }
        server.shutdown()
        thread.join()


LOAD = """
import sys
from ragtui_core.embedding.transformers_embedder import SentenceTransformersEmbedder
from ragtui_core.settings import EmbeddingSettings
settings = EmbeddingSettings(model="someone/small", load_timeout=100)
print(SentenceTransformersEmbedder(settings, "someone/small").dimension)
"""


def load(env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LOAD],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_model_that_was_downloaded_is_loaded_without_asking_its_hub(
    hub: dict[str, str], tmp_path: Path
) -> None:
    cached = tmp_path / "hub" / "hub" / "models--someone--small"
    shutil.copytree(MODEL, cached / "snapshots" / "0123456789abcdef")
    (cached / "refs").mkdir()
    (cached / "refs" / "main").write_text("0123456789abcdef")
    done = load(hub)
    assert done.returncode == 0, done.stderr
    assert _CountingHub.asked == []


def test_a_name_that_is_not_in_the_cache_is_looked_for_on_the_hub(
    hub: dict[str, str],
) -> None:
    assert load(hub).returncode == 1
    assert any("someone/small" in path for path in _CountingHub.asked)
