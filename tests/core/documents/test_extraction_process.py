"""Extractors run in a process of their own: what they do costs one file."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core.documents.extraction import process
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.process import EXTRACTION, ExtractionProcess
from ragtui_core.errors import UnreadableFile
from support.packages import forget_packages, install_package
from support.waiting import wait_until

CODE = """
import os, sys, time
from ragtui_core import UnreadableFile
from ragtui_core.documents import Extracted

class Acts:
    endings = (".act",)
    version = "1"
    def extract(self, data):
        exec(data.decode())
        return Extracted(f"{os.getpid()}")
"""


@pytest.fixture
def extraction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ExtractionProcess]:
    site = tmp_path / "site-packages"
    monkeypatch.syspath_prepend(str(site))
    install_package(site, {"ragtui.loaders": {"act": "ragtui_acme:Acts"}}, CODE)
    extraction = ExtractionProcess()
    yield extraction
    extraction.close()
    forget_packages()


def act(extraction: ExtractionProcess, code: str) -> Extracted:
    return extraction.extract("act", code.encode())


FAILURES = {
    "raise UnreadableFile('no words')": "no words",
    "raise KeyError('x')": "the loader 'act' of ragtui-acme 1.0 failed: KeyError: 'x'",
    "sys.exit(3)": "the loader 'act' of ragtui-acme 1.0 failed: SystemExit: 3",
    "import absent": "the loader 'act' of ragtui-acme 1.0 failed: ModuleNotFoundError: "
    "No module named 'absent'",
    "bytearray(8 << 30)": "needs too much memory",
    "f = lambda: g()\nglobals()['g'] = f\nglobals()['f'] = f\nf()": "nested too deeply",
    "os.abort()": "reading it crashed the extractor",
    "os._exit(1)": "reading it crashed the extractor",
}


@pytest.mark.parametrize("code", FAILURES)
def test_a_failure_costs_one_file(extraction: ExtractionProcess, code: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        act(extraction, code)
    assert str(caught.value) == FAILURES[code]
    assert act(extraction, "").text


def test_one_process_serves_many_files(extraction: ExtractionProcess) -> None:
    pids = {act(extraction, "").text for _ in range(3)}
    assert len(pids) == 1
    assert pids != {str(os.getpid())}


def test_processor_time_is_limited_for_each_file(
    extraction: ExtractionProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = EXTRACTION._replace(cpu_seconds=1)
    monkeypatch.setattr(extraction, "_limits", limits)
    with pytest.raises(UnreadableFile, match="needs more than 1 s of processor time"):
        act(extraction, "while True: pass")
    assert act(extraction, "").text


def test_a_file_that_hangs_ends_its_process(
    extraction: ExtractionProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = act(extraction, "").text
    monkeypatch.setattr(extraction, "_limits", EXTRACTION._replace(seconds=0.2))
    with pytest.raises(UnreadableFile, match="not read within 0 s"):
        act(extraction, "import threading; threading.Event().wait()")
    monkeypatch.setattr(extraction, "_limits", EXTRACTION)
    assert act(extraction, "").text != first


def test_what_an_extractor_prints_is_no_answer(extraction: ExtractionProcess) -> None:
    assert act(extraction, "print('x' * 100, flush=True); os.write(1, b'y')").text


def is_there(pid: int) -> bool:
    """Whether a process runs, or ended without anyone who waited for it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_idle_process_ends_and_is_replaced(
    extraction: ExtractionProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "IDLE_SECONDS", 0.05)
    first = act(extraction, "").text
    wait_until(lambda: not is_there(int(first)), "the process or its zombie is there")
    assert act(extraction, "").text != first


def test_a_process_that_was_killed_is_replaced(extraction: ExtractionProcess) -> None:
    first = act(extraction, "").text
    os.kill(int(first), signal.SIGKILL)
    running = extraction._process
    assert running
    running.wait()
    assert act(extraction, "").text != first


def test_the_process_cannot_write_files(
    extraction: ExtractionProcess, tmp_path: Path
) -> None:
    written = tmp_path / "written"
    with pytest.raises(UnreadableFile):
        act(extraction, f"open({str(written)!r}, 'wb', 0).write(b'x')")
    assert not written.exists() or not written.read_bytes()


def test_a_failure_among_many_costs_one_file(extraction: ExtractionProcess) -> None:
    codes = ["", "os.abort()", "raise UnreadableFile('no words')", ""]
    found = extraction.extract_many("act", [code.encode() for code in codes])
    assert [isinstance(each, Extracted) for each in found] == [True, False, False, True]
    assert [str(each) for each in found if isinstance(each, UnreadableFile)] == [
        *("reading it crashed the extractor", "no words")
    ]
    assert extraction.extract_many("act", []) == []
