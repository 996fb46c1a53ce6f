"""Files of every extracted kind in which one text is struck through, deleted or hidden.

A file has a first text, a withdrawn one and a last one, in one of the `POSITIONS`. How
a kind of file withdraws text is a template with `{}` for its words.
"""

import io
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape

from support.office_files import docx, epub

POSITIONS = ("paragraph", "sentence", "cell", "item", "heading")

_ON_PAGES = {
    "struck": (
        *("<del>{}</del>", "<s>{}</s>", "<strike>{}</strike>", "<s><b>{}</b></s>"),
        '<b style="color: red; text-decoration: line-through">{}</b>',
        '<b style="text-decoration-line: underline line-through">{}</b>',
    ),
    "hidden": (
        *("<b hidden>{}</b>", "<template>{}</template>", "<!-- {} -->"),
        *('<b style="display:none">{}</b>', '<b style="DISPLAY: none">{}</b>'),
    ),
    "kept": (
        *("<ins>{}</ins>", '<b aria-hidden="true">{}</b>'),
        '<b style="text-decoration: underline">{}</b>',
    ),
}
_RUN = '<w:r><w:rPr>%s</w:rPr><w:t xml:space="preserve">{}</w:t></w:r>'
_DELETED = '<w:r><w:delText xml:space="preserve">{}</w:delText></w:r>'
_IN_WORD = {
    "struck": (
        *(_RUN % "<w:strike/>", _RUN % '<w:strike w:val="true"/>'),
        _RUN % "<w:dstrike/>",
    ),
    "hidden": (
        *(_RUN % "<w:vanish/>", f"<w:del>{_DELETED}</w:del>"),
        *(
            f"<w:moveFrom>{_RUN % ''}</w:moveFrom>",
            f"<w:ins><w:del>{_DELETED}</w:del></w:ins>",
        ),
    ),
    "kept": (
        *(_RUN % '<w:strike w:val="0"/>', _RUN % '<w:vanish w:val="false"/>'),
        *(f"<w:ins>{_RUN % ''}</w:ins>", f"<w:moveTo>{_RUN % ''}</w:moveTo>"),
    ),
}
_IN_RTF = {
    "struck": (
        *(r"{{\strike {}}}", r"\strike1 {}\strike0 ", r"{{\striked1\b {}}}"),
        *(
            r"\deleted {}\plain ",
            r"{{\strike{{\i {}}}}}",
            r"\strike\striked0 {}\plain ",
        ),
    ),
    "hidden": (r"{{\v {}}}", r"\v\b {}\v0 ", r"{{\v1{{\i {}}}}}"),
    "kept": (r"{{\strike0 {}}}", r"\strike\plain {}", r"{{\strike\v{{}}}}{}"),
}
_IN_SLIDES = {
    "struck": (
        '<a:r><a:rPr strike="sngStrike"/><a:t>{}</a:t></a:r>',
        '<a:r><a:rPr lang="en" strike="dblStrike"/><a:t>{}</a:t></a:r>',
    ),
    "kept": ('<a:r><a:rPr strike="noStrike"/><a:t>{}</a:t></a:r>',),
}
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"


@dataclass(frozen=True)
class Case:
    """A kind of file, how it withdraws text, the template, and where the text is."""

    kind: str
    effect: str
    template: str
    position: str

    def file(self, first: str, middle: str, last: str) -> bytes:
        """A file with these texts."""
        return _WRITERS[self.kind](self, first, middle, last)


def cases() -> Iterator[Case]:
    """Every way of every kind, and one of the positions for each."""
    for kind, (templates, positions) in _KINDS.items():
        turn = itertools.cycle(positions)
        for effect, ways in templates.items():
            for way in ways:
                yield Case(kind, effect, way, next(turn))


def with_position(case: Case, position: str) -> Case:
    """A case with another position, if its kind of file has it."""
    return (
        replace(case, position=position) if position in _KINDS[case.kind][1] else case
    )


