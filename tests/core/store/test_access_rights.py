"""Teams read their folders: nothing from others comes through any call."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from ragtui_core import Citation, Mode, SearchOptions, Text, open_vault
from ragtui_core.errors import StorageError
from ragtui_core.text.stemming import stems
from ragtui_core.types import ChunkId
from support.postgres_server import new_database
from support.vaults import Files, write_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ragtui_core.vault import Vault

pytestmark = pytest.mark.postgres

FOLDERS = 200
TEAMS = [f"team{n}" for n in range(4)]
TABLES = (
    "document", "chunk", "tag", "link", "heading", "skipped", "embedding", "vault"
)  # fmt: skip

_SYLLABLES = ("ba", "ke", "di", "fo", "gu", "ha", "li", "mo", "ne", "pu", "ra", "si")
_COMMON = (
    "the report says that our pump was checked and repaired by two engineers in the "
    "old harbour before winter while no one measured pressure temperature or flow"
)


def a_word(chooser: random.Random) -> str:
    return "".join(chooser.choices(_SYLLABLES, k=4))


def notes() -> dict[str, str]:
    """A note in each of the folders, with words that no other has."""
    chooser = random.Random(20261123)
    folders: list[str] = []
    while len(folders) < FOLDERS:
        above = chooser.choice(["", *(f"{each}/" for each in folders)])
        folders.append(f"{above}{a_word(chooser)}")
    found = {}
    for folder in folders:
        names = [a_word(chooser) for _ in range(9)]
        other = chooser.choice(folders)
        text = " ".join(
            chooser.choices([*_COMMON.split(), *names[4:]], k=chooser.randint(30, 90))
        )
        found[f"{folder}/{names[0]}.md"] = (
            f"---\ntitle: {names[1]} {names[2]}\ntags: [{names[3]}, shared]\n"
            f"aliases: [{names[4]}]\ncompany: {names[5]}\n---\n\n"
            f"# {names[1]} {names[2]}\n\n{text}. "
            f"See [[{other.rpartition('/')[2]}]].\n\n"
            f"## {names[6]}\n\nThe {names[7]} is [here]({names[8]}.md). {text[::2]}\n"
        )
    return found


NOTES = notes()


def analyze(dsn: str) -> None:
    """Give the planner its statistics, as the server does within a minute."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("ANALYZE")


class Teams:
    """One vault with everything, and of each team one with what it may read."""

    def __init__(self, folder: Path) -> None:
        self.dsn, self.reference = (new_database(f"rights_{n}") for n in "ab")
        self._folder = folder
        files: Files = {".ragtui.toml": 'vault_name = "all"\n', **NOTES}
        write_files(folder / "all", files)
        self.owner = self.open(self.dsn, folder / "all")
        self.owner.index()
        chooser = random.Random(1)
        paths = sorted(NOTES)
        self.readable: dict[str, list[str]] = {}
        self.rights = self.owner.access_rights
        for team in TEAMS:
            with psycopg.connect(self.dsn, autocommit=True) as connection:
                connection.execute(f"DROP ROLE IF EXISTS {team}")
                connection.execute(f"CREATE ROLE {team} LOGIN")
            allowed = {
                path.rpartition("/")[0]
                for path in chooser.sample(paths, chooser.randint(3, 25))
            }
            for each in allowed:
                self.rights.allow(team, each)
            self.readable[team] = [
                path
                for path in paths
                if any(path.startswith(f"{each}/") for each in allowed)
            ]

        analyze(self.dsn)

    def open(self, dsn: str, root: Path) -> Vault:
        return open_vault(root, flags={"store": dsn, "log.answers": False})

    def folder_of(self, team: str) -> Path:
        """The files that a team has: those that it may read."""
        root = self._folder / team / "all"
        for path in self.readable[team]:
            copy = root / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self._folder / "all" / path, copy)
        (root / ".ragtui.toml").write_text(f'vault_name = "{team}"\n')
        return root

    def vaults(self, team: str) -> tuple[Vault, Vault]:
        """The vault as a team reads it, and an index of its files alone."""
        root = self.folder_of(team)
        alone = self.open(self.reference, root)
        alone.index()
        analyze(self.reference)
        (root / ".ragtui.toml").write_text('vault_name = "all"\n')
        return self.open(f"{self.dsn} user={team}", root), alone

    def forbidden(self, team: str) -> set[str]:
        """Words of files that a team may not read, and of no other.

        The index also has the stems of words that the team may read.
        """
        readable = {path: NOTES[path] for path in self.readable[team]}
        known = words_of(readable)
        stemmed = {stem for _, stem in stems(" ".join(known))}
        return words_of(NOTES) - known - stemmed - set(TEAMS)


