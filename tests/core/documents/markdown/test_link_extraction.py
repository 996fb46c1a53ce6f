"""Links and tags: their syntax and spans, and text that only resembles them."""

import time

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.markdown.link_extraction import (
    LinkKind,
    blocks_of,
    links_of,
)
from ragtui_core.documents.markdown.tags import tags_of
from support.notes import NOTE_TEXTS
from support.samples import sampled

_PIECES = [
    *("[[", "]]", "[", "]", "(", ")", "![", "|", "\\|", "#", "\\", "<", ">", "]:"),
    *("[[a#b|c]]", "[t](a.md#b)", "[r]: x.md\n", "[r]", "`", "```\n", "<!--", "-->"),
    *("\n", "\r\n", "\n\n", "    ", "- ", "é", "e\u0301", "😀", "a", "%20", '"'),
    "#tag ",
]
LINK_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)


def found(text: str) -> list[tuple[str, str, str]]:
    """Target, heading and label of each link."""
    return [(link.target, link.heading, link.label) for link in links_of(text)]


def spans(text: str) -> list[str]:
    return [link.span.of(text) for link in links_of(text)]


@given(st.one_of(LINK_TEXTS, NOTE_TEXTS))
def test_spans_are_in_order_apart_and_contain_their_targets(text: str) -> None:
    end = 0
    for link in links_of(text):
        assert end <= link.span.start < link.span.end <= len(text)
        assert link.span.start <= link.target_span.start
        assert link.target_span.end <= link.span.end
        assert link.target_span.of(text).strip()
        assert link.target or link.heading
        end = link.span.end


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("a $[[x]]$ b [[y]]", ["y"]),
        ("$$\n[[x]] + [y](y.md)\n$$\n\n[[z]]", ["z"]),
        ("it costs $5, [[x]] costs $6", ["x"]),
        ("$ [[x]] $", ["x"]),
        ("US$[[x]]$", ["x"]),
        (r"\$[[x]]\$", ["x"]),
        ("$$ [[x]]\n\n[[y]] $$", ["x", "y"]),
        ("$a$[[x]]$b$", ["x"]),
    ],
)
def test_formulas_have_no_links(text: str, targets: list[str]) -> None:
    assert [link.target for link in links_of(text)] == targets


@given(st.one_of(LINK_TEXTS, NOTE_TEXTS))
def test_tags_are_at_their_spans(text: str) -> None:
    for tag in tags_of(text):
        assert tag.span.of(text).lstrip("#").casefold() == tag.name.casefold()


@given(LINK_TEXTS, LINK_TEXTS)
def test_a_link_between_paragraphs_is_found(before: str, after: str) -> None:
    text = f"{before}\n"
    if any(mark in text for mark in ("```", "<!--", "    ", "- ")):
        return
    text += f"\nSee [[note#part|that]].\n\n{after}"
    start = len(before) + 6
    assert any(link.span.start == start for link in links_of(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[a]]", ("a", "", "a")),
        ("[[a#b]]", ("a", "b", "a#b")),
        ("[[a#b|c]]", ("a", "b", "c")),
        ("[[#b]]", ("", "b", "#b")),
        ("[[ a b | c ]]", ("a b", "", "c")),
        ("[[Project: plan]]", ("Project: plan", "", "Project: plan")),
        ("![[a]]", ("a", "", "a")),
        ("![[a.md#b]]", ("a.md", "b", "a.md#b")),
        ("[t](a.md)", ("a.md", "", "t")),
        ("[t](a%20b.md#c%20d)", ("a b.md", "c d", "t")),
        ("[t](<a b.md#c>)", ("a b.md", "c", "t")),
        ('[t](a.md "title")', ("a.md", "", "t")),
        ("[t](#b)", ("", "b", "t")),
        ("[t](a(1).md)", ("a(1).md", "", "t")),
        (r"[t](a\(.md)", ("a(.md", "", "t")),
        ("[a [b] c](d.md)", ("d.md", "", "a [b] c")),
        (r"[a \] b](d.md)", ("d.md", "", r"a \] b")),
        ("[](a.md)", ("a.md", "", "")),
        ("[![i](x.png)](a.md)", ("a.md", "", "![i](x.png)")),
        ("[😀 e\u0301](é.md)", ("é.md", "", "😀 e\u0301")),
        ("[t](sub/data.csv)", ("sub/data.csv", "", "t")),
    ],
)
def test_links(text: str, expected: tuple[str, str, str]) -> None:
    for before, after in (("", ""), ("word ", ".\n"), ("# ", "\r\nx"), ("- ", "")):
        whole = before + text + after
        assert found(whole) == [expected]
        assert spans(whole) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "[t](https://a.b/c.md)",
        "[t](mailto:a@b)",
        "[t](//a.b/c)",
        "[[https://a.b]]",
        "![alt](a.png)",
        "![[a.png]]",
        "`[[a]]`",
        "``[[a]] ` ``",
        "```\n[[a]]\n```",
        "~~~ text\n[[a]]",
        "> ```\n> [[a]]\n> ```",
        "- ```\r\n  [[a]]\r\n  ```",
        "text\n\n    [[a]]\n",
        "text\r\n\r\n\t[[a]]\r\n",
        "<!-- [[a]]\n\n[t](b.md) -->",
        "<!-- [[a]]\n\nand so on",
        "<div>\n[[a]]\n</div>",
        "- item\n\n      [[a]]",
        "# Title\n\t[[a]]",
        "---\nlink: a # '[[b]]' [[c]]\n---\n",
        r"\[[a]]",
        r"\[t](a.md)",
        "[t]",
        "[ ] [x] [^1]",
        "[^1]: a.md",
        "[[]] [[|x]] [t]() [t](<>)",
        "[[a\nb]]",
        "[t\n\nu](a.md)",
        "[t\n- u](a.md)",
        "[t] (a.md)",
        "[t](a b.md)",
    ],
)
def test_what_is_no_link(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "` [[a]]",
        "`\n\n[[a]] `",
        "- item\n\n    [[a]]",
        "```\ncode\n```\n[[a]]",
        "para\n    [[a]]",
        "~~struck~~ [[a]]",
        "``` x ``` [[a]]",
        "---\ntitle: x\n---\n[[a]]",
        "\ufeff[[a]]",
    ],
)
def test_what_only_looks_like_code(text: str) -> None:
    assert spans(text) == ["[[a]]"]


