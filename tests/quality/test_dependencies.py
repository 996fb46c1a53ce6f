"""What the product imports is declared, and what is declared is imported."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]

OPTIONAL = {
    "PIL": "ocr",
    "pillow_heif": "ocr",
    "rapidocr": "ocr",
    "mcp": "serve",
    "mcp_types": "serve",
    "ir_measures": "eval",
    "huggingface_hub": "sentence-transformers",
    "nh3": "serve",
    "psycopg": "postgres",
    "scipy": "eval",
    "sentence_transformers": "sentence-transformers",
    "telegram": "telegram",
    "starlette": "serve",
    "transformers": "sentence-transformers",
    "uvicorn": "serve",
}
"""Modules that an extra brings, by its name."""

NAMES = {"PIL": "pillow", "telegram": "python-telegram-bot"}
"""Distributions of extras that are not called like their module."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_no_editor_fetches_a_package_by_its_name() -> None:
    """Until the name is registered (docs/releasing.md), it may be someone else's."""
    pages = [ROOT / "README.md", *(ROOT / "editors").glob("*/README.md")]
    for page in [*pages, ROOT / "docs" / "editors.md"]:
        by_name = r"(pip|pipx|uvx|uv tool) (install |run )?['\"]?ragtui"
        assert not re.search(by_name, page.read_text("utf-8")), page


@cache
def imported(*names: str) -> frozenset[str]:
    """Every module of others, by its first name, also if imported late or found."""
    folders = (ROOT / name for name in names or ("core", "extensions", "lsp", "tui"))
    files = [path for folder in folders for path in folder.rglob("*.py")]
    assert files
    found = {name for file in files for name in modules(ast.parse(file.read_text()))}
    others = found - sys.stdlib_module_names
    return frozenset(name for name in others if not name.startswith("ragtui_"))


def modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            # Of which a file is used, without its code.
            case ast.Call(
                func=ast.Name(id="find_spec"), args=[ast.Constant(str(name))]
            ):
                yield name


KNOWN = metadata.packages_distributions()


def distribution(module: str) -> str:
    """What brings a module; one that is not installed here has the module's name."""
    return normal(NAMES.get(module) or KNOWN.get(module, [module])[0])


def normal(name: str) -> str:
    """A distribution's name as PyPA's specification normalises it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[<>=!~;\[ ]", each)[0]) for each in requirements}


def test_every_import_is_declared_and_every_declaration_is_imported() -> None:
    always = {distribution(module) for module in imported() - OPTIONAL.keys()}
    assert always == declared(PROJECT["dependencies"])


def test_the_base_is_what_the_core_imports_and_has_at_most_14_requirements() -> None:
    """`.ci/nightly` runs the tests of the core with these alone."""
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    base = re.split(r"^    # ", pyproject, flags=re.M)[1].splitlines()[1:]
    always = {distribution(module) for module in imported("core") - OPTIONAL.keys()}
    assert always == declared([line.strip(' ",') for line in base])
    assert len(base) <= 14


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"]))
def test_an_extra_declares_what_is_imported_with_it(extra: str) -> None:
    needed = {distribution(module) for module, own in OPTIONAL.items() if own == extra}
    assert OPTIONAL.keys() <= imported()
    assert needed == declared(PROJECT["optional-dependencies"][extra])


def test_every_dependency_has_a_lower_bound_and_a_reason() -> None:
    reasons = (ROOT / "docs/dependencies.md").read_text("utf-8")
    extras = PROJECT["optional-dependencies"].values()
    for requirement in (
        *PROJECT["dependencies"],
        *(r for each in extras for r in each),
    ):
        name = re.split(r"[<>=\[]", requirement)[0]
        assert re.search(rf"{re.escape(name)}(\[[\w-]+\])?(>=|==)\d", requirement)
        assert re.search(rf"^\| .*\b{re.escape(name)}\b.*\|", reasons, re.M), name


LOCK = (ROOT / "requirements" / "release.txt").read_text("utf-8")


def locked() -> dict[str, list[tuple[str, str]]]:
    """Of each distribution the locked versions, with their markers."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in LOCK.splitlines():
        if match := re.match(r"([\w.-]+)(?:\[[\w-]+\])?==(\S+) (?:; (.+) )?\\$", line):
            name, version, marker = match.groups(default="")
            found.setdefault(normal(name), []).append((version, marker))
    return found


def test_a_release_is_locked_within_what_is_declared() -> None:
    versions = locked()
    extras = [
        requirement
        for name, extra in PROJECT["optional-dependencies"].items()
        # Hundreds of megabytes; scipy is for those who measure.
        if name not in {"sentence-transformers", "ocr", "eval"}
        for requirement in extra
    ]
    for each in map(Requirement, (*PROJECT["dependencies"], *extras)):
        for version, _ in versions[normal(each.name)]:
            assert each.specifier.contains(version), each


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_one_version_is_locked_for_each_system(python: str, system: str) -> None:
    here = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": system,
        "platform_machine": "x86_64",
    }
    for name, versions in locked().items():
        fitting = [v for v, m in versions if not m or Marker(m).evaluate(dict(here))]
        assert len(fitting) <= 1, name
    for requirement in PROJECT["dependencies"]:
        versions = locked()[normal(Requirement(requirement).name)]
        assert any(not m or Marker(m).evaluate(dict(here)) for _, m in versions)


def test_the_lock_has_digests_and_names_no_index() -> None:
    entries = re.split(r"^(?=[\w.\[\]-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) == sum(map(len, locked().values()))
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), entry
    assert not re.search(r"https?:|file:|--(?:index|find|trusted)", LOCK)
