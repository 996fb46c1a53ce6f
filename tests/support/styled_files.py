"""Files of every extracted kind in which words are struck through, hidden or raised.

How a kind of file does so is a template with `{}` for the words.
"""

import re
from collections.abc import Iterator
from email.message import EmailMessage

from support.office_files import docx, epub, odf, pptx, with_part

WORD = '<w:r><w:rPr>%s</w:rPr><w:t xml:space="preserve">{}</w:t></w:r>'
DELETED = '<w:r><w:delText xml:space="preserve">{}</w:delText></w:r>'
SLIDE = "<a:r><a:rPr %s/><a:t>{}</a:t></a:r>"
SPAN = "<text:span text:style-name='%s'>{}</text:span>"
PLAIN = {"docx": WORD % "", "pptx": SLIDE % ""}
"""A run of text in files that have no text outside of runs."""

WAYS = {
    ("html", "struck"): (
        *("<del>{}</del>", "<s>{}</s>", "<strike>{}</strike>", "<s><b>{}</b></s>"),
        '<b style="color: red; text-decoration: line-through">{}</b>',
        '<b style="text-decoration-line: underline line-through">{}</b>',
    ),
    ("html", "hidden"): (
        *("<b hidden>{}</b>", "<template>{}</template>", "<!-- {} -->"),
        *('<b style="display:none">{}</b>', '<b style="DISPLAY: none">{}</b>'),
    ),
    ("html", "kept"): (
        *("<ins>{}</ins>", '<b aria-hidden="true">{}</b>'),
        '<b style="text-decoration: underline">{}</b>',
    ),
    ("eml", "struck"): ("<del>{}</del>",),
    ("eml", "hidden"): ("<b hidden>{}</b>",),
    ("epub", "struck"): ("<del>{}</del>",),
    ("epub", "hidden"): ("<b hidden>{}</b>",),
    ("docx", "struck"): (
        *(WORD % "<w:strike/>", WORD % '<w:strike w:val="true"/>'),
        WORD % "<w:dstrike/>",
    ),
    ("docx", "hidden"): (
        *(WORD % "<w:vanish/>", f"<w:del>{DELETED}</w:del>"),
        *(
            f"<w:moveFrom>{WORD % ''}</w:moveFrom>",
            f"<w:ins><w:del>{DELETED}</w:del></w:ins>",
        ),
    ),
    ("docx", "kept"): (
        *(WORD % '<w:strike w:val="0"/>', WORD % '<w:vanish w:val="false"/>'),
        *(f"<w:ins>{WORD % ''}</w:ins>", f"<w:moveTo>{WORD % ''}</w:moveTo>"),
    ),
    ("rtf", "struck"): (
        *(r"{{\strike {}}}", r"\strike1 {}\strike0 ", r"{{\striked1\b {}}}"),
        *(r"\deleted {}\plain ", r"{{\strike{{\i {}}}}}"),
        r"\strike\striked0 {}\plain ",
    ),
    ("rtf", "hidden"): (r"{{\v {}}}", r"\v\b {}\v0 ", r"{{\v1{{\i {}}}}}"),
    ("rtf", "kept"): (r"{{\strike0 {}}}", r"\strike\plain {}", r"{{\strike\v{{}}}}{}"),
    ("pptx", "struck"): (SLIDE % 'strike="sngStrike"', SLIDE % 'strike="dblStrike"'),
    ("pptx", "kept"): (SLIDE % 'strike="noStrike"',),
    ("odt", "struck"): (SPAN % "S",),
    ("odt", "hidden"): (SPAN % "H",),
}
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
    for (kind, effect), templates in WAYS.items():
        for template in templates:
            yield kind, effect, template
