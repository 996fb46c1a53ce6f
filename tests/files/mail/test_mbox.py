"""Where mails begin in a mailbox."""

import io
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.part_paths import part_path
from ragtui_files.mail import mbox
from ragtui_files.mail.mbox import entries
from support.mails import ENVELOPE

DATE = b"From - Mon Jan 01 10:00:00 2026\r\n"


def starts(data: bytes) -> list[int]:
    return [entry.start for entry in entries(io.BytesIO(data))]


def test_lines_that_begin_a_mail() -> None:
    one = ENVELOPE + b"Subject: a\n\ntext\n\n"
    assert starts(one + one) == [0, len(one)]
    assert starts(DATE + b"Subject: a\r\n\r\nx\r\n\r\n" + one) == [0, len(DATE) + 19]


@pytest.mark.parametrize(
    "line",
    [
        b"From here on, all is well.\n",
        b"From now on: nothing.\nNote: a header?\n",
        b">From ann Tue Mar  3 10:00:00 2026\nSubject: quoted\n",
        b"From ann Tue Mar  3 10:00:00 2026\nno header follows\n",
    ],
)
def test_lines_of_a_text_that_begin_with_from(line: bytes) -> None:
    assert starts(ENVELOPE + b"Subject: a\n\ntext\n\n" + line) == [0]


def test_ids_and_deleted_mails() -> None:
    head = b"Message-Id:\n <a@x>\nX-Mozilla-Status: 0009\n\nMessage-ID: <b@x>\n"
    (entry,) = entries(io.BytesIO(ENVELOPE + head))
    assert (entry.message_id, entry.is_deleted) == ("a@x", True)
    (entry,) = entries(io.BytesIO(ENVELOPE + b"Subject: a\n\nMessage-ID: <b@x>\n"))
    assert (entry.message_id, entry.is_deleted) == ("", False)


LINES = st.sampled_from(
    [ENVELOPE, b"Subject: a\n", b"\n", b"text\n", b"From \n", b"From x\n", b"x" * 70]
)


@given(lines=st.lists(LINES, max_size=60), block=st.integers(1, 300))
def test_blocks_do_not_matter(lines: Sequence[bytes], block: int) -> None:
    data = ENVELOPE + b"".join(lines)
    whole = starts(data)
    size, ahead = mbox.BLOCK, mbox.BYTES_AHEAD
    mbox.BLOCK, mbox.BYTES_AHEAD = block, 200
    try:
        assert starts(data) == whole
    finally:
        mbox.BLOCK, mbox.BYTES_AHEAD = size, ahead


def test_mails_cover_the_file() -> None:
    data = (ENVELOPE + b"Subject: a\n\ntext\n\n") * 500
    found = list(entries(io.BytesIO(data)))
    assert len(found) == 500
    assert sum(entry.length for entry in found) == len(data)


def test_a_name_that_no_index_can_have_is_given_by_its_hash() -> None:
    paths = {part_path("in/3.eml", letter * 700) for letter in "aab"}
    assert len(paths) == 2
    assert max(map(len, paths)) < 40
