"""Files of other kinds than notes that are made to be slow, large or nested."""

import json
from collections.abc import Callable

from support.exports import chatgpt, node
from support.office_files import PdfPage, archive, pdf
from support.outlook_files import compound, mail

Make = Callable[[int], bytes]
"""Makes a file of about so many characters, packed or not."""

_ODF = '<a xmlns:t="t"><t:body>{}</t:body></a>'  # names count, whatever their namespace


def _lines(line: str) -> Make:
    return lambda size: (line * (size // len(line))).encode()


def _odf(opening: str, closing: str = "") -> Make:
    def make(size: int) -> bytes:
        count = size // len(opening + closing)
        body = opening * count + closing * count
        return archive({"content.xml": _ODF.format(body)})

    return make


def _repeated(part: str, around: str) -> Make:
    def make(size: int) -> bytes:
        return archive(
            {"content.xml": _ODF.format(around.format(part * (size // len(part))))}
        )

    return make


def _export(text: str) -> Make:
    def make(size: int) -> bytes:
        words = text * (size // len(text))
        said = chatgpt("a", node("q", "root", "assistant", words), current="q")
        return json.dumps(said).encode()

    return make


def _turns(size: int) -> bytes:
    nodes = [
        node(f"n{at}", f"n{at - 1}" if at else "root", "user", "It hums.")
        for at in range(size // 220)
    ]
    return json.dumps(chatgpt("a", *nodes, current=f"n{len(nodes) - 1}")).encode()


def _board(size: int) -> bytes:
    cards = [
        {
            "type": ("text", "group")[at % 2],
            "text": "a *b*",
            "label": "g",
            "x": at,
            "y": at,
        }
        for at in range(size // 70)
    ]
    return json.dumps({"nodes": cards}).encode()


def _cues(size: int) -> bytes:
    cues = (
        f"{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}.000 --> 99:00:00.000\n"
        f"<v Ann {at % 7}>It hums {at}.\n\n"
        for at in range(size // 60)
    )
    return f"WEBVTT\n\n{''.join(cues)}".encode()


def _drawn(part: str) -> Make:
    def make(size: int) -> bytes:
        count = size // 24
        drawn = "\n".join(
            part.format(at % 590, 100 + at * 7 % 600, at * 13 % 590, 100 + at * 3 % 600)
            for at in range(count)
        )
        return pdf(PdfPage(["It hums."], drawn=drawn))

    return make


_CELL = "<t:table-cell t:number-columns-{}><t:p>x</t:p></t:table-cell>"
_PLAIN = _CELL.format("spanned='1'")
_ROW = f"<t:table-row>{_PLAIN}</t:table-row>"
_OFTEN = f"<t:table-row t:number-rows-repeated='99'>{_CELL}</t:table-row>".format(
    "repeated='99'"
)
_WIDE = _ROW.replace("spanned='1'", "spanned='999' t:number-rows-spanned='999'")
_TABLE = "<t:table>{}</t:table>"
_NEST = "<t:table><t:table-row><t:table-cell>"
_NEST_END = "</t:table-cell></t:table-row></t:table>"
_CUE = b"0:01.000 --> 0:02.000\n"
_MAIL = compound(mail({0x37: "a"}))

FILES: dict[str, tuple[str, Make]] = {
    "csv, one line": ("values", _lines("a,")),
    "csv, rows": ("values", _lines("a,b\n")),
    "csv, open quote": ("values", lambda size: b'a,"' + b"b\n" * (size // 2)),
    "csv, NUL": ("values", _lines("a\0,b\n")),
    "ics, events": ("calendar", _lines("BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n")),
    "ics, begun": ("calendar", _lines("BEGIN:VEVENT\n")),
    "ics, parameters": ("calendar", _lines('a;b=";')),
    "vcf, encoded": ("contacts", _lines("a;QUOTED-PRINTABLE:b=\n")),
    "org, headings": ("markup", _lines("* a\n")),
    "org, long heading": ("markup", _lines("* a ")),
    "rst, underlines": ("markup", _lines("a\n---\n")),
    "rst, one underline": ("markup", _lines("-")),
    "adoc, one line": ("markup", _lines("= ")),
    "srt, cues": ("subtitles", _cues),
    "srt, one cue": ("subtitles", lambda size: _CUE + b"<v a" * (size // 4)),
    "srt, times": ("subtitles", _lines("00:")),
    "srt, names": ("subtitles", _lines("0:01.000 --> 0\nAn An\n\n")),
    "canvas, cards": ("canvas", _board),
    "canvas, deep": ("canvas", _lines("[")),
    "odf, deep lists": ("odf", _odf("<t:list>", "</t:list>")),
    "odf, deep tables": ("odf", _odf(_NEST, _NEST_END)),
    "odf, deep spans": ("odf", _odf("<t:p>", "</t:p>")),
    "odf, repeated cells": ("odf", _repeated(_OFTEN, _TABLE)),
    "odf, spanned cells": ("odf", _repeated(_WIDE, _TABLE)),
    "odf, rows": ("odf", _repeated(_ROW, _TABLE)),
    "odf, spaces": ("odf", _repeated("<t:s t:c='999999999'/>", "<t:p>{}</t:p>")),
    "conversation, text": ("conversations", _export("It *hums* `at` [night](a). ")),
    "conversation, marks": ("conversations", _export("\ue200")),
    "conversation, lists": ("conversations", _export("- ")),
    "conversation, turns": ("conversations", _turns),
    "conversation, deep": ("conversations", _lines('{"chat_messages":')),
    "msg, damaged": ("mail", lambda size: _MAIL + bytes(size)),
    "msg, noise": ("mail", lambda size: _MAIL[:512] + b"\xfe\xff" * (size // 2)),
    "pdf, lines": ("pdf", _drawn("{0} {1} m {2} {1} l S")),
    "pdf, boxes": ("pdf", _drawn("{0} {1} 30 20 re S")),
    "pdf, grid": ("pdf", _drawn("{0} 100 m {0} 700 l S 0 {1} m 590 {1} l S")),
    "pdf, words": ("pdf", _drawn("BT /F 5 Tf {0} {1} Td (a) Tj ET")),
}
"""By name: the kind, and what makes a file."""