def _page(case: Case, first: str, middle: str, last: str) -> str:
    """The content of a page's body."""
    texts = [escape(first), case.template.format(escape(middle)), escape(last)]
    match case.position:
        case "paragraph":
            return "".join(f"<p>{text}</p>" for text in texts)
        case "cell":
            cells = "".join(f"<td>{text}</td>" for text in texts)
            return f"<table><tr><th>a</th></tr><tr>{cells}</tr></table>"
        case "item":
            return "<ul>" + "".join(f"<li>{text}</li>" for text in texts) + "</ul>"
        case "heading":
            return f"<h2>{' '.join(texts)}</h2>"
    return f"<p>{' '.join(texts)}</p>"


def _html(case: Case, *texts: str) -> bytes:
    head = '<!doctype html><meta charset="utf-8">'
    return f"{head}{_page(case, *texts)}".encode()


def _mail(case: Case, *texts: str) -> bytes:
    head = "From: a@example.org\nSubject: x\nContent-Type: text/html; charset=utf-8\n"
    return f"{head}Content-Transfer-Encoding: 8bit\n\n".encode() + _html(case, *texts)


def _epub(case: Case, *texts: str) -> bytes:
    return epub({"a.xhtml": _page(case, *texts)})


def _docx(case: Case, first: str, middle: str, last: str) -> bytes:
    runs = [
        (_RUN % "").format(escape(first)),
        case.template.format(escape(middle)),
        (_RUN % "").format(escape(last)),
    ]
    space = (_RUN % "").format(" ")
    style = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
    body = "".join(f"<w:p>{run}</w:p>" for run in runs)
    match case.position:
        case "sentence":
            body = f"<w:p>{space.join(runs)}</w:p>"
        case "heading":
            body = f"<w:p>{style}{space.join(runs)}</w:p>"
        case "cell":
            cells = "".join(f"<w:tc><w:p>{run}</w:p></w:tc>" for run in runs)
            body = f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    return docx(body)


def _rtf(case: Case, first: str, middle: str, last: str) -> bytes:
    between = {"paragraph": "\\par ", "cell": "\\cell "}.get(case.position, " ")
    texts = [_rtf_text(first), case.template.format(_rtf_text(middle)), _rtf_text(last)]
    return f"{{\\rtf1\\ansi {between.join(texts)}\\row}}".encode()


def _rtf_text(text: str) -> str:
    return "".join(
        f"\\{c}" if c in "\\{}" else c if c.isascii() else f"\\u{ord(c)}?" for c in text
    )


def _pptx(case: Case, first: str, middle: str, last: str) -> bytes:
    from pptx import Presentation
    from pptx.oxml import parse_xml

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    shape = slide.placeholders[1]
    if case.position == "heading":
        shape = slide.shapes.title
    if case.position == "cell":
        shape = slide.shapes.add_table(1, 1, 0, 0, 9, 9)
    plain = "<a:r><a:t>{}</a:t></a:r>"
    runs = [
        template.format(escape(f"{text} "))
        for template, text in zip(
            (plain, case.template, plain), (first, middle, last), strict=True
        )
    ]
    lines = runs if case.position == "paragraph" else ["".join(runs)]
    body = shape.element.find(".//{*}txBody")
    body.remove(body.find("{*}p"))
    for line in lines:
        body.append(parse_xml(f'<a:p xmlns:a="{_DRAWING}">{line}</a:p>'))
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


_WRITERS: dict[str, Callable[..., bytes]] = {
    "html": _html,
    "mail": _mail,
    "epub": _epub,
    "docx": _docx,
    "rtf": _rtf,
    "pptx": _pptx,
}
_KINDS: dict[str, tuple[dict[str, tuple[str, ...]], tuple[str, ...]]] = {
    "html": (_ON_PAGES, POSITIONS),
    "mail": (_ON_PAGES, POSITIONS),
    "epub": (_ON_PAGES, POSITIONS),
    "docx": (_IN_WORD, ("paragraph", "sentence", "cell", "heading")),
    "rtf": (_IN_RTF, ("paragraph", "sentence", "cell")),
    "pptx": (_IN_SLIDES, ("paragraph", "sentence", "cell", "heading")),
}
