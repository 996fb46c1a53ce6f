"""Numbers are found with and without the separators of their groups."""

import pytest

from ragtui_core.text.subwords import grouped_numbers


@pytest.mark.parametrize(
    "text", ["2026-11-27", "2026-11-27T10:00", "1-2-3", "0.250.000"]
)
def test_days_and_small_numbers_stay_as_they_are(text: str) -> None:
    assert not grouped_numbers(f"On {text} it was so.")
