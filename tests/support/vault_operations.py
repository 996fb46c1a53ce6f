"""Random changes to a folder of notes, of every kind that people and tools make.

Files change in place, by replacement, with their time and size kept; they move, swap
names, turn into folders and back; folders move with all they contain, in and out of the
vault; ignore files and settings change; links lead here and there.
"""

import os
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDERS = ("", "a", "a/deep", "b", "b.with.dot", "c d", "folder.md", "Fall")
NAMES = ("one.md", "two.md", "Two.md", "three.markdown", "vier ö.md", "梨.md", "x.txt")
MOST_FILES = 120
WORDS = [
    *("pump", "valve", "harbour", "tide", "ledger", "梨", "果物", "parseConfigFile"),
    "gauge",
]


class VaultOperations:
    """Changes one vault at random; the same seed makes the same changes."""

    def __init__(self, root: Path, outside: Path, seed: int) -> None:
        """Change the vault `root`; `outside` is a folder to move things to and from."""
        self.root = root
        self.outside = outside
        self.random = random.Random(seed)
        self.count = 0
        self._kinds: list[tuple[int, Callable[[], object]]] = [
            (10, self._write),
            (8, self._edit_in_place),
            (6, self._edit_unseen),
            (5, self._replace),
            (8, self._delete),
            (8, self._move),
            (3, self._swap),
            (3, self._rename_case),
            (4, self._move_folder),
            (2, self._delete_folder),
            (2, self._make_folder),
            (3, self._move_out_or_in),
            (2, self._ignore),
            (1, self._settings),
            (2, self._link),
            (2, self._touch),
            (1, self._copy_folder),
            (1, self._binary),
        ]

    def fill(self, files: int) -> None:
        """Write so many files to begin with."""
        for _ in range(files):
            self._write()

    def step(self) -> str:
        """Make one change; what it was."""
        weights = [weight for weight, _ in self._kinds]
        ((_, change),) = self.random.choices(self._kinds, weights)
        self.count += 1
        try:
            if len(self._files()) > MOST_FILES:
                change = self._shrink
            change()
        except OSError:
            return f"{change.__name__} failed"  # Such as a folder where a file was.
        return change.__name__

    # --- what there is ---

    def _files(self) -> list[Path]:
        return sorted(
            path
            for path in self.root.rglob("*")
            if path.is_file() and not path.is_symlink() and path.name[0] != "."
        )

    def _folders(self) -> list[Path]:
        return sorted(
            path
            for path in self.root.rglob("*")
            if path.is_dir() and not path.is_symlink()
        )

    def _file(self) -> Path:
        files = self._files()
        if not files:
            raise FileNotFoundError
        return self.random.choice(files)

    def _place(self) -> Path:
        place = self.root / self.random.choice(FOLDERS) / self.random.choice(NAMES)
        place.parent.mkdir(parents=True, exist_ok=True)
        return place

    def _text(self) -> str:
        pick = self.random
        words = [pick.choice(WORDS) for _ in range(pick.randint(3, 40))]
        head = ""
        if pick.random() < 0.4:
            head = f"---\ntitle: {pick.choice(WORDS)}\ntags: [{pick.choice(WORDS)}]\n"
            head += f"date: {pick.choice(['2026-01-05', '9999-12-31', '.nan', '-1'])}\n"
            head += "---\n"
        title = (
            f"# {pick.choice(WORDS)} {self.count}\n\n" if pick.random() < 0.7 else ""
        )
        link = f"\n\nSee [[{pick.choice(WORDS)}]]." if pick.random() < 0.4 else ""
        return f"{head}{title}{' '.join(words)}.{link}\n"

    # --- files ---

    def _write(self) -> None:
        self._place().write_text(self._text(), "utf-8")

    def _edit_in_place(self) -> None:
        with self._file().open("a", encoding="utf-8") as file:
            file.write(f"\nAn addition, number {self.count}.\n")

    def _edit_unseen(self) -> None:
        """Change a letter, and keep size and modification time."""
        file = self._file()
        status = file.stat()
        data = bytearray(file.read_bytes())
        if data:
            at = self.random.randrange(len(data))
            data[at] = ord(self.random.choice("aeiou"))
            with file.open("r+b") as opened:
                opened.write(data)
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))

    def _replace(self) -> None:
        """Save as editors do: a new file takes the place of the old one."""
        file = self._file()
        new = file.with_name(f".{file.name}.swp")
        new.write_text(self._text(), "utf-8")
        if self.random.random() < 0.3:
            status = file.stat()
            os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))
        new.replace(file)

    def _touch(self) -> None:
        when = self.random.choice([0, -(10**9), 10**9, 1_800_000_000, 10**10, 10**11])
        os.utime(self._file(), (when, when))

    def _delete(self) -> None:
        self._file().unlink()

    def _move(self) -> None:
        file, place = self._file(), self._place()
        file.rename(place)
        if self.random.random() < 0.3:  # Moved and edited at once.
            place.write_text(self._text(), "utf-8")

    def _swap(self) -> None:
        one, other = self._file(), self._file()
        between = one.with_name(".between")
        one.rename(between)
        other.rename(one) if other != one else None
        between.rename(other)

    def _rename_case(self) -> None:
        file = self._file()
        file.rename(file.with_name(file.name.swapcase()))

    def _binary(self) -> None:
        self._place().write_bytes(bytes(range(256)))

    # --- folders ---

    def _shrink(self) -> None:
        """Keep the vault small enough to be looked at often."""
        shutil.rmtree(self._folder())
        for kept in self.outside.iterdir():
            shutil.rmtree(kept) if kept.is_dir() else kept.unlink()

    def _make_folder(self) -> None:
        place = self._place()
        place.unlink(missing_ok=True)
        place.mkdir()
        (place / "inside.md").write_text(self._text(), "utf-8")

    def _folder(self) -> Path:
        folders = self._folders()
        if not folders:
            raise FileNotFoundError
        return self.random.choice(folders)

    def _move_folder(self) -> None:
        folder = self._folder()
        name = self.random.choice(["moved", "moved.md", "moved.x", "b", ".hidden"])
        target = self.random.choice([self.root, *self._folders()]) / name
        if folder not in target.parents:
            folder.rename(target)

    def _delete_folder(self) -> None:
        shutil.rmtree(self._folder())

    def _copy_folder(self) -> None:
        folder = self._folder()
        # A link may lead to a folder that would contain its own copy.
        if not folder.is_symlink():
            shutil.copytree(folder, self.root / f"copy{self.count}", symlinks=True)

    def _move_out_or_in(self) -> None:
        """Move a file or a folder out of the vault, or back in."""
        kept = sorted(self.outside.iterdir())
        if kept and self.random.random() < 0.5:
            back = self.random.choice(kept)
            back.rename(self._place().with_name(back.name.partition("-")[2]))
            return
        leaving = self.random.choice([self._file(), self._folder()])
        leaving.rename(self.outside / f"{self.count}-{leaving.name}")

    # --- what decides which files count ---

    def _ignore(self) -> None:
        folder = self.random.choice([self.root, self.root, *self._folders()])
        file = folder / self.random.choice([".gitignore", ".ragtuiignore"])
        if file.exists() and self.random.random() < 0.6:
            file.unlink()
            return
        rules = self.random.sample(["two.md", "a/", "*.markdown", "!one.md", "b*"], 2)
        file.write_text("\n".join(rules) + "\n")

    def _settings(self) -> None:
        file = self.root / ".ragtui.toml"
        texts = [
            '[index]\nignore = ["vier*"]\n',
            '[index]\nextensions = [".md", ".txt"]\n',
            "[chunking]\nmax_tokens = 64\n",
            "",
        ]
        file.write_text(self.random.choice(texts))

    def _link(self) -> None:
        place = self._place().with_name(f"link{self.random.randint(0, 2)}.md")
        place.unlink(missing_ok=True)
        targets = [self._file(), self.root / "one.md", self.outside]
        place.symlink_to(self.random.choice(targets))
