"""Each verdict has words, and the sign agrees with whether it is verified."""

import pytest

from ragtui_core.citations import verdict_wording
from ragtui_core.citations.citation import Verdict


@pytest.mark.parametrize("verdict", Verdict)
def test_each_verdict_has_words(verdict: Verdict) -> None:
    assert verdict_wording.verdict_label(verdict)
    sentence = verdict_wording.verdict_sentence(verdict, "notes/a.md")
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_a_path_cannot_command_the_terminal() -> None:
    sentence = verdict_wording.verdict_sentence(Verdict.MISSING, "a\x1b[2J\n.md")
    assert "\x1b" not in sentence
    assert "\n" not in sentence


def test_the_name_of_a_verdict_is_its_value_in_words() -> None:
    assert verdict_wording.verdict_name(Verdict.FILE_MISSING) == "file missing"
    later = verdict_wording.verdict_name("of_a_later\x1b_version")
    assert later.startswith("of a later")
    assert "\x1b" not in later
