"""Measures a vault under other settings, for the tuner."""

import dataclasses
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ragtui_core import Mode, SearchOptions, Vault
from ragtui_core.settings import Settings
from ragtui_eval.metrics import ndcg
from ragtui_eval.query_set import EvaluationQuery, QuerySet
from ragtui_eval.vault_systems import SYSTEMS

CUTOFF = 10
"""nDCG@10 is what is tuned for."""

Index = Callable[[Vault], None]
"""Updates a vault's index, and reports progress."""


class VaultMeasure:
    """nDCG@10 of each answerable query, 0..1, under given settings."""

    def __init__(
        self, vault: Vault, queries: QuerySet, system: str, index: Index, folder: Path
    ) -> None:
        """Ask `queries` of `vault`.

        Args:
            vault: Indexed, as it is now.
            queries: What is asked; unanswerable queries are passed over.
            system: A key of SYSTEMS.
            index: Called for a vault whose chunks the settings change.
            folder: Where the indexes of such vaults lie.
        """
        self._vault = vault
        self._queries = [query for query in queries.queries if not query.unanswerable]
        self._system = system
        self._index = index
        self._folder = folder

    def __call__(self, settings: Mapping[str, Any]) -> list[float]:
        """The values, in the order of the answerable queries."""
        changed = with_values(self._vault.settings, settings)
        chunking = changed.chunking
        place = None
        if chunking != self._vault.settings.chunking:
            name = hashlib.sha256(f"{self._vault.root} {chunking}".encode()).hexdigest()
            place = self._folder / f"tuning-{name[:16]}.db"
        vault = self._vault.under(changed, db=place)
        try:
            if place:
                self._index(vault)
            return [self._value(vault, query) for query in self._queries]
        finally:
            vault.close()

    def _value(self, vault: Vault, query: EvaluationQuery) -> float:
        mode, fusion = SYSTEMS[self._system]
        options = SearchOptions(
            mode=Mode(mode), fusion=fusion, filters=query.filters, at=query.at
        )
        ranked, _ = vault.rank(query.text, options, depth=CUTOFF)
        return ndcg([found.path for found in ranked], query.relevant, CUTOFF)


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with dotted keys set to other values."""
    for key, value in values.items():
        settings = _with_value(settings, key.split("."), value)
    return settings


def _with_value(table: Any, keys: list[str], value: Any) -> Any:
    first, *rest = keys
    if rest:
        value = _with_value(getattr(table, first), rest, value)
    return dataclasses.replace(table, **{first: value})


def values_of(settings: Settings, keys: Mapping[str, Any]) -> dict[str, Any]:
    """The present values of dotted keys."""
    found: dict[str, Any] = {}
    for key in keys:
        value: Any = settings
        for part in key.split("."):
            value = getattr(value, part)
        found[key] = value
    return found
