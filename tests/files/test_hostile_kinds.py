"""Files made to be slow, large or nested cost themselves alone, and not for long."""

import re
from collections.abc import Iterator

import pytest

from ragtui_core.documents.extraction.extracted import MAX_CHARS
from ragtui_core.documents.extraction.process import ExtractionProcess
from ragtui_core.errors import UnreadableFile
from support.hostile_files import FILES
from support.samples import sampled

SIZE = 400_000
_LIMIT = re.compile("crashed|processor time|too much memory|not read within")


@pytest.fixture(scope="module")
def process() -> Iterator[ExtractionProcess]:
    process = ExtractionProcess()
    yield process
    process.close()


@pytest.mark.parametrize("name", sampled(FILES, 3))
def test_hostile_files_keep_to_limits(name: str, process: ExtractionProcess) -> None:
    kind, make = FILES[name]
    reason, length, places = "", 0, 0
    try:
        found = process.extract(kind, make(SIZE))
        length, places = len(found.text), len(found.anchors)
    except UnreadableFile as error:
        reason = str(error)
    assert re.fullmatch(r"[^\n]{5,200}", reason) or 0 < length <= MAX_CHARS
    assert places <= 25_000
    assert not _LIMIT.search(reason)
