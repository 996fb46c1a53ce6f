"""Notes, vaults and databases that are difficult for an index in PostgreSQL.

The results are those of a file, or an error says in one sentence what to do.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import open_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from support.commands import command, environment
from support.postgres_server import new_database, vault_schema
from support.vaults import write_files
from support.waiting import TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.postgres

Captured = pytest.CaptureFixture[str]


def events(out: str) -> list[dict[str, Any]]:
    """What a command that prints an event per line has told."""
    return [json.loads(line) for line in out.splitlines()]


def shown(capsys: Captured, *arguments: str) -> str:
    assert main(arguments) == exit_codes.FOUND
    return capsys.readouterr().out


def execute(dsn: str, sql: str) -> str:
    """Execute statements; returns the connection string."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(sql)
    return dsn


def about(number: str) -> object:
    """A number as vectors of half the length give it."""
    return pytest.approx(float(number), rel=0.001, abs=0.002)


NUL = (
    b'---\ntitle: "Ze\\0ro"\ntags: ["a\\0b", ok]\nstatus: "x\\0y"\n'
    b'aliases: ["other\\0name"]\n---\n# Ze\0ro pump\n\n'
    b"The impeller \0 of the pump is changed every sec\0ond winter.\n"
    b"See [[oth\0er]], [text](b\0.md) and #ta\0g.\n\n## He\0ad\n\nQuiet water.\n"
)


def test_a_note_with_nul_is_found_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    root = tmp_path / "notes"
    write_files(root, {"nul.md": NUL, "other.md": "# Other\n\nSee [[nul]].\n"})
    monkeypatch.chdir(root)
    monkeypatch.setenv("RAGTUI_LOG_ANSWERS", "false")
    searches = [
        *("impeller", "zero", "ze\0ro", '"sec\0ond winter"', "tag:a\0b", "tag:ok"),
        *("status:x\0y", "impel\0*", "quiet -zero", "path:n\0ul impeller"),
    ]
    found = []
    for store in ("", new_database("nul")):
        monkeypatch.setenv("RAGTUI_STORE", store)
        shown(capsys, "index", ".")
        again = events(shown(capsys, "index", ".", "--json"))
        results: list[Any] = [again[-1] | {"seconds": 0}]
        for line in searches:
            main(["search", "--json", "--", line])
            out = capsys.readouterr().out
            result = json.loads(out, parse_float=about if store else float)
            for hit in result["hits"]:
                # A file's index has the NUL, which divides an excerpt.
                del hit["excerpt"], hit["matches"]
            results.append(result)
        ask = "ask", "When is the impeller of the pump changed?", "--json"
        citations = json.loads(shown(capsys, *ask))["citations"]
        assert {each["verdict"] for each in citations} == {"exact"}
        vault = open_vault(root)
        results += [citations, vault.facets("quiet"), vault.complete("tag:a", 5)]
        results.append(vault.links.backlinks("nul.md"))
        vault.close()
        found.append(results)
    assert found[0] == found[1]


WORDS = [f"w{n}" for n in range(20_000)]
LONG = "ж" * 1_500
"""Of 3,000 bytes; PostgreSQL compares the first 2,000."""

LIMIT = 13_682
"""Words of a passage whose positions are known, for phrases."""


@pytest.mark.parametrize(
    ("query", "is_phrase_known"),
    [
        ("w19999", True),
        ("w1999*", True),
        ("w3 w19999", True),
        ("w3 -w19999", True),
        ("pump -final", True),
        ('"w7 w8"', True),
        (f'"w{LIMIT - 2} w{LIMIT - 1}"', True),
        (f'"w{LIMIT - 1} w{LIMIT}"', False),
        ('"w19998 w19999"', False),
        ("pump", True),
        ("final valve", True),
        ('"final valve"', True),
        ('"pump final"', False),
        (f"{LONG}a", True),
        (f'"word {LONG}a"', True),
        (f"{LONG[:900]}a", True),
    ],
    ids=lambda value: str(value)[:20],
)
def test_long_passages_and_words_are_found_as_in_a_file(
    long_vaults: list[Any], query: str, is_phrase_known: bool
) -> None:
    in_file, on_server = (
        vault.search(query, SearchOptions(mode=Mode.KEYWORD)) for vault in long_vaults
    )
    places = [[(hit.path, hit.span) for hit in r.hits] for r in (in_file, on_server)]
    assert places[0] == places[1]
    # A phrase that the server does not know gives no score either.
    assert (in_file.hits == on_server.hits) is is_phrase_known
    assert (in_file.notes == on_server.notes) is is_phrase_known


