"""The Markdown view in another app than ragtui's, as docs/extending.md shows it."""

from pathlib import Path
from typing import Any

import pytest

from support.library_internals import strips_of

PAGE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text("utf-8")


async def test_the_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = PAGE.partition("## The Markdown view")[2]
    code = section.partition("```python\n")[2].partition("```")[0]
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("# Pump\n\n- It *runs*.\n")
    names: dict[str, Any] = {"__name__": "viewer"}
    exec(code, names)
    app = names["Viewer"]()
    async with app.run_test(size=(40, 8)) as pilot:
        await pilot.pause()
        rows = [strip.text.strip() for strip in strips_of(app)]
    assert rows[:4] == ["Pump", "\u2501" * 4, "", "\u2022 It runs."]
