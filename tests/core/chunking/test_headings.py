"""The default strategy: chunks follow headings, and cut where a reader would."""

import pytest

from ragtui_core.chunking import chunk_document
from ragtui_core.settings import ChunkingSettings
from ragtui_core.types import Chunk
from support.notes import count_words, parse

SETTINGS = ChunkingSettings(max_tokens=100, min_tokens=30)


def prose(words: int, sentence: int = 10) -> str:
    """`words` words in sentences of `sentence` tokens each, the stop counted."""
    whole = " ".join(["word"] * (sentence - 1)).capitalize() + "."
    return " ".join([whole] * (words // sentence))


def chunks(text: str, settings: ChunkingSettings = SETTINGS) -> list[Chunk]:
    return list(chunk_document(parse(text), settings, count_words))


def contents(text: str, settings: ChunkingSettings = SETTINGS) -> list[str]:
    return [chunk.span.of(text) for chunk in chunks(text, settings)]


def sizes(text: str, settings: ChunkingSettings = SETTINGS) -> list[int]:
    return [chunk.tokens for chunk in chunks(text, settings)]


def test_a_tiny_file_is_one_chunk() -> None:
    page = (
        "# tar\n\n> Archives.\n\n- Create:\n\n`tar cf a b`\n\n## More\n\n- See `man`\n"
    )
    [chunk] = chunks(page)
    assert chunk.span.of(page) == page.strip()
    assert chunk.heading_path == ("tar",)


BRANCH = "".join(f"### {name}\n\n{prose(20)}\n\n" for name in "abc")


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        # Sections that are large enough are chunks of their own.
        (f"# T\n\n## A\n\n{prose(60)}\n\n## B\n\n{prose(50)}\n", ["T", "T B"]),
        # Small ones of one branch merge, and prefer it.
        (
            f"# T\n\n{prose(60)}\n\n## A\n\n{BRANCH}## B\n\n{prose(60)}\n",
            ["T", "T A", "T B"],
        ),
        (
            f"# T\n\n{prose(40)}\n\n## A\n\n{prose(50)}\n\n"
            f"## B\n\n{prose(20)}\n\n### b\n\n{prose(50)}\n",
            ["T", "T A", "T B"],
        ),
        # Those of different branches merge if both are small, or one is tiny.
        ("".join(f"## {name}\n\n{prose(20)}\n\n" for name in "ABCD"), ["A", "C"]),
        (
            f"## A\n\n{prose(60)}\n\n## B\n\n{prose(20)}\n\n## C\n\n{prose(70)}\n",
            ["A", "B", "C"],
        ),
        (f"## A\n\n{prose(60)}\n\n## B\n\nTBD\n\n## C\n\n{prose(60)}\n", ["A", "C"]),
        (f"{prose(80)}\n\n# A\n\n{prose(80)}\n", ["", "A"]),
    ],
)
def test_sections_are_grouped_by_the_outline(text: str, paths: list[str]) -> None:
    assert [" ".join(chunk.heading_path) for chunk in chunks(text)] == paths


def test_a_lone_heading_goes_with_the_section_below_it() -> None:
    text = f"# T\n\n{prose(60)}\n\n## A\n\n### a\n\n{prose(90)}\n\n## B\n\n{prose(60)}"
    assert [chunk.span.of(text)[:4] for chunk in chunks(text)] == [
        "# T\n",
        "## A",
        "## B",
    ]


def test_a_long_section_is_cut_between_paragraphs_into_even_parts() -> None:
    text = "# T\n\n" + "\n\n".join([prose(30)] * 7)
    assert all(part.endswith("word.") for part in contents(text))
    assert sorted(sizes(text)) == [60, 62, 90]


def test_there_is_no_tiny_remainder() -> None:
    text = "\n\n".join([prose(10)] * 11)
    assert min(sizes(text)) >= 50


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    text = f"# T\n\n{prose(250)}\n"
    assert all(part.endswith("word.") for part in contents(text))
    assert max(sizes(text)) <= 100
    assert min(sizes(text)) >= 60


def test_a_long_list_is_cut_between_items() -> None:
    text = "\n".join([f"- {prose(10)}\n  - {prose(10)}"] * 9)
    assert all(part.startswith("- Word") for part in contents(text))


def test_a_long_sentence_is_cut_between_lines_and_words() -> None:
    lines = "\n".join(["word " * 30 + "word"] * 8)
    assert all(len(part.splitlines()[-1]) > 100 for part in contents(lines))
    assert {len(part) % 5 for part in contents("word " * 900)} == {4}


def test_a_long_word_is_cut_anywhere() -> None:
    text = f"Before {'x' * 5_000} after."
    parts = contents(text)
    assert len(parts) > 2
    assert "".join(parts).replace(" ", "") == text.replace(" ", "")


def test_a_fence_that_fits_is_not_cut() -> None:
    fence = "```\n" + "a = 1\n" * 20 + "```"
    text = f"# T\n\n{prose(70)}\n\n{fence}\n\n{prose(70)}\n\n- {prose(20)}\n"
    assert sum(fence in part for part in contents(text)) == 1


def test_a_fence_in_a_list_is_not_cut_either() -> None:
    fence = "```\n" + "  a = 1\n" * 25 + "  ```"
    text = f"- {prose(40)}\n\n  {fence}\n- {prose(50)}\n"
    assert sum(fence in part for part in contents(text)) == 1


def test_a_fence_too_long_is_cut_between_lines() -> None:
    text = "```\n" + "alpha = beta + gamma\n" * 60 + "```"
    for part in contents(text):
        lines = part.splitlines()
        assert set(lines) <= {"```", "alpha = beta + gamma"}


@pytest.mark.parametrize("size", [80, 90, 96, 98, 100, 150])
@pytest.mark.parametrize("before", [10, 50, 90])
def test_no_heading_is_left_at_the_end_of_a_chunk(size: int, before: int) -> None:
    text = f"# T\n\n{prose(before)}\n\n## A\n\n### B\n\n{prose(size)}\n"
    for part in contents(text):
        assert not part.splitlines()[-1].startswith("#")


def test_the_head_of_a_table_stays_with_its_first_row() -> None:
    rows = "".join(f"| {n} | {prose(10)} |\n" for n in range(12))
    text = f"{prose(80)}\n\n| n | text |\n|---|---|\n{rows}"
    parts = contents(text)
    assert len(parts) > 2
    [head] = [part for part in parts if "|---|---|" in part]
    assert "|---|---|\n| 0 |" in head
    assert all(part.endswith("|") for part in parts[1:])


def test_a_line_with_a_colon_stays_with_its_list() -> None:
    items = "\n".join([f"- {prose(20)}"] * 4)
    text = f"{prose(70)}\n\nThese are the steps:\n\n{items}\n"
    assert not any(part.endswith(":") for part in contents(text))
