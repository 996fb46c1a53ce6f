"""How much code three common operations enter, and how the code is divided.

python -m benchmarks.flows VAULT [FOLDER]

Indexes a copy of VAULT, then runs in one process each: a search, an index after one
file has changed, and a question answered with extracts. Counts the files and functions
of ragtui that each enters; generators and methods count as functions, comprehensions,
lambdas and the bodies of modules and classes do not. Of the functions that
`Vault.search` enters, in the order in which it first does, counts how often one is in
another file than the one before. Then counts, of a search once others have been made,
on average over `WARM`: the SQL statements, the calls of Python functions, those of
libraries included, and, of one by keywords, also the calls of functions in C. Then
counts lines, modules that one other module imports (a package's re-exports count as
imports of the module that defines the name) and file names that occur more than once.
FOLDER gets a list of the functions of each flow.

To measure another version, name its packages by PYTHONPATH.
"""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import apsw

from benchmarks.measure import row, scratch
from ragtui_core import Mode, SearchOptions, Vault, open_vault

PACKAGES = (
    "ragtui_core",
    "ragtui_eval",
    "ragtui_files",
    "ragtui_postgres",
    "ragtui_cli",
    "ragtui_serve",
    "ragtui_telegram",
    "ragtui_tui",
    "ragtui_lsp",
)

QUERY = "how do we change the wiper blade"

WARM = (
    QUERY,
    "what is ownership",
    "borrow checker error mutable reference",
    "async await futures",
    "how do I return a result from main",
)


def flows(vault: Path) -> Mapping[str, list[str]]:
    """The command of each flow."""
    return {
        "search": ["search", QUERY, "--vault", str(vault)],
        "index of one changed file": ["index", str(vault)],
        "ask": ["ask", QUERY, "--vault", str(vault), "--provider", "extractive"],
    }


def roots() -> dict[str, Path]:
    """The folder of each package that this version has."""
    found = {}
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec and spec.origin:
            found[package] = Path(spec.origin).parent
    tree = found["ragtui_core"].parents[1]
    return {name: folder for name, folder in found.items() if folder.parents[1] == tree}


Entered = tuple[str, str, int]
"""File, name and line of a function."""


def entered(
    arguments: list[str], folders: Iterable[Path]
) -> tuple[list[Entered], list[Entered]]:
    """Runs a command; the functions of `folders` it enters, and `Vault.search` does.

    In the order of their first entry.
    """
    from ragtui_cli.main import main

    prefixes = tuple(f"{folder}{os.sep}" for folder in folders)
    seen: dict[CodeType, None] = {}
    searching: dict[CodeType, None] = {}
    search, is_searching = Vault.search.__code__, False

    def profile(frame: FrameType, event: str, _: object) -> None:
        nonlocal is_searching
        if frame.f_code is search:
            is_searching = event == "call"
        if event == "call":
            seen.setdefault(frame.f_code)
            if is_searching:
                searching.setdefault(frame.f_code)

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        code = main(arguments)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    if code > 1:  # With 1, the vault has no answer.
        raise SystemExit(f"{arguments[0]} ended with code {code}")

    def functions(codes: Iterable[CodeType]) -> list[Entered]:
        return [
            (code.co_filename, code.co_qualname, code.co_firstlineno)
            for code in codes
            if code.co_filename.startswith(prefixes)
            and not code.co_name.startswith("<")
            and not _is_class_body(code)
        ]

    return functions(seen), functions(searching)


def _is_class_body(code: CodeType) -> bool:
    return "__module__" in code.co_names and "__qualname__" in code.co_names


