"""Random folders with random ignore files, made from a seed, and git's view of them."""

import random
import subprocess
from pathlib import Path

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
