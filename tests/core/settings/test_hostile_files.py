"""Any settings file gives settings, or one sentence that explains why not."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core.errors import SettingsError
from ragtui_core.settings import Settings, known_keys, load_settings
from ragtui_core.settings.settings_files import write_settings
from support.child_process import run_limited
from support.samples import sampled

BAD = {
    "deep arrays": "x = " + "[" * 100_000,
    "deep tables": "x = " + "{a=" * 50_000,
    "table of tables": "[" * 100_000,
    "a long dotted key": "a." * 100_000 + "b = 1",
    "a quoted dotted key": '"a b".' * 10_000 + "b = 1",
    "many dots below": "\n".join(["." * 300] * 3),
    "too large": "# " + "x" * 300_000,
    "a long key": "k" * 100_000 + " = 1",
    "a huge number": "search.limit = 1" + "0" * 4000,
    "a huge float": "index.max_file_mb = 1" + "0" * 4000,
    "infinity": "index.max_file_mb = inf",
    "not a number": "index.max_file_mb = nan",
    "a date": "search.limit = 2024-01-01",
    "a NUL": 'vault = "a\\u0000b"',
    "a list of lists": "index.ignore = [['a']]",
    "a list for a choice": "search.mode = ['hybrid']",
    "a table for a value": "[search.limit]\na = 1",
    "a value for a table": "search = 1",
    "deep known table": "[search." + "a." * 100 + "b]\nc = 1",
}


@pytest.mark.parametrize("kind", sampled(BAD, 2))
def test_each_is_one_sentence_that_names_the_file(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(BAD[kind])
    said = run_limited(
        """
from pathlib import Path
from ragtui_core.errors import SettingsError
from ragtui_core.settings import load_settings
from ragtui_core.settings.settings_files import write_settings
file = Path(sys.argv[1])
environ = {"RAGTUI_CONFIG": str(file)}
try:
    print(*load_settings(environ=environ).unknown)
except SettingsError as error:
    print(error)
try:
    write_settings(file, {"search.limit": 3})
except SettingsError:
    pass
""",
        file,
    )
    assert str(file) in said
    assert len(said) < 1000 + len(str(file))


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a = '\xe9'\n", b"\x80" * 1000])
def test_what_is_not_utf8_is_named_with_its_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "config.toml").write_bytes(data)
    with pytest.raises(SettingsError, match="line 1 is not UTF-8"):
        load_settings()


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbf[search]\nlimit = 3\n")
    assert load_settings().search.limit == 3


VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(),
        st.floats(),
        st.sampled_from(["hybrid", "x", "\\u0000", "\\u202e"]),
    ),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)
KEYS = st.one_of(st.sampled_from(sorted(known_keys())), st.text("ab.-_ ", min_size=1))


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


FILES = st.one_of(
    st.binary(max_size=200),
    st.text("[]={}.\"'#\n ab1", max_size=200).map(str.encode),
    st.lists(st.tuples(KEYS, VALUES), max_size=3).map(
        lambda pairs: "\n".join(f"{k} = {toml(v)}" for k, v in pairs).encode()
    ),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FILES)
def test_any_file_gives_settings_or_a_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(data)
    environ = {"RAGTUI_CONFIG": str(file)}
    said = ""
    try:
        assert isinstance(load_settings(environ=environ), Settings)
    except SettingsError as error:
        said = str(error)
    assert said.startswith(str(file)) or not said
    try:
        write_settings(file, {"search.limit": 3})
    except SettingsError:
        assert file.read_bytes() == data
