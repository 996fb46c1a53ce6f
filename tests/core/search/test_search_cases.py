"""What lines find: the searches of the files in `cases`."""

from pathlib import Path

from support.search_cases import VaultCases
from support.vault_cases import cases_test

test_lines_find_what_they_should = cases_test(
    Path(__file__).with_name("cases"), VaultCases
)