def measure(vault: Path, *lists: str) -> None:
    """Print the figures; `lists` is the folder for lists of functions, if any."""
    with scratch() as folder:
        copy = folder / "vault"
        shutil.copytree(vault, copy)
        environment = os.environ | {
            "HOME": str(folder),
            "RAGTUI_CONFIG": str(folder / "config.toml"),
            "RAGTUI_DATA_DIR": str(folder / "data"),
        }
        start = [sys.executable, "-m", "ragtui_cli.main", "index", str(copy)]
        subprocess.run(
            start,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        for name in flows(copy):
            if name.startswith("index"):
                changed = next(iter(sorted(copy.rglob("*.md"))))
                changed.write_text(changed.read_text() + "\nA sentence that is new.\n")
            start = [
                sys.executable,
                "-m",
                "benchmarks.flows",
                "--flow",
                name,
                str(copy),
            ]
            subprocess.run([*start, *lists], check=True, env=environment)
        start = [sys.executable, "-m", "benchmarks.flows", "--warm", str(copy)]
        subprocess.run(start, check=True, env=environment)
    report_sizes(roots())


def report_warm(vault: Path) -> None:
    """Print the statements and calls of searches for which all is loaded."""
    statements: list[str] = []

    def trace(event: Any) -> None:
        # FTS5's own statements name the database; those of triggers are comments.
        if not event["sql"].startswith("--") and "'main'." not in event["sql"]:
            statements.append(event["sql"])

    def connected(connection: apsw.Connection) -> None:
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, trace)

    apsw.connection_hooks.append(connected)
    calls = 0

    def profile(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code is not trace.__code__

    def count_all(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        is_call = event in {"call", "c_call"}
        calls += is_call and frame.f_code is not trace.__code__

    with closing(open_vault(vault)) as opened:
        for query in 2 * WARM:
            opened.search(query)
        statements.clear()
        sys.setprofile(profile)
        for query in WARM:
            opened.search(query)
        sys.setprofile(None)
        python, calls = calls, 0
        made = len(statements)
        keyword = SearchOptions(mode=Mode.KEYWORD)
        for query in WARM:
            opened.search(query, keyword)
        sys.setprofile(count_all)
        for query in WARM:
            opened.search(query, keyword)
        sys.setprofile(None)
    row("warm search: SQL statements", made / len(WARM), "statements")
    row("warm search: calls of Python functions", python / len(WARM), "calls")
    row("warm keyword search: calls, C included", calls / len(WARM), "calls")


def report_flow(name: str, vault: Path, *lists: str) -> None:
    """Run one flow, and print what it enters."""
    folders = roots().values()
    with (
        Path(os.devnull).open("w") as nothing,
        redirect_stdout(nothing),
        redirect_stderr(nothing),
    ):
        found, searching = entered(flows(vault)[name], folders)
    row(f"{name}: files entered", len({file for file, _, _ in found}), "files")
    row(f"{name}: functions entered", len(found), "functions")
    if name == "search":
        files = [file for file, _, _ in searching]
        changes = sum(one != other for one, other in pairwise(files))
        row(f"{name}: changes of module", changes, "changes", "in Vault.search")
    for target in lists:
        lines = [f"{file}:{line} {function}\n" for file, function, line in found]
        Path(target, f"{name}.txt").write_text("".join(sorted(lines)))


def report_sizes(packages: Mapping[str, Path]) -> None:
    """Print lines, modules with one importer and repeated file names."""
    files = {
        _module(package, folder, path): path
        for package, folder in packages.items()
        for path in sorted(folder.rglob("*.py"))
    }
    for package, folder in packages.items():
        paths = list(folder.rglob("*.py"))
        lines = sum(len(path.read_text().splitlines()) for path in paths)
        row(f"{package}: lines", lines, "lines", f"{len(paths)} modules")
    modules = [m for m, path in files.items() if path.name != "__init__.py"]
    importers = _importers(files)
    once = [m for m in modules if len(importers.get(m, ())) == 1]
    row("modules", len(modules), "modules", "without __init__.py")
    row("modules with one importer", 100 * len(once) / len(modules), "%")
    names = Counter(files[module].name for module in modules)
    row("repeated file names", sum(n > 1 for n in names.values()), "names")


def _module(package: str, folder: Path, path: Path) -> str:
    parts = [package, *path.relative_to(folder).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _importers(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """By module, those that import it, directly or through a package's re-exports."""
    imports = {module: list(_imports(path)) for module, path in files.items()}
    exported = {
        (module, name): source
        for module, path in files.items()
        if path.name == "__init__.py"
        for source, name in imports[module]
        if source in files
    }
    importers: dict[str, set[str]] = {}
    for module, found in imports.items():
        if files[module].name == "__init__.py":
            continue
        for source, name in found:
            defined = f"{source}.{name}"
            if defined not in files:
                defined = exported.get((source, name), source)
            importers.setdefault(defined, set()).add(module)
    return importers


def _imports(path: Path) -> Iterator[tuple[str, str]]:
    """Each name that a file imports, with the module it comes from."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


if __name__ == "__main__":
    if sys.argv[1] == "--flow":
        report_flow(sys.argv[2], Path(sys.argv[3]), *sys.argv[4:])
    elif sys.argv[1] == "--warm":
        report_warm(Path(sys.argv[2]))
    else:
        measure(Path(sys.argv[1]).resolve(), *sys.argv[2:])
