"""Figures of the code that may only fall, beside their ceilings.

python -m benchmarks.budget           prints them; fails if one is above its ceiling
python -m benchmarks.budget --lower   writes those that have fallen into the file

The ceilings are in tests/quality/budget.toml. Lines are those of `.py` and `.sql`. A
numeric constant is an assignment of a module whose value contains a number.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import tomlkit

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "quality" / "budget.toml"

PRODUCT = {
    folder.name: folder
    for part in ("core", "extensions", "tui", "lsp")
    for folder in sorted((ROOT / part).glob("ragtui_*"))
}
"""The packages by name."""

FALLEN = 0.98
"""A figure below this part of its ceiling is to be written down."""

ABOVE = 1.01
"""A measured figure may be above its ceiling by so much: two runs differ a little."""

MEASURED = re.compile(r"(?m)^(.+?: [a-z].*?)  +([\d.]+) (?:functions|changes|calls)\b")

Figures = Mapping[str, Mapping[str, int]]
"""Numbers by their names, in tables."""


def _python(folder: Path) -> Iterator[Path]:
    return folder.rglob("*.py")


def _lines(folder: Path) -> int:
    files = [*_python(folder), *folder.rglob("*.sql")]
    return sum(len(file.read_bytes().splitlines()) for file in files)


def lines() -> dict[str, int]:
    """The lines of each package, of the core's own packages, and of the tests."""
    core = PRODUCT["ragtui_core"]
    parts = {
        f"{core.name}/{folder.name}": folder
        for folder in sorted(core.iterdir())
        if (folder / "__init__.py").exists()
    }
    folders = PRODUCT | parts | {"tests": ROOT / "tests"}
    found = {name: _lines(folder) for name, folder in folders.items()}
    return {"product": sum(found[name] for name in PRODUCT), **found}


def _has_number(value: ast.AST | None) -> bool:
    return value is not None and any(
        isinstance(node, ast.Constant) and type(node.value) in {int, float}
        for node in ast.walk(value)
    )


def counts(files: Iterable[str]) -> dict[str, int]:
    """What is counted in the texts of modules."""
    found = dict.fromkeys(
        ("compiled patterns", "numeric constants", "imports in functions"), 0
    )
    for text in files:
        rows = text.split("\n")
        found["compiled patterns"] += sum("re.compile(" in row for row in rows)
        module = ast.parse(text)
        found["numeric constants"] += sum(
            isinstance(node, ast.Assign | ast.AnnAssign) and _has_number(node.value)
            for node in module.body
        )
        found["imports in functions"] += len(
            {
                node
                for function in ast.walk(module)
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
                for node in ast.walk(function)
                if isinstance(node, ast.Import | ast.ImportFrom)
            }
        )
    return found


def flows() -> dict[str, int]:
    """Functions entered, changes of module and calls, on the sample vault."""
    command = [sys.executable, "-m", "benchmarks.flows", str(ROOT / "sample-vault")]
    out = subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return {name: round(float(number)) for name, number in MEASURED.findall(out)}


def of_texts() -> Figures:
    """The figures that the files alone tell."""
    files = (file for folder in PRODUCT.values() for file in _python(folder))
    return {
        "lines": lines(),
        "code": counts(file.read_text("utf-8") for file in files),
    }


def figures() -> Figures:
    """All figures as they are now."""
    return {**of_texts(), "flows": flows()}


def exceeded(now: Figures, ceilings: Figures) -> list[str]:
    """The figures that are above their ceilings, or have none."""
    return [
        f"{table}: {name}: {number} (at most {ceilings[table].get(name, 0)})"
        for table, found in now.items()
        for name, number in found.items()
        if number > ceilings[table].get(name, 0) * (ABOVE if table == "flows" else 1)
    ]


def fallen(now: Figures, ceilings: Figures) -> list[str]:
    """The figures that have fallen further than `FALLEN` below what is written down."""
    return [
        f"{table}: {name}: {now[table].get(name, 0)} (written down: {ceiling})"
        for table, found in ceilings.items()
        if table in now
        for name, ceiling in found.items()
        if now[table].get(name, 0) < FALLEN * ceiling
    ]


def lowered(text: str, now: Figures) -> str:
    """The file with no ceiling above its figure, and none for what is gone.

    The ceiling of a new package is entered by hand.
    """
    file = tomlkit.parse(text)
    for table, found in now.items():
        ceilings: dict[str, int] = file[table]
        for name in [*ceilings]:
            if name not in found:
                del ceilings[name]
            elif found[name] < ceilings[name]:
                ceilings[name] = found[name]
    return tomlkit.dumps(file)


def main() -> int:
    """Print or write the figures."""
    now, text = figures(), FILE.read_text("utf-8")
    if "--lower" in sys.argv:
        text = lowered(text, now)
        FILE.write_text(text, "utf-8")
    ceilings = tomllib.loads(text)
    for table, found in now.items():
        for name, number in found.items():
            ceiling = ceilings[table].get(name, 0)
            print(f"{table:<6} {name:<46} {number:>6} of {ceiling:>6}")
    wrong = exceeded(now, ceilings)
    print(*(f"ABOVE ITS CEILING: {each}" for each in wrong), sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