def test_in_a_table_the_bar_is_escaped() -> None:
    assert found("| [[a\\|b]] | [c](d.md) |") == [("a", "", "b"), ("d.md", "", "c")]


def test_of_nested_links_the_inner_one_counts() -> None:
    assert spans("[a [[b]] c](d.md)") == ["[[b]]"]
    assert spans("[a [b](c.md) d](e.md)") == ["[b](c.md)"]
    assert spans("[a [b](https://c) d](e.md)") == []


def test_references_lead_where_their_definition_does() -> None:
    text = "[text][Name], [name][] and [NAME], [other].\n\n[name]: <a b.md#c> 'T'\n"
    links = links_of(text)
    assert [link.kind for link in links] == [LinkKind.REFERENCE] * 3 + [
        LinkKind.MARKDOWN
    ]
    assert {(link.target, link.heading) for link in links} == {("a b.md", "c")}
    assert [link.target_span.of(text) for link in links] == [
        "Name",
        "name",
        "NAME",
        "a b.md#c",
    ]
    assert links[-1].span.of(text) == "[name]: <a b.md#c> 'T'"


def test_definitions_may_be_in_quotes_and_items() -> None:
    text = (
        "> [one], [two]\n>\n> [one]: a.md\n\n- [two]: <b.md>\n  x\n\n[no] [no]: c.md\n"
    )
    assert [(link.target, link.span.of(text)) for link in links_of(text)] == [
        ("a.md", "[one]"),
        ("b.md", "[two]"),
        ("a.md", "[one]: a.md"),
        ("b.md", "[two]: <b.md>"),
    ]


def test_footnotes_contain_links() -> None:
    assert found("a[^1]\n\n[^1]: [[b]]\n") == [("b", "", "b")]


@pytest.mark.parametrize(
    ("text", "target", "written"),
    [
        ('[a\n](b.md "t)")', "b.md", "b.md"),
        ("> [a](\n> b.md\n> 't')", "b.md", "b.md"),
        ("[`]` ![i](c.png)](<b (1.md>)", "b (1.md", "b (1.md"),
        (r"[a\]\\](b\_c.md)", "b_c.md", r"b\_c.md"),
        ("[a](b&amp;c.md)", "b&c.md", "b&amp;c.md"),
    ],
)
def test_destinations_are_where_they_are_written(
    text: str, target: str, written: str
) -> None:
    (link,) = links_of(text)
    assert (link.target, link.target_span.of(text)) == (target, written)


PIECES = (
    *("[", "]", "![", "[[", "[[a#", "[a](", "[a](b ", "[a](<", '[a](b "', "[a]: <"),
    *("`", "``a`", "```\n", "~~~", "<!--", "\\", "    x\n", "\n\n    x\n", "[a][b"),
    *("- [a]: b\n", "[a](b(", "](", "#", "#a", "> ", "|", "\r", "[[[]]]"),
)


@pytest.mark.parametrize("piece", sampled(PIECES, 4))
def test_time_grows_with_length_alone(piece: str) -> None:
    def took(length: int) -> float:
        text = "[a]: b\n" + piece * (length // len(piece))
        start = time.process_time()
        links_of(text)
        tags_of(text)
        return time.process_time() - start

    # Quadratic time would make this 64 times as long, and seconds of it. A collection
    # of garbage may fall into one of them.
    assert any(took(160_000) < 0.2 + 24 * took(20_000) for _ in range(3))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#one (#two) *#three* > #four | #five |", "one two three four five"),
        ("#a/b-c_d. #ünï #日本。 #नमस्ते", "a/b-c_d ünï 日本 नमस्ते"),
        ("# Heading #no #\n#yes\n\nSetext\n---\n\n## #no", "yes"),
        ("#12 #12x #fff #a1b2c3 #abcd #facade8 #beefy", "12x facade8 beefy"),
        ("##no a#no /#no &#39; \\#no `#no` <!-- #no --> [x](#no)", ""),
        ("https://a.b/c#no [[a#no]] [[#no]]\n\n[r]: #no", ""),
        ("```\n#no\n```\n#yes\r\n#also", "yes also"),
    ],
)
def test_tags_of_the_body(text: str, names: str) -> None:
    assert [tag.name for tag in tags_of(text)] == names.split()


