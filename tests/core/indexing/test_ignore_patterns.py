"""Ignore files mean what they mean to git, and no line of one stops indexing."""

import os
import random
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st

from ragtui_core.indexing.ignore_patterns import BadPattern, octets, parse_pattern
from ragtui_core.indexing.ignore_rules import IgnoreRules, folder_rules
from ragtui_core.indexing.scanner import Scan, scan_vault
from ragtui_core.settings import IndexSettings
from support.child_process import run_limited

_PARTS = (
    *("a", "b", "c", "foo", "bar", ".md", "x", "é", "-", "\t", " ", "!", "#"),
    *("/", "/", "/", "*", "*", "**", "**/", "/**", "/**/", "?"),
    *("[ab]", "[!a]", "[^a-c]", "[a-c]", "[z-a]", "[]a]", "[-a]", "[a-]", "[a/b]"),
    *("[[:alpha:]]", "[[:digit:]]", "[[:punct:]]", "[[:bad:]]", "[[:a]", "[a-\\c]"),
    *("[\\]]", "[a", "[", "[!]", "]", "\\", "\\*", "\\a", "\\ ", "\\/"),
)
_NAMES = (
    *("a", "b", "c", "foo", "bar", "ab", "foobar", "fooxbar", "a.md", "foo.md", "aa"),
    *("é", "x", "-", "a b", "a ", "[a", "\\", "*", "#a", "!a", "1", "]", "!", ".md"),
)


def make_tree(root: Path, seed: int) -> None:
    """A few dozen files, and up to three ignore files, below `root`."""
    chance = random.Random(seed)
    for _ in range(25):
        depth = chance.randint(1, 4)
        _write(root / "/".join(chance.choice(_NAMES) for _ in range(depth)), b"")
    folders = sorted(path for path in root.rglob("*") if path.is_dir())
    for folder in (root, *chance.sample(folders, min(len(folders), 2))):
        _write(folder / ".gitignore", _ignore_file(chance))


