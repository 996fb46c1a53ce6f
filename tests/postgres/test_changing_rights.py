"""Rights of teams that are given, taken back, kept and copied."""

from pathlib import Path

import pytest

from ragtui_core import SearchOptions
from ragtui_core.errors import StorageError
from support.postgres_server import execute, new_database
from support.teams import NOTES, TEAMS, Teams
from support.vaults import Files, write_files

pytestmark = pytest.mark.postgres


def test_rights_are_given_and_taken_back(teams: Teams) -> None:
    team = TEAMS[0]
    vault = teams.restricted(team)
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
    alone = teams.restricted(one)
    execute(
        teams.dsn,
        "DROP ROLE IF EXISTS web",
        "CREATE ROLE web LOGIN",
        f"GRANT {one}, {other} TO web",
    )
    both = sorted({*teams.readable[one], *teams.readable[other]})
    assert both != teams.readable[one]
    wanted = alone.search("report", SearchOptions(limit=300, explain=True))
    for user, chosen, readable in (
        ("web", "", both),
        ("web", one, teams.readable[one]),
        ("owner", one, teams.readable[one]),
    ):
        option = f" options='-c role={chosen}'" if chosen else ""
        vault = teams.open(f"{teams.dsn} user={user}{option}", alone.root)
        assert vault.documents.paths() == readable
        if chosen:
            found = vault.search("report", SearchOptions(limit=300, explain=True))
            assert found == wanted
        vault.close()
    alone.close()


def test_a_right_that_is_taken_back_counts_at_once(teams: Teams) -> None:
    one, other = TEAMS[:2]
    alone = teams.restricted(one)
    options = SearchOptions(limit=300, explain=True)
    before = alone.search("report", options)
    execute(teams.dsn, f"GRANT {other} TO {one}")
    assert len(alone.search("report", options).hits) > len(before.hits)
    execute(teams.dsn, f"REVOKE {other} FROM {one}")
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
