"""The other strategies, and what all have in common."""

from itertools import pairwise

import pytest

from ragtui_core.chunking import chunk_document
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.settings import ChunkingSettings, ChunkingStrategy
from ragtui_core.types import Chunk, Lines
from support.notes import count_words, parse

FIXED, SENTENCE, WHOLE, HEADING = (
    ChunkingStrategy.FIXED,
    ChunkingStrategy.SENTENCE,
    ChunkingStrategy.WHOLE,
    ChunkingStrategy.HEADING,
)
NUMBERS = " ".join(f"n{number}" for number in range(100))


def chunks(text: str, strategy: ChunkingStrategy, **sizes: int) -> list[Chunk]:
    settings = ChunkingSettings(strategy=strategy, **sizes)
    return list(chunk_document(parse(text), settings, count_words))


def contents(text: str, strategy: ChunkingStrategy, **sizes: int) -> list[str]:
    return [chunk.span.of(text) for chunk in chunks(text, strategy, **sizes)]


def test_windows_overlap_by_as_much_as_asked() -> None:
    windows = [
        part.split()
        for part in contents(NUMBERS, FIXED, max_tokens=20, overlap_tokens=5)
    ]
    assert windows[0] == NUMBERS.split()[:20]
    for before, after in pairwise(windows):
        assert before[-5:] == after[:5]
    assert windows[-1][-1] == "n99"


@pytest.mark.parametrize("overlap", [20, 1000])
def test_windows_overlap_by_half_at_most(overlap: int) -> None:
    parts = contents(NUMBERS, FIXED, max_tokens=20, overlap_tokens=overlap)
    assert len(parts) == 9


def test_windows_are_cut_at_words() -> None:
    text = "one, two; " * 50
    assert {part.split()[0] for part in contents(text, FIXED, max_tokens=17)} <= {
        "one,",
        "two;",
    }


def test_sentences_are_packed_across_sections() -> None:
    text = "# A\n\nOne two. Three four.\n\n# B\n\n" + "Five six seven. " * 20
    parts = contents(text, SENTENCE, max_tokens=30)
    assert parts[0].startswith("# A\n\nOne two. Three four.\n\n# B\n\nFive")
    assert all(part.endswith(".") for part in parts)


def test_whole_is_the_body_however_long() -> None:
    text = f"---\ntitle: T\n---\n\n# A\n\n{NUMBERS}\n\n"
    [part] = contents(text, WHOLE, max_tokens=16)
    assert part == f"# A\n\n{NUMBERS}"


def test_a_chunk_across_sections_has_the_path_they_share() -> None:
    text = "# A\n\n## B\n\nb\n\n## C\n\nc\n"
    assert chunks(text, WHOLE)[0].heading_path == ("A",)
    assert chunks("# A\n\n# B\n", WHOLE)[0].heading_path == ("A",)
    assert chunks("a\n\n# B\n", WHOLE)[0].heading_path == ()


@pytest.mark.parametrize("strategy", ChunkingStrategy)
def test_without_a_body_front_matter_is_the_chunk(strategy: ChunkingStrategy) -> None:
    text = "\ufeff---\r\ntitle: T\r\n---\r\n\r\n"
    [chunk] = chunks(text, strategy)
    assert chunk.span.of(text) == "---\r\ntitle: T\r\n---"
    assert chunk.lines == Lines(1, 3)
    assert chunk.heading_path == ()
    assert chunk.tokens == count_words("---\r\ntitle: T\r\n---")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_those_of_the_file(end: str) -> None:
    text = end.join(["---", "tag: b", "---", "", "# A", "", "text", "more", "", ""])
    [chunk] = chunks(text, HEADING)
    assert chunk.lines == Lines(5, 8)


@pytest.mark.parametrize("strategy", [HEADING, SENTENCE, FIXED])
def test_the_models_tokens_are_counted_exactly(strategy: ChunkingStrategy) -> None:
    count = bundled_token_counter()
    text = (
        "# Überschrift\n\nIt's 3.5 °C — naïve café.\n\n"
        "| a | b |\n|--|--|\n| 1 | 2 |\n\n"
        "第一句。第二句。「第三句。」漢字が続く。한국어 문장도 있다.\n\n"
        "```\nx_y = f(z)\n```\n"
    ) * 12
    settings = ChunkingSettings(strategy=strategy, max_tokens=64, min_tokens=16)
    document = parse(text)
    for chunk in chunk_document(document, settings, count):
        assert chunk.tokens == count(chunk.span.of(text)) <= 64


def test_values_without_a_field_are_a_passage() -> None:
    front = "---\ntitle: x\nauthor: Ann Lee\ntags: y\nisbn:\n  - 7\naliases: z\n---\n"
    properties, body = chunks(f"{front}\ntext\n", HEADING)
    assert properties.text == "author: Ann Lee\ntags: y\nisbn:\n  - 7"
    assert properties.lines.first == 3
    assert body.text == "text"
    table = '[extra]\ntitle = "y"\nshop = "Velo"'
    properties, _ = chunks(f'+++\ntitle = "x"\n{table}\n+++\ntext\n', HEADING)
    assert properties.text == table
    long = "".join(f"key{number}: some words of it\n" for number in range(400))
    *parts, body = chunks(f"---\n{long}---\n\ntext\n", HEADING)
    assert len(parts) > 1
    assert all(part.text.startswith("key") for part in parts)
