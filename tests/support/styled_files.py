"""Files of every extracted kind in which words are struck through, hidden or raised.

How a kind of file does so is a template with `{}` for the words.
"""

import re
import tomllib
from collections.abc import Iterator
from email.message import EmailMessage

from support.commands import DATA
from support.office_files import docx, epub, odf, pptx, with_part

WORD = '<w:r><w:rPr>%s</w:rPr><w:t xml:space="preserve">{}</w:t></w:r>'
SLIDE = "<a:r><a:rPr %s/><a:t>{}</a:t></a:r>"
SPAN = "<text:span text:style-name='%s'>{}</text:span>"
PLAIN = {"docx": WORD % "", "pptx": SLIDE % ""}
"""A run of text in files that have no text outside of runs."""

WAYS: dict[str, dict[str, list[str]]] = tomllib.loads(
    (DATA / "styled_files.toml").read_text("utf-8")
)
"""How each kind of file does what to words."""

_POSITION = (
    "<style:style style:name='{}'><style:text-properties "
    "style:text-position='{} 58%'/></style:style>"
)
_POSITIONS = _POSITION.format("R", "super") + _POSITION.format("L", "-33%")


def file_of(kind: str, *runs: str) -> bytes:
    """A file with one paragraph of these runs, in the markup of its kind."""
    body = "".join(runs)
    match kind:
        case "html":
            return f'<!doctype html><meta charset="utf-8"><p>{body}</p>'.encode()
        case "eml":
            message = EmailMessage()
            message["Subject"] = "x"
            message.set_content(f"<p>{body}</p>", subtype="html")
            return message.as_bytes()
        case "epub":
            return epub({"a.xhtml": f"<p>{body}</p>"})
        case "docx":
            return docx(f"<w:p>{body}</w:p>")
        case "rtf":
            return f"{{\\rtf1\\ansi {body}\\par}}".encode()
        case "odt":
            text = f"<office:text><text:p>{body}</text:p></office:text>"
            return odf(text, _POSITIONS)
    return with_part(
        pptx(("Title", "BODY", "")),
        "ppt/slides/slide1.xml",
        lambda xml: re.sub(r"<a:r>(?:(?!<a:r>).)*BODY</a:t></a:r>", body, xml),
    )


def styled_file(kind: str, template: str, first: str, middle: str, last: str) -> bytes:
    """A file with a paragraph of three texts, of which the second is in a template."""
    plain = PLAIN.get(kind, "{}")
    runs = plain.format(f"{first} "), template.format(middle), plain.format(f" {last}")
    return file_of(kind, *runs)


def ways() -> Iterator[tuple[str, str, str]]:
    """The ending of each kind, an effect, and a template that has it."""
    for kind, effects in WAYS.items():
        for effect, templates in effects.items():
            yield from ((kind, effect, template) for template in templates)
