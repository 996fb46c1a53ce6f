"""Front matter: where it ends, what it says, and that nothing in it is fatal."""

import json

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.types import Document
from support.notes import parse


def with_front_matter(block: str) -> Document:
    return parse(f"---\n{block}\n---\n# Body\n\ntext\n")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("closing", ["---", "...", "---  "])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_it_ends_with_its_closing_line(end: str, closing: str, mark: str) -> None:
    block = end.join(["---", "title: A title", "tags: [a, b]", closing, ""])
    document = parse(f"{mark}{block}Body.{end}")
    assert document.front_matter is not None
    assert document.front_matter.of(document.text) == block
    assert document.fields.title == "A title"
    assert document.fields.tags == ("a", "b")
    assert document.sections[0].span.of(document.text) == f"Body.{end}"
    assert document.problems == ()


def test_a_comment_in_the_block_is_no_heading() -> None:
    document = parse("---\n# Not a heading\nstatus: x\n---\ntext", "the-name.md")
    assert document.fields.title == "the-name"
    assert document.sections[0].heading_path == ()


def test_a_repeated_key_is_reported_and_the_last_one_counts() -> None:
    document = with_front_matter("tags: [a]\nstatus: new\ntags: [b]")
    assert document.fields.tags == ("b",)
    assert document.problems == (
        "front matter, line 4: 'tags' is given twice; the last one is used",
    )


def test_of_broken_yaml_all_but_the_fault_is_read() -> None:
    document = with_front_matter(
        "title: Minutes: the second part\n"
        "tags:\n  - alpha\n  - beta\n"
        "aliases:\n- @someone\n- plain\n"
        'summary: "never closed\n'
        "status: done\n"
        "owner: {{template}}"
    )
    fields = document.fields
    assert fields.title == "Minutes: the second part"
    assert fields.tags == ("alpha", "beta")
    assert fields.summary == "never closed"
    assert fields.status == "done"
    assert document.metadata["aliases"] == ["@someone", "plain"]
    assert [section.heading_path for section in document.sections] == [("Body",)]
    [problem] = document.problems
    assert problem.startswith("front matter, line 2: mapping values are not allowed")


def test_a_tab_in_the_indentation_loses_one_entry() -> None:
    document = with_front_matter("title: T\nlist:\n\t- x\nstatus: open")
    assert document.fields.title == "T"
    assert document.fields.status == "open"
    assert "front matter, line 4" in document.problems[0]


@pytest.mark.parametrize(
    "block",
    [
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "\n".join(
            f"{key}: &{key} [{', '.join([f'*{before}'] * 9)}]"
            for before, key in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "a: &a [*a]",
        "a: " + "[" * 90_000,
        "- " * 90_000,
        "{a: " * 40_000,
        "".join(f"{' ' * level}a:\n" for level in range(500)),
        "a: b\n" * 30_000,
        "a: b: c\n" * 20_000,
        "a" + " " * 150_000,
        '"' * 150_000,
        "title: \x07\0bell",
        "title: *missing",
        "title: !!int nan\nb: !<x> y",
        "%YAML 9.9",
        'title: "\\ud83d"',
    ],
    ids=range(15),
)
def test_hostile_blocks_are_harmless(block: str) -> None:
    document = with_front_matter(block)
    json.dumps(document.metadata, allow_nan=False)
    assert document.sections[-1].heading_path == ("Body",)


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@`, \n\t\r1.é\0?~<=", max_size=80))
def test_any_block_is_read_or_left_in_the_body(block: str) -> None:
    document = with_front_matter(block)
    json.dumps(document.metadata, allow_nan=False)
    assert "\n" not in document.fields.title
    if document.front_matter is None:
        assert document.metadata == {}


TOML = (
    '+++\ntitle = "Slate"\ndate = 2024-03-05\n[taxonomies]\ntags = ["a"]\n+++\nText\n'
)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_toml_is_read(ending: str) -> None:
    text = TOML.replace("\n", ending)
    front = read_front_matter(text)
    assert front is not None
    assert front.metadata["title"] == "Slate"
    assert front.metadata["date"] == "2024-03-05"
    assert front.metadata["tags"] == ["a"]
    assert text[front.span.end :] == f"Text{ending}"


def test_broken_toml_is_named_and_lines_of_signs_are_text() -> None:
    front = read_front_matter('+++\ntitle = "Slate\n+++\nText\n')
    assert front is not None
    assert "not read" in front.problems[0]
    assert read_front_matter("+++\nwords\n+++\n") is None
    assert read_front_matter("+++\ntitle = 1\n") is None
