"""The head of a table in each of its chunks, and encoded data in none."""

import base64
import random

import pytest

from ragtui_core.chunking import chunk_document
from ragtui_core.citations.passages import passages_of
from ragtui_core.settings import ChunkingSettings, ChunkingStrategy
from support.notes import count_words, parse

RULE = "|---|---|\n"


def table(*heads: str, rows: int = 60) -> str:
    body = "".join(f"| {heads[0][0]}{row} | {row} |\n" for row in range(rows))
    return f"| {' | '.join(heads)} |\n{RULE}{body}"


TEXT = (
    "# Register\n\n" + table("Meter", "kWh") + "\n" + table("Lamp", "Watt") + "\nEnd.\n"
)


@pytest.mark.parametrize(
    "strategy", [ChunkingStrategy.HEADING, ChunkingStrategy.SENTENCE]
)
def test_each_chunk_of_a_table_has_its_head(strategy: ChunkingStrategy) -> None:
    settings = ChunkingSettings(strategy=strategy, max_tokens=60)
    document = parse(TEXT)
    chunks = chunk_document(document, settings, count_words)
    assert len(chunks) > 8
    for chunk in chunks:
        assert chunk.text == chunk.span.of(document.text)
        own = "Meter" if "| M" in chunk.text else "Lamp"
        is_first = chunk.text.startswith(("# ", "| Meter", "| Lamp"))
        expected = "" if is_first or chunk.text == "End." else own
        assert (expected in chunk.head) if expected else chunk.head == ""


def test_a_long_head_is_cut_after_a_cell() -> None:
    document = parse(table("Meter", "kWh " * 200))
    (_, *others) = chunk_document(
        document, ChunkingSettings(max_tokens=300, min_tokens=0), count_words
    )
    assert {len(chunk.head) <= 400 for chunk in others} == {True}


def test_rows_of_two_tables_without_text_between_have_their_own_heads() -> None:
    heads = {
        passage.span.of(TEXT): passage.column_heads
        for passage in passages_of(parse(TEXT))
    }
    assert heads["| M7 | 7 |"] == "| Meter | kWh |"
    assert heads["| L7 | 7 |"] == "| Lamp | Watt |"


DATA = base64.b64encode(random.Random(7).randbytes(9_000)).decode()


@pytest.mark.parametrize("strategy", ChunkingStrategy)
def test_data_is_in_no_chunk(strategy: ChunkingStrategy) -> None:
    text = (
        f"# Boiler\n\nGreen ![it](data:image/png;base64,{DATA}) and new.\n\n"
        f"```compressed-json\n{DATA}\n```\n\n{DATA}\n\nThe end.\n"
    )
    document = parse(text)
    settings = ChunkingSettings(strategy=strategy)
    chunks = chunk_document(document, settings, count_words)
    words = " ".join(chunk.text for chunk in chunks).split()
    assert words[:4] == ["#", "Boiler", "Green", "![it]"]
    assert words[-2:] == ["The", "end."]
    assert len(chunks) <= 8
    assert len(words) < 20
    for chunk in chunks:
        assert len(chunk.text) == len(chunk.span)
    quoted = [passage.span.of(text) for passage in passages_of(document)]
    assert "and new." in quoted
    assert not any(DATA[100:200] in passage for passage in quoted)


def test_a_note_of_data_alone_has_a_chunk_for_its_name() -> None:
    (chunk,) = chunk_document(parse(f"{DATA}\n"), ChunkingSettings(), count_words)
    assert not chunk.text.strip()
