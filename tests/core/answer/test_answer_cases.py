"""What extracts quote and say: the questions of the files in `cases`."""

from pathlib import Path

from support.answer_cases import AnswerCases
from support.vault_cases import cases_test

test_extracts_are_what_they_should_be = cases_test(
    Path(__file__).with_name("cases"), AnswerCases
)
