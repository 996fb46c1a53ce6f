"""Teams read their folders: nothing from others comes through any call."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict, is_dataclass
from typing import Any

import psycopg
import pytest

from ragtui_core import Citation, Mode, SearchOptions, Text, Vault
from ragtui_core.store.names.folded_names import NamePattern
from ragtui_core.text.folding import name_key
from ragtui_core.types import ChunkId
from support.postgres_server import execute
from support.teams import COMMON, NOTES, TEAMS, Teams

pytestmark = pytest.mark.postgres

TABLES = (
    "document", "chunk", "tag", "link", "heading", "skipped", "embedding", "vault"
)  # fmt: skip


def queries(team: str) -> list[str]:
    """Lines about readable and other notes alike."""
    chooser = random.Random(team)
    found = ["report", "pump repaired", '"old harbour"', "rep*", "tag:shared winter"]
    for path in chooser.sample(sorted(NOTES), 3):
        text = NOTES[path]
        words = [w for w in re.findall(r"[a-z]{8}", text) if w not in COMMON.split()]
        word, other = chooser.sample(words, 2)
        title = re.findall("title: (.*)", text)[0]
        folder, _, name = path.rpartition("/")
        found += [
            word,
            f"{word[:-1]} {other}",  # to be corrected
            f"{word} report",
            f"{word[:5]}*",
            f'"{title}"',
            title,
            f"+{word} -{other}",
            name.removesuffix(".md"),
            f"folder:{folder} pump",
            f"tag:{re.findall('tags: .([a-z]+)', text)[0]}",
            f"company:{re.findall('company: (.*)', text)[0]} winter",
            re.findall("aliases: .([a-z]+)", text)[0],
        ]
    return found


def plain(value: Any) -> Any:
    """A result of any call as JSON has it."""

    def known(each: Any) -> Any:
        if is_dataclass(each) and not isinstance(each, type):
            return asdict(each)
        return sorted(map(str, each)) if isinstance(each, set) else str(each)

    return json.loads(json.dumps(value, default=known))


def near(text: str) -> object:
    return pytest.approx(float(text), rel=1e-6, abs=1e-9)


def searches(vault: Vault, team: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(queries(team)):
        for mode in Mode if number % 4 == 0 else (Mode.KEYWORD,):
            options = SearchOptions(mode=mode, explain=True, limit=8)
            yield f"{mode} {line}", vault.search(line, options)
        yield f"facets {line}", vault.facets(line)


def everything_else(vault: Vault, team: str) -> Iterator[tuple[str, Any]]:
    """The other public calls that read the index."""
    differing = dict.fromkeys(("index_bytes", "index_path", "last_indexed"))
    yield "coverage", plain(asdict(vault.coverage.whole())) | differing
    yield "paths", vault.documents.paths()
    yield "recent", vault.documents.recent(300)
    yield "headings", vault.links.headings("", 1000)
    yield "notes", [each.path for each in vault.links.notes()]
    yield "tagged", vault.links.tagged("shared", 300)
    for line in ("tag:", "folder:", "company:", "year:", "kind:", "re", "folder:b"):
        yield f"complete {line}", vault.complete(line, len(line))
    for path in random.Random(team).sample(sorted(NOTES), 15):
        name = path.rpartition("/")[2].removesuffix(".md")
        folder = path.split("/")[-2]
        yield f"nearest {name}", vault.links.nearest_notes(name)
        yield (
            f"found {name}",
            [each[0].path for each in vault.links.find_notes(name, 9)],
        )
        yield f"backlinks {folder}", vault.links.backlinks(path)
        yield f"resolved {folder}", str(vault.links.resolve(folder, "a.md"))
        yield f"quoted {name}", vault.quotations.verify_all(f'"{NOTES[path][-60:]}"')
    for path in vault.documents.paths()[:10]:
        yield f"related {path}", vault.links.related(path)
        yield f"backlinks {path}", vault.links.backlinks(path)
    for question in queries(team)[5::12][:4]:
        yield f"ask {question}", asyncio.run(answer(vault, f"What is {question}?"))


async def answer(vault: Vault, question: str) -> list[Any]:
    return [
        asdict(event)
        async for event in vault.ask(question)
        if isinstance(event, Text | Citation)
    ]


@pytest.mark.parametrize("team", TEAMS)
def test_a_team_reads_an_index_of_its_files_alone(teams: Teams, team: str) -> None:
    restricted, alone = teams.vaults(team)
    for calls in (searches, everything_else):
        for (name, found), (_, expected) in zip(
            calls(restricted, team), calls(alone, team), strict=True
        ):
            wanted = json.loads(json.dumps(plain(expected)), parse_float=near)
            assert plain(found) == wanted, name
    restricted.close()
    alone.close()


@pytest.mark.parametrize("team", TEAMS)
def test_what_a_team_reads_by_number_is_not_there(teams: Teams, team: str) -> None:
    vault = teams.restricted(team)
    numbers = [ChunkId(n) for n in range(3_000)]
    with vault._store.reader() as reader:
        found = [
            reader.chunks(numbers),
            reader.candidate_info(numbers),
            reader.keywords.terms_in(numbers),
            reader.keywords.terms_from(""),
            reader.documents.files(),
            reader.documents.versions(),
            reader.names.of(sorted(NOTES)),
            reader.names.with_keys([name_key(path) for path in sorted(NOTES)]),
            list(reader.names.matching(NamePattern())),
            [reader.chunks_of(path) for path in sorted(NOTES)],
            [reader.documents.tags_of(path) for path in sorted(NOTES)],
            reader.links.all_headings(),
            [reader.links.of_document(path) for path in sorted(NOTES)],
            reader.titles.abbreviated("b"),
        ]
        assert len(reader.vectors.of(numbers)) == len(reader.chunks(numbers))
    assert leaked(teams, team, repr(found)) == set()
    vault.close()


def leaked(teams: Teams, team: str, text: str) -> set[str]:
    return teams.forbidden(team) & set(re.findall("[a-z]{4,}", text))


def read_by_sql(teams: Teams, team: str) -> str:
    """All rows that a team can select from the tables."""
    rows: list[Any] = []
    with psycopg.connect(f"{teams.dsn} user={team}", autocommit=True) as connection:
        for table in TABLES:
            rows += connection.execute(f"SELECT * FROM ragtui_all.{table}").fetchall()
        chunks = connection.execute(
            "SELECT count(*) FROM ragtui_all.embedding"
        ).fetchall()
        rows += connection.execute(
            "SELECT * FROM ragtui_all.words_with(%s::tsquery, NULL)",
            (" | ".join(sorted(teams.forbidden(team) | set(COMMON.split()))),),
        ).fetchall()
    return f"{rows} {chunks}"


@pytest.mark.parametrize("team", TEAMS)
def test_sql_shows_a_team_nothing_else(teams: Teams, team: str) -> None:
    assert leaked(teams, team, read_by_sql(teams, team)) == set()
    with psycopg.connect(f"{teams.dsn} user={team}", autocommit=True) as connection:
        for statement in (
            "SELECT * FROM ragtui_all.term",
            "SELECT * FROM ragtui_all.corpus",
            "SELECT * FROM ragtui_all.readable",
            "DELETE FROM ragtui_all.document",
            "UPDATE ragtui_all.vault SET restricted = false",
            f"INSERT INTO ragtui_all.readable VALUES ('{team}', '')",
            "ALTER TABLE ragtui_all.document DISABLE ROW LEVEL SECURITY",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


@pytest.mark.parametrize(
    "table", ["document", "chunk", "tag", "link", "heading", "embedding"]
)
def test_each_policy_is_needed(teams: Teams, table: str) -> None:
    def changed(to: str) -> None:
        execute(teams.dsn, f"ALTER TABLE ragtui_all.{table} {to} ROW LEVEL SECURITY")

    before = read_by_sql(teams, TEAMS[0])
    changed("DISABLE")
    try:
        assert read_by_sql(teams, TEAMS[0]) != before
    finally:
        changed("ENABLE")
    assert read_by_sql(teams, TEAMS[0]) == before
