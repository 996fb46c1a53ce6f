"""Questions in another language than the passages that answer them."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from fakes.embedding_server import EmbeddingServer
from ragtui_core import open_vault
from ragtui_core.embedding.cosine_scale import scale_pairs
from ragtui_core.search_results import SearchResult
from support.vaults import MakeVault

GERMAN: dict[str, str | bytes] = {
    "miete.md": "Die Wohnung ist mit einer Frist von drei Monaten zu kündigen, und "
    "die Kaution wird nach der Übergabe von der Verwaltung zurück gezahlt.\n",
    "flug.md": "Der Flug nach London ist mit der Bahn zu verbinden, und die Karte "
    "wird an dem Schalter der Gesellschaft von Hand aus gegeben.\n",
    "garten.md": "Der Garten ist mit einer Hecke von der Straße zu trennen, und die "
    "Bohnen werden nach dem Frost aus dem Haus in die Erde gesetzt.\n",
}
ABOUT_FLATS = ("Wohnung", "flat")


@dataclass
class Meanings(EmbeddingServer):
    """Texts about flats are alike; all others are a little like everything.

    The pairs by which the scale is measured are each about a subject of its own.
    """

    def vector(self, text: str) -> Sequence[float]:
        subjects = [float(text in pair) for pair in scale_pairs()]
        if any(subjects):
            return [0.5, 0.5, *subjects]
        is_about = any(word in text for word in ABOUT_FLATS)
        return [*((1.0, 0.1) if is_about else (0.8, 1.0)), *subjects]


def searched(make_vault: MakeVault, notes: dict[str, str | bytes]) -> SearchResult:
    made = make_vault(notes)
    with Meanings() as server:
        flags = {
            "embedding.model": "server:small",
            "embedding.server.base_url": server.base_url,
        }
        with closing(open_vault(made.root, flags=flags)) as vault:
            vault.index()
            return vault.search("how do I leave the flat in London")


def test_a_name_does_not_outweigh_the_meaning(make_vault: MakeVault) -> None:
    assert searched(make_vault, GERMAN).hits[0].path == "miete.md"
