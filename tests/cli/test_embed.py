"""`ragtui embed`: any number of processes embed for one index in PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import psycopg
import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import ModelError, open_vault, open_worker
from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.embedding.onnx_embedder import OnnxEmbedder
from ragtui_core.store.records import split_lines
from support.postgres_server import new_database
from support.vaults import write_files
from support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ragtui_core import Vault

Captured = pytest.CaptureFixture[str]

NOTES = 60
NAME = "team"


@pytest.fixture(scope="module")
def dsn() -> str:
    """A database of this module's own."""
    return new_database("workers")


@pytest.fixture
def vault(dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vault]:
    """A vault in the server, whose chunks have no vectors."""
    monkeypatch.setenv("RAGTUI_STORE", dsn)
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS ragtui_team CASCADE")
    files: dict[str, str | bytes] = {
        f"{n:02}.md": f"# Note {n}\n\nText number {n} has a few words.\n"
        for n in range(NOTES)
    }
    files[".ragtui.toml"] = f'vault_name = "{NAME}"\n'
    write_files(tmp_path / "notes", files)
    opened = open_vault(tmp_path / "notes")
    opened.index(embed=False)
    yield opened
    opened.close()


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that this process has embedded, four in a batch."""
    found: list[str] = []
    embed = OnnxEmbedder.embed

    def recording(self: OnnxEmbedder, texts: Sequence[str]) -> np.ndarray:
        found.extend(texts)
        return embed(self, texts)

    monkeypatch.setattr(OnnxEmbedder, "embed", recording)
    monkeypatch.setattr(OnnxEmbedder, "batch_size", 4)
    return found


def counts(vault: Vault) -> tuple[int, int]:
    """Numbers of chunks, and of those with a vector."""
    coverage = vault.coverage.whole()
    return coverage.chunks, coverage.embedded


def right_vectors(dsn: str, vault: Vault) -> int:
    """The number of vectors that are those of their chunks' present texts."""
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "SELECT title, heading_path, text, embedding::text "
            "FROM ragtui_team.embedding "
            "JOIN ragtui_team.chunk ON chunk.id = embedding.chunk "
            "JOIN ragtui_team.document ON document.id = chunk.document"
        ).fetchall()
    embedder = vault.embedder()
    right = 0
    for title, heading_path, text, vector in rows:
        expected = embedder.embed(
            [embedding_text(title, split_lines(heading_path), text)]
        )[0]
        stored = np.array(vector[1:-1].split(","), dtype=np.float32)
        right += np.allclose(stored, expected, atol=0.01)
    return right


def ignore(_: object) -> None: ...


@pytest.mark.postgres
def test_workers_share_the_work(dsn: str, vault: Vault, embedded: list[str]) -> None:
    workers = [open_worker(NAME) for _ in range(4)]
    with ThreadPoolExecutor(len(workers)) as threads:
        left = list(
            threads.map(lambda each: each.run(ignore, threading.Event()), workers)
        )
    for worker in workers:
        worker.close()
    assert left == [0, 0, 0, 0]
    assert counts(vault) == (NOTES, NOTES)
    assert len(embedded) == len(set(embedded)) == NOTES
    assert right_vectors(dsn, vault) == NOTES


@pytest.mark.postgres
def test_the_work_of_a_killed_worker_is_taken_up(
    dsn: str, vault: Vault, embedded: list[str], tmp_path: Path
) -> None:
    # It stops in the middle of its first batch, with the rows locked.
    program = (
        "import os, signal, threading\n"
        "from ragtui_core import open_worker\n"
        "from ragtui_core.embedding.onnx_embedder import OnnxEmbedder\n"
        "def stopped(self, texts):\n"
        f"    open({str(tmp_path / 'busy')!r}, 'w').close()\n"
        "    signal.pause()\n"
        "OnnxEmbedder.embed = stopped\n"
        f"open_worker({NAME!r}).run(lambda event: None, threading.Event())\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", program], env=dict(os.environ))
    wait_until((tmp_path / "busy").exists, "it did not begin")
    worker = open_worker(NAME)
    results: list[int] = []
    thread = threading.Thread(
        target=lambda: results.append(worker.run(ignore, threading.Event()))
    )
    thread.start()
    wait_until(lambda: 0 < counts(vault)[1] == len(embedded), "nothing was embedded")
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    thread.join()
    worker.close()
    assert results == [0]
    assert counts(vault) == (NOTES, NOTES)
    assert len(embedded) == NOTES
    assert right_vectors(dsn, vault) == NOTES


@pytest.mark.postgres
def test_a_note_that_changes_meanwhile_has_the_vector_of_its_new_text(
    dsn: str, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed = OnnxEmbedder.embed
    begun, changing = threading.Event(), threading.Event()

    def slow(self: OnnxEmbedder, texts: Sequence[str]) -> np.ndarray:
        begun.set()
        assert changing.wait()
        return embed(self, texts)

    monkeypatch.setattr(OnnxEmbedder, "embed", slow)
    worker = open_worker(NAME)
    thread = threading.Thread(target=worker.run, args=(ignore, threading.Event()))
    thread.start()
    assert begun.wait()
    for n in range(NOTES):
        (vault.root / f"{n:02}.md").write_text(f"# Note {n}\n\nQuite another {n}.\n")
    updating = threading.Thread(target=vault.index, kwargs={"embed": False})
    updating.start()
    changing.set()
    updating.join()
    thread.join()
    again = open_worker(NAME)
    assert again.run(ignore, threading.Event()) == 0
    again.close()
    worker.close()
    assert counts(vault) == (NOTES, NOTES)
    assert right_vectors(dsn, vault) == NOTES


@pytest.mark.postgres
def test_a_worker_that_watches_embeds_what_is_added(vault: Vault) -> None:
    stop = threading.Event()
    worker = open_worker(NAME)
    thread = threading.Thread(
        target=worker.run, args=(ignore, stop), kwargs={"watch": True}
    )
    thread.start()
    wait_until(lambda: counts(vault) == (NOTES, NOTES), "it did not embed")
    (vault.root / "new.md").write_text("# New\n\nAdded later.\n")
    vault.index(embed=False)
    wait_until(lambda: counts(vault) == (NOTES + 1, NOTES + 1), "it did not go on")
    stop.set()
    thread.join()
    worker.close()


@pytest.mark.postgres
def test_other_models_are_refused(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.index()
    monkeypatch.setenv("RAGTUI_EMBEDDING_MODEL", "server:other")
    worker = open_worker(NAME)
    with pytest.raises(ModelError, match=r"set `embedding\.model`"):
        worker.run(ignore, threading.Event())
    worker.close()


@pytest.mark.postgres
def test_the_command_embeds(vault: Vault, capsys: Captured) -> None:
    assert main(["embed", "--workers-for", NAME]) == exit_codes.FOUND
    assert counts(vault) == (NOTES, NOTES)
    assert f"#{NAME}: nothing is pending" in capsys.readouterr().err


def test_workers_need_a_server(tmp_path: Path, capsys: Captured) -> None:
    assert main(["embed", "--workers-for", str(tmp_path)]) == exit_codes.FAILED
    said = capsys.readouterr().err
    assert "RAGTUI_STORE" in said
    assert said.count("\n") == 1
