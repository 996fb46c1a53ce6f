"""Whether loading a model begins with a download."""

from pathlib import Path

import pytest

from ragtui_core.embedding.embedder_opening import is_download
from ragtui_core.settings import EmbeddingSettings

constants = pytest.importorskip("huggingface_hub.constants")
REVISION = "0123456789abcdef"


@pytest.mark.parametrize(
    ("cached", "named", "downloads"),
    [
        ("", "someone/small", True),
        ("someone--other", "someone/small", True),
        ("someone--small", "someone/small", False),
        ("sentence-transformers--small", "small", False),
        ("", "small", True),
        ("", "bundled", False),
        ("", "server:small", False),
    ],
)
def test_a_model_that_is_not_cached_is_downloaded(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cached: str,
    named: str,
    downloads: bool,
) -> None:
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    model = tmp_path / f"models--{cached}"
    if cached:
        (model / "snapshots" / REVISION).mkdir(parents=True)
        (model / "snapshots" / REVISION / "config.json").write_text("{}")
        (model / "refs").mkdir()
        (model / "refs" / "main").write_text(REVISION)
    assert is_download(EmbeddingSettings(model=named)) is downloads


def test_a_folder_is_not_downloaded(tmp_path: Path) -> None:
    assert not is_download(EmbeddingSettings(model=str(tmp_path)))
