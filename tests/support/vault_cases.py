"""Small vaults with rows of what is expected of them, from TOML files.

A file has an array `vault`. Each vault has a `fact`, which names its test, its `notes`
by path, and `rows`, whose form the kind of cases says. `today` is the day of the rows;
with `embed`, the index has vectors. `floor` is the share of rows that must be as
expected, 1 unless they are sentences of readers.
"""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

import pytest

from ragtui_core import Vault
from support.extensions import needs_files
from support.vaults import indexed_vault

TODAY = date(2026, 11, 27)


@dataclass(frozen=True)
class Cases(ABC):
    """A vault, and what is expected of it."""

    fact: str
    notes: Mapping[str, str]
    rows: str
    today: date = TODAY
    embed: bool = False
    floor: float = 1.0

    def opened(self, root: Path) -> AbstractContextManager[Vault]:
        """The vault in a folder, indexed; closed with the block."""
        return indexed_vault(
            root, self.notes, embed=self.embed, today=lambda: self.today
        )

    @abstractmethod
    def misses(self, vault: Vault) -> tuple[list[str], int]:
        """The expectations that are not met, and the number of rows."""


Kind = TypeVar("Kind", bound=Cases)


def cases_in(folder: Path, kind: type[Kind]) -> list[Kind]:
    """The vaults of all files of a folder."""
    return [
        kind(**vault)
        for file in sorted(folder.glob("*.toml"))
        for vault in tomllib.loads(file.read_text("utf-8"))["vault"]
    ]


def cases_test(folder: Path, kind: type[Cases]) -> Callable[..., None]:
    """A test of the vaults of a folder; those with other files need their readers."""

    def marks(cases: Cases) -> list[pytest.MarkDecorator]:
        is_text = {Path(name).suffix for name in cases.notes} <= {".md", ".txt"}
        return [] if is_text else [needs_files]

    @pytest.mark.parametrize(
        "cases",
        [
            pytest.param(cases, id=cases.fact, marks=marks(cases))
            for cases in cases_in(folder, kind)
        ],
    )
    def test(cases: Cases, tmp_path: Path) -> None:
        with cases.opened(tmp_path) as vault:
            misses, number = cases.misses(vault)
        assert len(misses) <= (1 - cases.floor) * number, "\n".join(misses)

    return test
