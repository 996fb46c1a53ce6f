"""A long answer in Markdown, as language models write them, and its stream."""

from collections.abc import Iterator

from fakes.frames import Body, block, delta, end, frame, start
from fakes.streams import Shape, citation_of, search_results

TOKEN = 4
"""Characters of a token, about."""

_PARTS = (
    "## Part {n}\n\n",
    "The keeper of station {n} **reads the gauge** twice a day, and writes `level {n}` "
    "into the log; when the sea is rough, she waits for the tide to turn.\n\n",
    "- one buoy of row {n} is red\n- the next is *green*\n- the third is out\n\n",
    "```sh\nread-gauge --station {n}\n\nwrite-log\n```\n\n",
    "| gauge | level |\n|---|---|\n| {n} | low |\n| north | high |\n\n",
    "> Never lift the sonde by its cable, says the handbook of station {n}.\n\n",
)


def markdown(tokens: int) -> str:
    """So many tokens of headings, paragraphs, lists, code, tables and quotations."""
    text = ""
    number = 0
    while len(text) < tokens * TOKEN:
        text += _PARTS[number % len(_PARTS)].format(n=number)
        number += 1
    return text[: tokens * TOKEN]


def long_answer(tokens: int) -> Shape:
    """A stream of so many tokens, each in an event, that cites the first document."""

    def shape(body: Body) -> Iterator[bytes]:
        text = markdown(tokens)
        yield start(body["model"])
        opening: Body = {"type": "text", "text": ""}
        yield frame("content_block_start", index=0, content_block=opening)
        for place in range(0, len(text), TOKEN):
            yield delta(0, "text_delta", text=text[place : place + TOKEN])
        yield frame("content_block_stop", index=0)
        cited = (citation_of(search_results(body)[0], 0, 0, 1),)
        yield from block(1, "\n\nThat is all", cited)
        yield from end()

    return shape
