"""An index of ragtui 0.2: rights and vectors are kept, the files are read again."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import IndexMissing
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.store.records import (
    AccessRight,
    ChunkRecord,
    DocumentRecord,
    FileState,
    IndexChange,
)
from ragtui_core.types import Fields
from support.commands import command, environment
from support.postgres_server import execute, new_database
from support.stores import postgres_store
from support.vaults import write_files
from support.waiting import TIMEOUT

pytestmark = pytest.mark.postgres

OLDER = Path(__file__).parents[1] / "support" / "postgres_schemas" / "ragtui_0_2.sql"
"""Tables of ragtui 0.2."""


def opened(root: Path, dsn: str) -> Vault:
    return open_vault(root, flags={"store": dsn, "log.answers": False})


def paths(vault: Vault, query: str) -> list[str]:
    found = vault.search(query, SearchOptions(mode=Mode.KEYWORD))
    return [hit.path for hit in found.hits]


def with_older_schema() -> str:
    dsn = new_database("older")
    execute(
        dsn,
        "CREATE SCHEMA ragtui; SET search_path TO ragtui, public; "
        f"{OLDER.read_text('utf-8')}; INSERT INTO schema_version VALUES (14)",
    )
    return dsn


def row(table: str, **values: object) -> str:
    """SQL that inserts a row."""
    text = json.dumps(values)
    return (
        f"INSERT INTO ragtui.{table} OVERRIDING SYSTEM VALUE "
        f"SELECT (jsonb_populate_record(NULL::ragtui.{table}, '{text}')).*"
    )


@pytest.mark.parametrize("restricted", [False, True])
def test_older_rights_and_vectors_stay(tmp_path: Path, restricted: bool) -> None:
    dsn, team = with_older_schema(), f"team_of_{restricted}".lower()
    execute(
        dsn,
        f"CREATE ROLE {team} LOGIN",
        row("vault", id=1, name="v", version=1, schema=14, restricted=restricted),
        row("vault", id=2, name="other", version=1, schema=14, restricted=False),
        row("model", vault=1, id=3, name="m", dimension=2),
        row("meta", vault=1, key="model", value="m"),
        *(
            row("chunk", vault=1, id=i, embedding_key=f"\\x{key.encode().hex()}")
            for i, key in enumerate("ab")
        ),
        "INSERT INTO ragtui.embedding VALUES (1, 3, 0, '[1,0]'), (1, 3, 1, '[0,1]')",
    )
    if restricted:
        execute(dsn, row("readable", vault=1, team=team, folder="a"))
    store, other = (postgres_store(dsn, tmp_path, name) for name in ("v", "other"))
    assert not store.exists()
    chunks = tuple(
        ChunkRecord(i, i + 1, 1, 1, "", 1, key.encode(), key, "", "")
        for i, key in enumerate("bcb")
    )
    state = FileState("a/n.md", 1, 1, 1, 1)
    record = DocumentRecord(
        state, b"", 0, "utf-8", Fields(title="t"), "{}", "[]", "", chunks
    )
    secret = replace(record, file=state._replace(path="b/n.md"), chunks=())
    with store.writer() as writer:
        writer.apply(IndexChange(records=[record, secret]))
        embedded = execute(
            dsn,
            "SELECT convert_from(embedding_key, 'UTF8'), embedding::text "
            "FROM ragtui_v.chunk LEFT JOIN ragtui_v.embedding ON chunk = id ORDER BY 1",
        )
        assert embedded == [("b", "[0,1]"), ("b", "[0,1]"), ("c", None)]
        assert len(writer.vectors.pending("m")) == 1
        writer.vectors.use_model("m", 2)
        writer.vectors.finish("m")
    assert execute(dsn, "SELECT FROM ragtui_v.former_embedding") == []
    with store.reader() as reader:
        assert reader.vectors.has_model("m")
        assert reader.documents.paths() == ["a/n.md", "b/n.md"]
    with pytest.raises(IndexMissing, match="from an older ragtui"), other.reader():
        pass
    rights = [AccessRight(team, "a")] if restricted else None
    assert store.access_rights.listed() == rights
    if restricted:
        as_team = f"{dsn} user={team}"
        assert execute(as_team, "SELECT path FROM ragtui_v.document") == [("a/n.md",)]
    store.close()
    other.close()


NAMES = "harbour", "orchard", "quarry", "mill"
"""Vaults, and a word of the note of each."""


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    for name in NAMES:
        note = f"# The {name}\n\nIts wall is dry.\n"
        write_files(tmp_path / name, {f"{name}.md": note})
    return [tmp_path / name for name in NAMES]


def test_several_processes_make_the_tables_of_their_vaults(roots: list[Path]) -> None:
    dsn = new_database("at_once")
    processes = [
        subprocess.Popen(
            [*command(), "index", "--no-embed", str(root)],
            env=environment() | {"RAGTUI_STORE": dsn},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for root in roots
    ]
    for process in processes:
        _, reported = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, reported
    for root in roots:
        vault = opened(root, dsn)
        assert paths(vault, f"dry {root.name}") == [f"{root.name}.md"]
        vault._store.check()
        vault.close()
