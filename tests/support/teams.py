"""One vault in PostgreSQL, and teams that may read some of its folders."""

import random
import re
import shutil
from pathlib import Path

from ragtui_core import Vault, open_vault
from ragtui_core.text.stemming import stems
from support.postgres_server import execute, new_database
from support.vaults import Files, write_files

FOLDERS = 200
TEAMS = [f"team{n}" for n in range(4)]

_SYLLABLES = ("ba", "ke", "di", "fo", "gu", "ha", "li", "mo", "ne", "pu", "ra", "si")
COMMON = (
    "the report says that our pump was checked and repaired by two engineers in the "
    "old harbour before winter while no one measured pressure temperature or flow"
)


def _word(chooser: random.Random) -> str:
    return "".join(chooser.choices(_SYLLABLES, k=4))


def _notes() -> dict[str, str]:
    """A note in each of the folders, with words that no other has."""
    chooser = random.Random(20261123)
    folders: list[str] = []
    while len(folders) < FOLDERS:
        above = chooser.choice(["", *(f"{each}/" for each in folders)])
        folders.append(f"{above}{_word(chooser)}")
    found = {}
    for folder in folders:
        names = [_word(chooser) for _ in range(9)]
        other = chooser.choice(folders)
        text = " ".join(
            chooser.choices([*COMMON.split(), *names[4:]], k=chooser.randint(30, 90))
        )
        found[f"{folder}/{names[0]}.md"] = (
            f"---\ntitle: {names[1]} {names[2]}\ntags: [{names[3]}, shared]\n"
            f"aliases: [{names[4]}]\ncompany: {names[5]}\n---\n\n"
            f"# {names[1]} {names[2]}\n\n{text}. "
            f"See [[{other.rpartition('/')[2]}]].\n\n"
            f"## {names[6]}\n\nThe {names[7]} is [here]({names[8]}.md). {text[::2]}\n"
        )
    return found


NOTES = _notes()


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
            execute(
                self.dsn, f"DROP ROLE IF EXISTS {team}", f"CREATE ROLE {team} LOGIN"
            )
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
        _analyze(self.dsn)

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
        _analyze(self.reference)
        return self.restricted(team), alone

    def restricted(self, team: str) -> Vault:
        """The vault as a team reads it, with the files that it may read."""
        root = self.folder_of(team)
        (root / ".ragtui.toml").write_text('vault_name = "all"\n')
        return self.open(f"{self.dsn} user={team}", root)

    def forbidden(self, team: str) -> set[str]:
        """Words of files that a team may not read, and of no other.

        The index also has the stems of words that the team may read.
        """
        readable = {path: NOTES[path] for path in self.readable[team]}
        known = _words_of(readable)
        stemmed = {stem for _, stem in stems(" ".join(known))}
        return _words_of(NOTES) - known - stemmed - set(TEAMS)


def _analyze(dsn: str) -> None:
    """Give the planner its statistics, as the server does within a minute."""
    execute(dsn, "ANALYZE")


def _words_of(files: dict[str, str]) -> set[str]:
    """All words of four letters or more, and the words of paths."""
    return set(re.findall(r"[a-z]{4,}", " ".join([*files, *files.values()])))
