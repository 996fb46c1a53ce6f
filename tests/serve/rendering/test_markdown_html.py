"""What the page shows of a text: the core's blocks, and nothing that acts."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Span
from ragtui_serve.rendering.excerpt_html import excerpt_html
from ragtui_serve.rendering.html_sanitizer import page_html
from ragtui_serve.rendering.markdown_html import Rendering, markdown_html
from ragtui_serve.rendering.note_links import Links
from support.hostile_texts import HOSTILE
from support.rows import Reader, rows_test


class SomeLinks(Links):
    """Each note and picture exists."""

    def href(self, target: str) -> str | None:
        return target if target.startswith("http") else f"#/note/{target}"

    def picture(self, target: str) -> str | None:
        is_here = "://" not in target and target.endswith(".png")
        return f"pictures/{target}" if is_here else None


def rendered(text: str, passage: tuple[int, int] = (0, 0)) -> str:
    html = markdown_html(text, Rendering(SomeLinks(), Span(*passage)))
    return re.sub(r"\n(?=<|$)|(?<=[>])\n", "", html)


class Outline(HTMLParser):
    """Collects elements and attributes, and fails where tags are not balanced."""

    VOID = frozenset({"br", "hr", "img", "wbr", "col"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_lines_of_a_mail_stay_lines() -> None:
    rendering = Rendering(SomeLinks(), breaks=True)
    html = markdown_html("To: *a*\r\nDate: b\n\n> c\n> d", rendering)
    assert "<p>To: <em>a</em><br>\nDate: b</p>" in html
    assert "<p>c<br>\nd</p>" in html


def test_the_passage_is_marked_exactly() -> None:
    text = "# T\n\nOne **two &amp; three** four.\n\n- five\n- six\n\nseven"
    exact = rendered(text, (text.index("two"), text.index(" four")))
    assert '<span class="passage">two &amp; three</span></strong> four' in exact
    whole = rendered(text, (text.index("One"), text.index("seven")))
    assert '<p><span class="passage">One</span> <strong><span' in whole
    assert '<li><span class="passage">six</span></li>' in whole
    assert "<p>seven</p>" in whole


HOSTILE_HTML = [
    "<script>alert(1)</script>",
    "<img src=x.png onerror=alert(1)>",
    "<div onclick=alert(1) style='position:fixed'>x</div>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:x)",
    "![x](http://evil.example/x.png) <img src='http://evil.example/x.png'>",
    "<svg><script>alert(1)</script><a xlink:href='javascript:1'>x</a></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<style>* { display: none }</style>",
    "<iframe src='//evil.example'></iframe><form action=x><input autofocus>",
    "<base href='//evil.example'><meta http-equiv=refresh content=0>",
    "<p id=query class=citation-mark data-cite=1>x</p>",
    "<details open ontoggle=alert(1)><summary>s</summary>x</details>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    *HOSTILE.values(),
]
ALLOWED = re.compile(r"(?:#/note/|pictures/|https?://|mailto:)")
INERT = {"alt", "class", "colspan", "href", "rowspan", "src", "start", "title"}


def check_inert(html: str) -> Outline:
    outline = Outline(html)
    for tag, attributes in outline.elements:
        assert tag not in {"script", "style", "svg", "math", "iframe", "form", "input"}
        assert set(attributes) <= INERT | {"align"}
        for name in {"href", "src"} & set(attributes):
            assert ALLOWED.match(attributes[name] or "")
        if tag == "img":
            assert "evil" not in (attributes.get("src") or "")
    return outline


@pytest.mark.parametrize("written", HOSTILE_HTML)
@pytest.mark.parametrize("around", ["{}", "a {} b", "| a |\n|--|\n| {} |", "> - {}"])
def test_what_notes_contain_does_nothing(written: str | bytes, around: str) -> None:
    assert isinstance(written, str)
    outline = check_inert(rendered(around.format(written)))
    classes = {attributes.get("class") for _, attributes in outline.elements}
    assert not classes & {"citation-mark", "cite", "remark"}
    assert "query" not in {attributes.get("id") for _, attributes in outline.elements}


MARKUP = (
    *("*", "**", "_", "`", "~~", "[a](b)", "[[", "]]", "\n\n", "- ", "> ", "x ", "# "),
    *("<b>", "</b>", "<a href=x>", "</a>", "<!--", "-->", "&lt;", "\\", "```\n"),
    *("| a |\n|-|\n", "http://a.b/c", "\u202e", "&#x202e;", "![x](y.png)"),
)
PIECES = st.lists(st.sampled_from(HOSTILE_HTML[:13] + list(MARKUP)), max_size=12)


@given(PIECES, st.integers(0, 200), st.integers(0, 200))
def test_any_text_gives_inert_html(pieces: list[str], start: int, length: int) -> None:
    html = rendered("".join(pieces), (start, start + length))
    check_inert(html)
    assert page_html(html) == html
    assert "\u202e" not in html


@given(PIECES, st.integers(0, 100), st.integers(0, 100))
def test_any_excerpt_is_inert(pieces: list[str], start: int, length: int) -> None:
    found = excerpt_html("".join(pieces), [Span(start, start + length)])
    outline = check_inert(found)
    assert {tag for tag, _ in outline.elements} <= {"mark"}


def test_nothing_takes_long() -> None:
    rows = "| a | b |\n|--|--|\n" + "| cell **b** | [[x]] |\n" * 5_000
    assert rendered(rows).count("<tr>") == 5_001
    deep = rendered("> " * 2_000 + "x")
    assert deep.count("<blockquote>") == 2_000
    assert rendered("<b>&word " * 20_000).count("&lt;b&gt;") == 20_000


def marked(row: str) -> tuple[str, Span]:
    """A text, and what is between `«` and `»` in it."""
    before, middle, after = re.split("[«»]", row)
    return before + middle + after, Span(len(before), len(before + middle))


def passage(row: str) -> str:
    text, span = marked(row)
    html = rendered(text, (span.start, span.end))
    return "".join(re.findall(r'<span class="passage">([^<]*)</span>', html))


def excerpt(row: str) -> str:
    text, match = marked(row)
    return excerpt_html(text, [match])


READERS: dict[str, Reader] = {
    "Markdown as the page shows it": rendered,
    "a passage is marked beside any markup": passage,
    "an excerpt shows words alone": excerpt,
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