@pytest.fixture(scope="module")
def long_vaults(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A vault with a passage of 20,000 words, in a file and on a server."""
    folder = tmp_path_factory.mktemp("long")
    files: dict[str, str | bytes] = {
        ".ragtui.toml": '[chunking]\nstrategy = "whole"\nmax_tokens = 100000\n',
        "all.md": f"# All\n\n{' '.join(WORDS)}\n",
        "many.md": f"# Many\n\n{'pump ' * 400}final valve\n",
        "word.md": f"# Word\n\nThe word {LONG}a is long.\n",
    }
    write_files(folder / "notes", files)
    vaults = [
        open_vault(folder / "notes", flags={"store": ""}, db=folder / "index.db"),
        open_vault(folder / "notes", flags={"store": new_database("long")}),
    ]
    for vault in vaults:
        vault.index(embed=False)
    yield vaults
    for vault in vaults:
        vault.close()


def random_text(length: int) -> str:
    """What PostgreSQL cannot compress."""
    return "".join(Random(1).choices(ascii_lowercase, k=length))


VALUE = random_text(6_000)

FIELDS = "company", "category", "status", "type", "tags", "aliases", "date", "summary"

VALUES = {
    "title": ("n.md", f"# {VALUE}\n\nThe pump hums.\n"),
    "heading": ("n.md", f"# Night\n\n## {VALUE}\n\nThe pump hums.\n"),
    "link": ("n.md", f"# Night\n\nThe pump hums: [[{VALUE}]], [x]({VALUE}.md)\n"),
    "tag in the text": ("n.md", f"# Night\n\nThe pump hums. #{VALUE}\n"),
    "mail": (
        "n.eml",
        f"From: {VALUE}@example.org\nTo: {VALUE}@example.org\n"
        f"Subject: {VALUE}\nMessage-ID: <{VALUE}@example.org>\n"
        f"References: <{VALUE}@example.org>\n\nThe pump hums.\n",
    ),
} | {
    key: ("n.md", f"---\n{key}: {VALUE}\n---\n# Night\n\nThe pump hums.\n")
    for key in FIELDS
}


@pytest.mark.parametrize("name", VALUES)
def test_values_longer_than_a_row_of_an_index_are_indexed(
    tmp_path: Path, values_dsn: str, name: str
) -> None:
    path, text = VALUES[name]
    write_files(tmp_path / "notes", {path: text})
    vault = open_vault(tmp_path / "notes", flags={"store": values_dsn})
    vault.index(embed=False)
    found = vault.search("pump hums", SearchOptions(mode=Mode.KEYWORD)).hits
    assert [hit.path for hit in found] == [path]
    vault.facets("pump")
    vault.complete("tag:", 5)
    vault.index(embed=False)
    vault._store.check()
    vault.close()


def test_a_mail_stays_as_long_as_one_copy_is_left(
    tmp_path: Path, values_dsn: str
) -> None:
    mail = "Message-ID: <1@host>\nFrom: ann@host\nSubject: Owls\n\nHoot.\n"
    write_files(tmp_path / "mails", {"a/owl.eml": mail, "b/owl.eml": mail})
    vault = open_vault(tmp_path / "mails", flags={"store": values_dsn})

    def found() -> list[tuple[str, tuple[str, ...]]]:
        vault.index(embed=False)
        hits = vault.search("owls", SearchOptions(mode=Mode.KEYWORD)).hits
        return [(hit.path, hit.copies) for hit in hits]

    ((first, (copy,)),) = found()
    assert {first, copy} == {"a/owl.eml", "b/owl.eml"}
    (tmp_path / "mails" / first).unlink()
    assert found() == [(copy, ())]
    (tmp_path / "mails" / copy).unlink()
    assert found() == []
    vault._store.check()
    vault.close()


@pytest.fixture(scope="module")
def values_dsn() -> str:
    return new_database("values")


def test_a_path_longer_than_a_row_of_an_index_is_skipped_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    root = tmp_path / "notes"
    write_files(root, {"zebra.md": "# Zebra\n\nStripes.\n"})
    monkeypatch.chdir(root)
    folders = [VALUE[at : at + 220] for at in range(0, 14 * 220, 220)]
    for folder in folders:  # A path has 4,096 bytes at most.
        Path(folder).mkdir()
        os.chdir(folder)
    Path("n.md").write_text("# Night\n")
    mail = "Message-ID: <1@host>\nFrom: ann@host\nSubject: Owls\n\nHoot.\n"
    Path("n.eml").write_text(mail)
    monkeypatch.setenv("RAGTUI_STORE", new_database("paths"))
    monkeypatch.chdir(root)
    for _ in range(2):
        shown(capsys, "index", "--no-embed")
        status = json.loads(shown(capsys, "status", "--json"))
        assert status["documents"] == 1
        for name, skipped in zip(("eml", "md"), status["skipped"], strict=True):
            assert skipped["path"].startswith(folders[0])
            assert skipped["path"].endswith(f"{folders[-1]}/n.{name}")
            assert "can have 2,600: shorten" in skipped["reason"]
        assert "zebra.md" in shown(capsys, "search", "--mode=keyword", "zebra")
    Path(*folders[:7]).rename("short")
    shown(capsys, "index", "--no-embed")
    status = json.loads(shown(capsys, "status", "--json"))
    assert (status["documents"], status["skipped"]) == (3, [])
    assert "Hoot." in shown(capsys, "search", "--mode=keyword", "owls")


def test_machines_with_the_vault_at_different_paths_have_one_index(
    tmp_path: Path,
) -> None:
    dsn = new_database("machines")
    files: dict[str, str | bytes] = {
        f"{n:03}.md": f"# Tree {n}\n\nAn apple tree, number {n}.\n" for n in range(100)
    }
    roots = tmp_path / "one" / "notes", tmp_path / "two" / "copy of notes"
    for root in roots:
        root.parent.mkdir()
        write_files(root, {".ragtui.toml": 'vault_name = "orchard"\n', **files})

    def start(root: Path) -> subprocess.Popen[str]:
        own = {"RAGTUI_STORE": dsn, "RAGTUI_DATA_DIR": str(root.parent / "data")}
        return subprocess.Popen(
            [*command(), "index", "--no-embed", "--json", str(root)],
            env=environment() | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    at_once = [start(root) for root in roots]
    for process in at_once:
        _, reported = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0 or "another process" in reported
    for root in roots:
        process = start(root)
        out, reported = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, reported
        (scan,) = (e for e in events(out) if e["event"] == "scan_finished")
        assert scan["unchanged"] == 100
        vault = open_vault(root, flags={"store": dsn})
        vault._store.check()
        assert vault.coverage.whole().documents == 100
        found = vault.search("apple 7", SearchOptions(mode=Mode.KEYWORD))
        assert found.hits[0].path == "007.md"
        vault.close()
    assert vault_schema(dsn) == "ragtui_orchard"


def in_another_encoding() -> str:
    return new_database("latin", "ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")


SCHEMA = "ragtui_notes"


def of_another_program() -> str:
    sql = f"CREATE SCHEMA {SCHEMA}; CREATE TABLE {SCHEMA}.notes (theirs int)"
    return execute(new_database("others"), sql)


def with_other_columns() -> str:
    sql = f"CREATE SCHEMA {SCHEMA}; CREATE TABLE {SCHEMA}.vault (schema text);"
    sql += f"INSERT INTO {SCHEMA}.vault VALUES ('1.0')"
    return execute(new_database("others"), sql)


def of_a_newer_ragtui() -> str:
    sql = f"CREATE SCHEMA {SCHEMA}; CREATE TABLE {SCHEMA}.vault (schema int);"
    return execute(
        new_database("newer"), f"{sql} INSERT INTO {SCHEMA}.vault VALUES (99)"
    )


@pytest.mark.parametrize(
    ("make_database", "reason"),
    [
        (in_another_encoding, "is in LATIN1, .* create one with ENCODING 'UTF8'"),
        (of_another_program, "is another program's; .* name another database"),
        (with_other_columns, "name another database"),
        (of_a_newer_ragtui, "was written by a newer ragtui .* update ragtui"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
    make_database: Callable[[], str],
    reason: str,
) -> None:
    dsn = make_database()
    before = dump(dsn)
    name = 'vault_name = "notes"\n'
    write_files(tmp_path / "notes", {"a.md": "# Apple\n", ".ragtui.toml": name})
    monkeypatch.chdir(tmp_path / "notes")
    open_vault(".", flags={"store": ""}).index(embed=False)
    monkeypatch.setenv("RAGTUI_STORE", dsn)
    for line in COMMANDS:
        assert main(line.split()) == exit_codes.FAILED, line
        out, reported = capsys.readouterr()
        assert out == ""
        assert re.fullmatch(f"ragtui: .*{reason}.*\n", reported), line
    assert dump(dsn) == before


COMMANDS = (
    *("search apple", "index .", "status", "status --check", "ask apple?"),
    *("embed --workers-for .", "store rights", "store allow public ."),
    *("store copy file server", "store copy server other.db", "show a"),
)


def dump(dsn: str) -> list[tuple[str, ...]]:
    """The names of all that the database's schema has."""
    with psycopg.connect(dsn) as connection:
        return connection.execute(
            "SELECT relname, relkind::text FROM pg_class "
            "WHERE relnamespace = to_regnamespace('ragtui_notes') ORDER BY 1"
        ).fetchall()