def _write(file: Path, data: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    except OSError:
        pass  # a file is where a folder should be, or the other way round


def _ignore_file(chance: random.Random) -> bytes:
    end = chance.choice(("\n", "\n", "\r\n"))
    lines = [_pattern(chance) for _ in range(chance.randint(1, 6))]
    data = (end.join(lines) + chance.choice(("", end))).encode()
    kind = chance.random()
    if kind < 0.1:
        return b"\xef\xbb\xbf" + data
    if kind < 0.15:
        return data.replace(b"a", b"a\0", 1)
    return data.replace(b"b", b"\xff", 1) if kind < 0.2 else data


def _pattern(chance: random.Random) -> str:
    pattern = "".join(chance.choice(_PARTS) for _ in range(chance.randint(1, 5)))
    if chance.random() < 0.15:
        pattern = "/" + pattern
    if chance.random() < 0.2:
        pattern = "!" + pattern
    if chance.random() < 0.15:
        pattern += "/"
    return pattern + " " * chance.choice((0, 0, 0, 0, 1, 2))


def start_repository(root: Path) -> None:
    """Make `root` a repository without anything in it."""
    subprocess.run(["git", "init", "-q", root], check=True)


def kept_by_git(root: Path) -> list[str]:
    """The files below `root` that git does not ignore, but for ignore files."""
    listed = subprocess.run(
        [
            *("git", "-c", "core.excludesFile=/dev/null", "-c", "core.ignoreCase=no"),
            *("ls-files", "-o", "-z", "--exclude-standard"),
        ],
        cwd=root,
        check=True,
        capture_output=True,
    ).stdout.decode()
    files = [path for path in listed.split("\0") if path]
    return sorted(path for path in files if Path(path).name != ".gitignore")


MEMORY = Path("/dev/shm")
"""A file system in memory, on Linux."""

needs_git = pytest.mark.skipif(not shutil.which("git"), reason="needs git")


def kept(root: Path) -> list[str]:
    """All files that are not ignored, including those with unusual names."""
    files: list[str] = []
    pending = [("", IgnoreRules())]
    while pending:
        folder, above = pending.pop()
        entries = list(os.scandir(root / folder))
        rules = folder_rules(root, folder, {e.name for e in entries}, above, git=True)
        for entry in entries:
            path = folder + entry.name
            if entry.name in {".git", ".gitignore"}:
                continue
            if not entry.is_dir():
                files += [] if rules.ignores(path) else [path]
            elif not rules.ignores(path, folder=True):
                pending.append((f"{path}/", rules))
    return sorted(files)


def differences(root: Path, seeds: range) -> dict[int, set[str]]:
    start_repository(root)
    for seed in seeds:
        make_tree(root / str(seed), seed)
    apart = set(kept(root)) ^ set(kept_by_git(root))
    return {
        seed: found
        for seed in seeds
        if (found := {path for path in apart if path.startswith(f"{seed}/")})
    }


@needs_git
def test_random_trees_are_ignored_as_git_ignores_them(tmp_path: Path) -> None:
    assert differences(tmp_path, range(150)) == {}


@needs_git
@pytest.mark.large
def test_ten_thousand_random_trees(tmp_path: Path) -> None:
    # In memory: to remove half a million files from a disk takes minutes.
    above = MEMORY if os.access(MEMORY, os.W_OK) else tmp_path
    for first in range(150, 10_150, 1_000):
        with TemporaryDirectory(dir=above) as folder:
            assert differences(Path(folder), range(first, first + 1_000)) == {}


PATTERNS = st.text("ab/*?[]!\\-^: #é", max_size=30)


@given(PATTERNS, st.text("ab/é-", max_size=30))
def test_any_line_is_a_pattern_or_a_named_fault(line: str, path: str) -> None:
    try:
        pattern = parse_pattern(octets(line))
    except BadPattern:
        return
    if pattern:
        pattern.matches(octets(path))


BAD = {
    "bin\\": "ends in a backslash",
    "!": "names no file",
    "\\": "ends in a backslash",
    "/": "names no file",
    "a[b": "unclosed",
    "[[:nonsense:]]": "unknown class",
    "a" * 5000: "longer than",
}


@pytest.mark.parametrize("name", [".gitignore", ".ragtuiignore"])
@pytest.mark.parametrize("line", BAD)
def test_bad_lines_are_named_others_count(tmp_path: Path, name: str, line: str) -> None:
    (tmp_path / name).write_text(f"one.md\n{line}\ntwo.md\n")
    for note in ("one.md", "two.md", "kept.md"):
        (tmp_path / note).write_text("x")
    scan = scan_vault(tmp_path, IndexSettings())
    assert [file.path for file in scan.files] == ["kept.md"]
    assert [item.path for item in scan.skipped] == [name]
    assert "line 2" in scan.skipped[0].reason
    assert BAD[line] in scan.skipped[0].reason


def test_bad_patterns_of_the_settings_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    scan = scan_vault(tmp_path, IndexSettings(ignore=("a\\", "[b")))
    assert [file.path for file in scan.files] == ["a.md"]
    assert [item.path for item in scan.skipped] == ["index.ignore"]
    assert "entry 2, `[b`" in scan.skipped[0].reason


def scan_of(root: Path, name: str, data: bytes) -> Scan:
    (root / name).write_bytes(data)
    (root / "a.md").write_text("x")
    return scan_vault(root, IndexSettings())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("*.md\n".encode("utf-16"), "UTF-16"),
        (b"x\n" * 600_000, "larger than 1 MB"),
        (b"x?\n" * 6000, "more than 5,000 patterns"),
        (b"[a\n" * 6, "and 1 more"),
    ],
)
def test_a_file_used_in_part_says_why(tmp_path: Path, data: bytes, reason: str) -> None:
    scan = scan_of(tmp_path, ".gitignore", data)
    assert [file.path for file in scan.files] == ["a.md"]
    assert reason in scan.skipped[0].reason


HOSTILE = (
    "*a" * 40 + "b",
    "a*" * 40 + "b",
    "**/" * 40 + "b",
    "*a*/" * 20 + "b",
    "**/*a" * 20 + "b",
    "[a-b]*" * 40 + "c",
    "?*" * 60 + "c",
    "*" + "a" * 120 + "b",
)


def test_no_pattern_takes_for_ever() -> None:
    """The old expressions needed longer than the age of the universe for some."""
    run_limited(
        f"""
from ragtui_core.indexing.ignore_patterns import parse_pattern
for line in {HOSTILE!r}:
    matches = parse_pattern(line).matches
    for path in ("a" * 255, "/".join(["a" * 200] * 20), "a/" * 2000 + "a"):
        assert not matches(path)
"""
    )
