"""Transcripts in the formats of subtitles, `.vtt` and `.srt`: who says what when."""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from ragtui_core import LocationKind, UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor, decode

SECONDS = 60
"""A heading with the time begins every so many seconds."""
MAX_TURNS = 20_000
"""Turns of speakers that are locations; later on, each minute is one."""

_TIME = re.compile(r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}\s*-->")
_SPEAKER = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]{1,100})>")
_NAMED = re.compile(
    r"([^\W\d_][\w.'\u2019-]{0,30}(?: [\w.'\u2019-]{1,30}){0,3}): +(?=\S)"
)
"""A speaker before the words, as Zoom writes it."""
_MARKUP = re.compile(r"</?[a-zA-Z0-9][^>]{0,200}>|\{\\[^}]{0,100}\}")


class _Cue(NamedTuple):
    """What is said, from which second on."""

    second: int
    speaker: str
    text: str


class SubtitlesExtractor(OwnExtractor, kind="subtitles"):
    """Extracts transcripts; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The words of each minute below its time, a paragraph for each speaker."""
        decoded = decode(data)
        writer, lines = CanonicalWriter(), list[str]()
        speaker, end, turns = "", 0, 0
        for cue in _cues(decoded.text):
            is_later = cue.second >= end
            if is_later or cue.speaker != speaker:
                writer.paragraph(" ".join(lines))
                lines = [f"{cue.speaker}:"] if cue.speaker else []
                speaker = cue.speaker
                if is_later or turns < MAX_TURNS:
                    turns += 1
                    label = ", ".join(filter(None, (_clock(cue.second), speaker)))
                    writer.anchor(LocationKind.TIME, label, turns)
            if is_later:
                writer.heading(2, _clock(cue.second))
                end = cue.second + SECONDS
            if cue.text not in lines[-1:]:
                lines.append(cue.text)
        writer.paragraph(" ".join(lines))
        found = writer.extracted(problems=decoded.problems)
        if not found.text:
            raise UnreadableFile("no text with times")
        return found


def _cues(text: str) -> Iterator[_Cue]:
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n")):
        time = _TIME.search(block)
        if time is None:
            continue
        _, _, words = block[time.end() :].partition("\n")
        speaker = _SPEAKER.search(words)
        name = speaker[1].strip() if speaker else ""
        shown = " ".join(unescape(_MARKUP.sub("", words)).split())
        if not name and (named := _NAMED.match(shown)):
            name, shown = named[1], shown[named.end() :]
        if shown:
            second = int(time[1] or 0) * 3600 + int(time[2]) * 60 + int(time[3])
            yield _Cue(second, name, shown)


def _clock(second: int) -> str:
    """`12:31`, or `1:12:31` from an hour on."""
    hours, minutes = divmod(second // 60, 60)
    clock = f"{minutes}:{second % 60:02}"
    return f"{hours}:{clock:0>5}" if hours else clock