@pytest.mark.parametrize(
    ("field", "links"),
    [
        ('related: "[[a/two]]"', [("a/two", "", "a/two")]),
        ("related: '[[a#b|c]]'", [("a", "b", "c")]),
        ('- "see [[a]] and [[b]]"', [("a", "", "a"), ("b", "", "b")]),
        ("related: [\"[[a]]\", '[[b]]']", [("a", "", "a"), ("b", "", "b")]),
        ("related: '[[it''s]]'", [("it's", "", "it's")]),
        (r'related: "[[say \"x\"]]"', [('say "x"', "", 'say "x"')]),
        ('related: "[[https://example.org]]"', []),
        ('# was: "[[a]]"', []),
        ('title: x # was "[[a]]"', []),
        ("related: [[a|b]]", [("a", "", "b")]),
        ("related:\n  - [[a]]\n  - [[b#c]]", [("a", "", "a"), ("b", "c", "b#c")]),
        ("related: [[a], [b]]", []),
        ("title: it's [[a]]", []),
        ('related: "[[a]', []),
    ],
)
def test_front_matter_has_links(field: str, links: list[tuple[str, str, str]]) -> None:
    text = f"---\n{field}\n---\n\n"
    assert found(text) == links
    assert found(f"{text}[[last]]") == [*links, ("last", "", "last")]
    assert all(words.startswith("[[") for words in spans(text))
    assert found(f"{field}\n---\n") == found(field)  # a thematic break


def test_tables_of_toml_are_no_links() -> None:
    text = '+++\nrelated = "[[a]]"\n[[taxonomies]]\nname = "x"\n+++\n'
    assert found(text) == [("a", "", "a")]


def test_tags_of_front_matter_have_their_spans() -> None:
    keys = "Tags: [one, '#two three']\r\nx: four\r\nkeywords:\r\n- four"
    text = f"---\r\n{keys}\r\n---\r\n#five"
    tags = tags_of(text)
    assert [tag.name for tag in tags] == ["one", "two three", "four", "five"]
    assert [tag.span.of(text) for tag in tags] == ["one", "two three", "four", "#five"]
    assert tags[2].span.start > text.index("keywords")


def test_tags_of_toml_have_their_spans() -> None:
    text = "+++\ntags = ['a/b',\n  \"c\"]\n+++\n"
    assert [tag.span.of(text) for tag in tags_of(text)] == ["a/b", "c"]


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("a\nb ^x\nc", "b"),
        ("- item ^x", "- item"),
        ("| a |\n|---|\n| b |\n\n^x\n", "| b |"),
        ("a\r\nb ^x\r\n", "b"),
        ("`b ^x`", None),
        ("b^x", None),
        ("b ^xy", None),
        ("^x", None),
    ],
)
def test_blocks_are_found_by_their_names(text: str, block: str | None) -> None:
    found = dict(blocks_of(text)).get("x")
    assert (found.of(text) if found else None) == block


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ('é <a href="one.md">One</a>', [("one.md", "", "One")]),
        ("<A class=x HREF='b%20c.md#D'>t *b*</a>", []),
        ("<A class=x href='b%20c.md#D'>t *b*</a>", [("b c.md", "D", "t *b*")]),
        ('<p>\n<a href="#top">x</a>\n</p>', [("", "top", "x")]),
        ('<a href="https://a.b">x</a> <a name="c.md">x</a>', []),
        ('`<a href="a.md">x</a>` <!-- <a href="a.md">x</a> -->', []),
        ('<a href="a.md">[[b]]</a>', [("a.md", "", ""), ("b", "", "b")]),
        ('<a\n  href="a.md"><b>x</b></a>', [("a.md", "", "")]),
        ('<a\n\nhref="a.md">x</a> <a data-href="a.md">x</a>', []),
        ('<img src="a.png" width=20> <img src="b.png"/>', []),
    ],
)
def test_elements_of_html_are_links(
    text: str, links: list[tuple[str, str, str]]
) -> None:
    assert found(text) == links


def test_elements_of_html_are_pictures() -> None:
    text = """<img src="a.png" width=20> [<img\n  alt='b' src='b.png'/>](c.md)
`<img src="no.png">` <img src="https://a.b/no.png"> <video controls src="d.mp4">
"""
    links = links_of(text, images=True)
    assert [link.target for link in links] == ["a.png", "c.md", "b.png", "d.mp4"]
    assert links[0].span.of(text) == '<img src="a.png" width=20>'
    assert [link.target_span.of(text) for link in links[2:]] == ["b.png", "d.mp4"]