def words_of(files: dict[str, str]) -> set[str]:
    """All words of four letters or more, and the words of paths."""
    return set(re.findall(r"[a-z]{4,}", " ".join([*files, *files.values()])))


@pytest.fixture(scope="session")
def teams(tmp_path_factory: pytest.TempPathFactory) -> Teams:
    return Teams(tmp_path_factory.mktemp("rights"))


def queries(team: str) -> list[str]:
    """Lines about readable and other notes alike."""
    chooser = random.Random(team)
    found = ["report", "pump repaired", '"old harbour"', "rep*", "tag:shared winter"]
    for path in chooser.sample(sorted(NOTES), 3):
        text = NOTES[path]
        words = [w for w in re.findall(r"[a-z]{8}", text) if w not in _COMMON.split()]
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
    yield "tags", vault.links.tags()
    yield "companies", vault.links.field_values("company")
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
    restricted = teams.open(f"{teams.dsn} user={team}", teams.folder_of(team).parent)
    restricted.close()
    root = teams.folder_of(team)
    (root / ".ragtui.toml").write_text('vault_name = "all"\n')
    vault = teams.open(f"{teams.dsn} user={team}", root)
    numbers = [ChunkId(n) for n in range(3_000)]
    with vault._store.reader() as reader:
        found = [
            reader.chunks(numbers),
            reader.places(numbers),
            reader.keywords.terms_in(numbers),
            reader.keywords.terms_from(""),
            reader.files(),
            reader.folders(),
            reader.versions(),
            reader.names(sorted(NOTES)),
            [reader.chunks_of(path) for path in sorted(NOTES)],
            [reader.tags_of(path) for path in sorted(NOTES)],
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
            rows += connection.execute(f"SELECT * FROM ragtui.{table}").fetchall()
        chunks = connection.execute("SELECT count(*) FROM ragtui.embedding").fetchall()
        rows += connection.execute(
            "SELECT term FROM ragtui.readable_terms(1, 0, '', '\U0010ffff')"
        ).fetchall()
    return f"{rows} {chunks}"


@pytest.mark.parametrize("team", TEAMS)
def test_sql_shows_a_team_nothing_else(teams: Teams, team: str) -> None:
    assert leaked(teams, team, read_by_sql(teams, team)) == set()
    with psycopg.connect(f"{teams.dsn} user={team}", autocommit=True) as connection:
        for statement in (
            "SELECT * FROM ragtui.posting",
            "SELECT * FROM ragtui.term",
            "SELECT * FROM ragtui.corpus",
            "SELECT * FROM ragtui.readable",
            "DELETE FROM ragtui.document",
            "UPDATE ragtui.vault SET restricted = false",
            f"INSERT INTO ragtui.readable VALUES (1, '{team}', '')",
            "ALTER TABLE ragtui.document DISABLE ROW LEVEL SECURITY",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


@pytest.mark.parametrize(
    "table", ["document", "chunk", "tag", "link", "heading", "embedding"]
)
def test_each_policy_is_needed(teams: Teams, table: str) -> None:
    def changed(to: str) -> None:
        with psycopg.connect(teams.dsn, autocommit=True) as connection:
            connection.execute(f"ALTER TABLE ragtui.{table} {to} ROW LEVEL SECURITY")

    before = read_by_sql(teams, TEAMS[0])
    changed("DISABLE")
    try:
        assert read_by_sql(teams, TEAMS[0]) != before
    finally:
        changed("ENABLE")
    assert read_by_sql(teams, TEAMS[0]) == before


def test_rights_are_given_and_taken_back(teams: Teams) -> None:
    team = TEAMS[0]
    root = teams.folder_of(team)
    (root / ".ragtui.toml").write_text('vault_name = "all"\n')
    vault = teams.open(f"{teams.dsn} user={team}", root)
    before = vault.documents.paths()
    assert before == teams.readable[team]
    teams.rights.allow(team, "")
    assert vault.documents.paths() == sorted(NOTES)
    assert len(vault.search("report", SearchOptions(limit=300)).hits) > len(before)
    assert teams.rights.deny(team, "")
    assert not teams.rights.deny(team, "")
    assert vault.documents.paths() == before
    vault.close()


def test_a_rebuild_keeps_the_rights(teams: Teams, tmp_path: Path) -> None:
    files: Files = {"a/x.md": "# X\n", "b/y.md": "# Y\n"}
    write_files(tmp_path / "v", {".ragtui.toml": 'vault_name = "small"\n', **files})
    owner = teams.open(teams.dsn, tmp_path / "v")
    owner.index(embed=False)
    owner.access_rights.allow(TEAMS[0], "a")
    before = owner.access_rights.listed()
    owner.back_up_index()
    assert owner.access_rights.listed() == before
    owner.index(embed=False)
    vault = teams.open(f"{teams.dsn} user={TEAMS[0]}", tmp_path / "v")
    assert vault.documents.paths() == ["a/x.md"]
    vault.close()
    owner.close()


def test_a_chosen_role_counts(teams: Teams) -> None:
    one, other = TEAMS[:2]
    root = teams.folder_of(one)
    (root / ".ragtui.toml").write_text('vault_name = "all"\n')
    with psycopg.connect(teams.dsn, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS web")
        connection.execute("CREATE ROLE web LOGIN")
        connection.execute(f"GRANT {one}, {other} TO web")
    both = sorted({*teams.readable[one], *teams.readable[other]})
    assert both != teams.readable[one]
    alone = teams.open(f"{teams.dsn} user={one}", root)
    wanted = alone.search("report", SearchOptions(limit=300, explain=True))
    for user, chosen, readable in (
        ("web", "", both),
        ("web", one, teams.readable[one]),
        ("owner", one, teams.readable[one]),
    ):
        option = f" options='-c role={chosen}'" if chosen else ""
        vault = teams.open(f"{teams.dsn} user={user}{option}", root)
        assert vault.documents.paths() == readable
        if chosen:
            found = vault.search("report", SearchOptions(limit=300, explain=True))
            assert found == wanted
        vault.close()
    alone.close()


def test_a_right_that_is_taken_back_counts_at_once(teams: Teams) -> None:
    one, other = TEAMS[:2]
    root = teams.folder_of(one)
    (root / ".ragtui.toml").write_text('vault_name = "all"\n')
    alone = teams.open(f"{teams.dsn} user={one}", root)
    options = SearchOptions(limit=300, explain=True)
    before = alone.search("report", options)
    with psycopg.connect(teams.dsn, autocommit=True) as connection:
        connection.execute(f"GRANT {other} TO {one}")
        assert len(alone.search("report", options).hits) > len(before.hits)
        connection.execute(f"REVOKE {other} FROM {one}")
    assert alone.search("report", options) == before
    alone.close()


def test_a_copy_to_another_server_has_the_rights(teams: Teams, tmp_path: Path) -> None:
    files: Files = {"a/x.md": "# X\n", "b/y.md": "# Y\n"}
    write_files(tmp_path / "v", {".ragtui.toml": 'vault_name = "moved"\n', **files})
    source = teams.open(teams.dsn, tmp_path / "v")
    source.index(embed=False)
    source.access_rights.allow(TEAMS[0], "a")
    dsn = new_database("rights_copy")
    target = teams.open(dsn, tmp_path / "v")
    target.copy_index(source)
    assert target.access_rights.listed() == source.access_rights.listed()
    vault = teams.open(f"{dsn} user={TEAMS[0]}", tmp_path / "v")
    assert vault.documents.paths() == ["a/x.md"]
    source.access_rights.deny(TEAMS[0], "a")
    source.access_rights.allow(TEAMS[0], "b")
    target.copy_index(source)
    assert target.access_rights.listed() == source.access_rights.listed()
    assert vault.documents.paths() == ["b/y.md"]
    for each in (vault, target, source):
        each.close()


def test_a_role_that_is_not_there_is_named(teams: Teams) -> None:
    with pytest.raises(StorageError, match="no role 'nobody_here'"):
        teams.rights.allow("nobody_here", "")


def test_a_team_cannot_give_rights(teams: Teams) -> None:
    team = TEAMS[0]
    vault = teams.open(f"{teams.dsn} user={team}", teams._folder / "all")
    with pytest.raises(StorageError, match="may not"):
        vault.access_rights.allow(team, "")
    vault.close()
