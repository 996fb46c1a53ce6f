"""Links to files and folders that are not notes."""

from pathlib import Path

import pytest

from ragtui_core.links import is_elsewhere, linked_path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "vault"
    (root / "notes" / "img").mkdir(parents=True)
    (root / "notes" / "img" / "a.png").touch()
    (root / "top.png").touch()
    (root.parent / "outside.png").touch()
    (root.parent / "outside.md").touch()
    (root / "notes" / "out.png").symlink_to(root.parent / "outside.png")
    (root / "notes" / "in.png").symlink_to(root / "top.png")
    return root


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("img/a.png", "notes/img/a.png"),
        ("img", "notes/img"),
        ("./img/../img/a.png", "notes/img/a.png"),
        ("../top.png", "top.png"),
        ("top.png", "top.png"),
        ("/notes/img/a.png", "notes/img/a.png"),
        ("in.png", "notes/in.png"),
        ("a.png", None),
        ("out.png", None),
        ("../../outside.png", None),
        ("/etc/passwd", None),
        ("a\0b", None),
        ("a" * 5000, None),
        ("", None),
    ],
)
def test_a_link_leads_to_what_is_in_the_vault(
    root: Path, target: str, path: str | None
) -> None:
    assert linked_path(root, target, "notes/a.md") == path


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("../std/option/enum.Option.html", True),
        ("/std/index.html", True),
        ("../../outside.png", True),
        ("../../other/page.htm", True),
        ("none.html", False),
        ("../notes/none.html", False),
        ("std/none.png", False),
        ("../../outside.md", True),
        ("../../none.md", False),
        ("{folder}/outside.md", True),
        ("{folder}/none.md", False),
        ("/{folder}/outside.md", False),
        ("../../outside", False),
        ("a\0b.html", False),
        ("a" * 5000 + "/b.html", True),
        ("", False),
    ],
)
def test_pages_of_other_sites_and_files_outside_are_elsewhere(
    root: Path, target: str, *, expected: bool
) -> None:
    folder = root.parent.as_posix().removeprefix(root.drive)
    named = target.replace("{folder}", folder)
    assert is_elsewhere(root, named, "notes/a.md") == expected


def test_paths_that_cannot_exist_are_not_looked_for(root: Path) -> None:
    assert linked_path(root, "top.png", "a.md", lambda _: True) == "top.png"
    assert linked_path(root, "top.png", "a.md", lambda _: False) is None
