"""Notes for tests in editors: one links to the others and quotes one."""

from pathlib import Path

from ragtui_core.citations.saving.saved_citations import write_citation
from support.answers import CITATION

PUMP = """\
# Pump

The naïve 😀 pump moves water.

## Service

Its *impeller* is changed every second winter.
"""

HOSE = "# Hose\n\nA hose of rubber brings the water from the pump to the tank.\n"

REVIEW = f"""\
# Review 🧾

See [[pump]] and [[Pumpe]].

The impeller wears out in winter.

{write_citation(CITATION)}

End.
"""


def notes_in(folder: Path) -> Path:
    """Three notes; one quotes another."""
    (folder / "products").mkdir(parents=True)
    for name, text in (("pump", PUMP), ("hose", HOSE)):
        (folder / "products" / f"{name}.md").write_text(text, "utf-8")
    (folder / ".ragtui.toml").touch()
    (folder / "review.md").write_text(REVIEW, "utf-8")
    return folder
