"""Files of other kinds than notes that are made to be slow, large or nested."""

import json
import tomllib
from collections.abc import Callable

from support.commands import DATA
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


_CUE = b"0:01.000 --> 0:02.000\n"
_MAIL = compound(mail({0x37: "a"}))

_DATA = tomllib.loads((DATA / "hostile_files.toml").read_text("utf-8"))
_MAKERS: dict[str, Callable[..., Make]] = {
    "lines": _lines,
    "nested": _odf,
    "repeated": _repeated,
    "export": _export,
    "drawn": _drawn,
}

FILES: dict[str, tuple[str, Make]] = {
    **{
        name: (kind, _MAKERS[way](*texts))
        for way, files in _DATA.items()
        for name, (kind, *texts) in files.items()
    },
    "csv, open quote": ("values", lambda size: b'a,"' + b"b\n" * (size // 2)),
    "srt, cues": ("subtitles", _cues),
    "srt, one cue": ("subtitles", lambda size: _CUE + b"<v a" * (size // 4)),
    "canvas, cards": ("canvas", _board),
    "conversation, turns": ("conversations", _turns),
    "msg, damaged": ("mail", lambda size: _MAIL + bytes(size)),
    "msg, noise": ("mail", lambda size: _MAIL[:512] + b"\xfe\xff" * (size // 2)),
}
"""By name: the kind, and what makes a file."""
