"""Remarks follow the sentences they are about, wherever the stream is cut."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault, open_vault
from ragtui_core.answer.remarks.claim_remarks import ClaimRemarks
from ragtui_core.answer_events import (
    WEAK_EVIDENCE,
    AnswerEvent,
    Mark,
    Remark,
    Text,
)
from support.answers import citations, collected, notices, said
from support.vaults import MakeVault


def remarked(events: Sequence[AnswerEvent]) -> str:
    """The answer with `!` for the remarks, on sentences with citations."""
    remarks = ClaimRemarks(lambda sentence, numbers: "!")
    out = [event for e in events for event in remarks.take(e)] + list(remarks.finish())
    return "".join(event.text for event in out if isinstance(event, Text))


def events_of(answer: str, cuts: Sequence[int] = ()) -> list[AnswerEvent]:
    """An answer as events: `@` is a mark, and text is split at `cuts`."""
    borders = sorted({0, len(answer), *(cut % (len(answer) + 1) for cut in cuts)})
    events: list[AnswerEvent] = []
    for start, end in pairwise(borders):
        for index, text in enumerate(answer[start:end].split("@")):
            events += [Mark("[1]")] if index else []
            events += [Text(text)] if text else []
    return events


REMARKED = [
    ("It costs 5 euros @.", "It costs 5 euros [1]. [!]"),
    ("It costs 5 euros. @ Then more.", "It costs 5 euros. [1] [!] Then more."),
    ("It costs 5 @, or 6 @. No more.", "It costs 5 [1], or 6 [1]. [!] No more."),
    ("One @. Two. Three @.", "One [1]. [!] Two. Three [1]. [!]"),
    ("About 3.5 bar @, e.g. for Dr. Berg. Yes.",
     "About 3.5 bar [1], e.g. for Dr. Berg. [!] Yes."),
    ("- one @\n- two\n- three @\n", "- one [1] [!]\n- two\n- three [1] [!]\n"),
    ("# Title @\nText.", "# Title [1] [!]\nText."),
    ("A line @ that\ngoes on.\n\nNext.", "A line [1] that\ngoes on. [!]\n\nNext."),
    ("| a | 5 @ |\n| b | 6 |\n", "| a | 5 [1] [!] |\n| b | 6 |\n"),
    ("| a @ | 5 @ | c |\n", "| a [1] | 5 [1] [!] | c |\n"),
    ("Run `a. B` @ now. Or not.", "Run `a. B` [1] now. [!] Or not."),
    ("See @ [A. B](x. Y) here. No.", "See [1] [A. B](x. Y) here. [!] No."),
    ("So @:\n\n```\nA. B\n\nC. D\n```\nEnd.",
     "So [1]: [!]\n\n```\nA. B\n\nC. D\n```\nEnd."),
    ("**It is 5 @.** More.", "**It is 5 [1].** [!] More."),
    ("\u4e94\u6b27\u5143@\u3002\u5176\u4ed6\u3002",
     "\u4e94\u6b27\u5143[1]\u3002 [!]\u5176\u4ed6\u3002"),
    ("> quoted @\n\nAfter. ", "> quoted [1] [!]\n\nAfter. "),
    ("No marks. At all.", "No marks. At all."),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "shown"), REMARKED)
def test_a_remark_follows_its_sentence(answer: str, shown: str) -> None:
    assert remarked(events_of(answer)) == shown


@given(st.sampled_from(REMARKED), st.lists(st.integers(0, 200), max_size=12))
def test_where_the_stream_is_cut_does_not_matter(
    case: tuple[str, str], cuts: list[int]
) -> None:
    assert remarked(events_of(case[0], cuts)) == case[1]


_PIECES = st.lists(
    st.sampled_from(
        [
            "word",
            " ",
            "\n",
            "\n\n",
            ".",
            "@",
            "`",
            "```",
            "|",
            "- ",
            "[",
            "](",
            ")",
            "5",
        ]
    ),
    max_size=40,
)


@given(_PIECES, st.lists(st.integers(0, 200), max_size=12))
def test_nothing_but_remarks_is_added(pieces: list[str], cuts: list[int]) -> None:
    answer = "".join(pieces)
    whole = remarked(events_of(answer))
    assert remarked(events_of(answer, cuts)) == whole
    without = whole.replace(" [!] ", " [!]", whole.count(" [!] (")).replace(" [!]", "")
    assert "".join(without.split()) == "".join(answer.replace("@", "[1]").split())


def test_text_before_a_mark_is_not_buffered() -> None:
    remarks = ClaimRemarks(lambda sentence, numbers: "!")
    assert list(remarks.take(Text("It costs"))) == [Text("It costs")]
    assert list(remarks.take(Text(" 5 euros. It"))) != []


def test_a_remark_of_another_check_stays_where_it_is() -> None:
    remarks = ClaimRemarks(lambda sentence, numbers: "!")
    events = [Text("It is"), Remark(" [?]"), Text(" so "), Mark("[1]"), Text(".")]
    out = [event for e in events for event in remarks.take(e)] + list(remarks.finish())
    assert "".join(event.text for event in out if isinstance(event, Text)) == (
        "It is [?] so [1]. [!]"
    )


# --- in a whole answer ---

HERON = "# Heron\n\n## Cells of rev5\n\nThe Heron of Lindow runs 26 months on a cell.\n"


async def answer_of(make_vault: MakeVault, server: FakeCompatible, says: str) -> str:
    """What is told about the Heron, and the notices."""
    vault = make_vault({"heron.md": HERON})
    vault.index(embed=False)
    server.says = says
    asked = open_vault(vault.root, flags={"answer.server.base_url": server.base_url})
    events = await collected(asked.ask("How long does it run?"))
    assert all(citation.verdict.verified for citation in citations(events))
    told = [text for text in notices(events) if text != WEAK_EVIDENCE]
    return "\n".join([said(events), *told])


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (
            "The Heron of Lindow runs 27 months on a cell [1]. So it does.",
            "The Heron of Lindow runs 27 months on a cell [1]. "
            "[27 months: not in the passage] So it does.",
        ),
        (
            'Its Heron rev5 "runs 26 months on a cell" [1].',
            'Its Heron rev5 "runs 26 months on a cell" [1].',
        ),
    ],
)
async def test_a_sentence_is_compared_with_its_passage(
    make_vault: MakeVault, server: FakeCompatible, says: str, told: str
) -> None:
    assert await answer_of(make_vault, server, says) == told


async def test_extracts_make_no_claims(make_vault: MakeVault) -> None:
    vault: Vault = make_vault({"heron.md": HERON})
    vault.index(embed=False)
    events = await collected(vault.ask("How long does the Heron run on a cell?"))
    assert "26 months" in said(events)
    assert not any(isinstance(event, Remark) for event in events)
