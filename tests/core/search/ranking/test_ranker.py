"""Candidates on their way to the slots of a result."""

from datetime import date

from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query.readings import parse_search_line
from ragtui_core.search.query.search_request import make_request
from ragtui_core.search.ranking.ranker import Ranker
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.settings import SearchSettings
from ragtui_core.types import ChunkId, Mode
from support.vaults import MakeVault


def test_a_chunk_that_vanished_is_left_out(make_vault: MakeVault) -> None:
    vault = make_vault({"pump.md": "# Pump\n\nA pump.\n"})
    vault.index(embed=False)
    settings, today = SearchSettings(), date(2026, 3, 31)
    parsed = parse_search_line("pump", SearchOptions(), today, settings)
    with vault._store.reader() as reader:
        request = make_request(parsed, reader)
        ranker = Ranker(reader, settings, request, None, {})
        evidence = {
            ChunkId(1): Evidence(1.0, None, 0.5),
            ChunkId(999): Evidence(1.0, None, 0.9),
        }
        found = ranker.rank(evidence, KeywordResult(), Mode.KEYWORD)
    assert [slot.chunk for slot in found.slots] == [ChunkId(1)]
