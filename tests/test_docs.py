"""README, ARCHITECTURE, command line and settings say the same."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, cli
from companion.config import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()
RESULTS = (ROOT / "tests" / "benchmarks" / "RESULTS.md").read_text()
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
LINES_OF_THE_CHANGELOG = 300


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme_and_explains_itself(command: str) -> None:
    assert f"companion {command}" in README
    result = CliRunner().invoke(cli, [command, "--help"])
    assert result.exit_code == 0
    for option in re.findall(r"^  (?:-\w, )?(--[a-z-]+)", result.output, re.M):
        assert re.search(rf"{option}\b.*\s\s\S|{option}\b.*\n\s{{10,}}\S", result.output), f"{command} {option} has no help"


def test_no_command_in_the_readme_is_invented() -> None:
    assert set(re.findall(r"`companion ([a-z]+)", README)) <= set(COMMANDS)


@pytest.mark.parametrize("setting", [field.name for field in fields(Settings)])
def test_every_setting_is_in_the_readme(setting: str) -> None:
    assert f"| `{setting}` |" in README


@pytest.mark.parametrize("place", ["vision", "hw", "companion"])
def test_every_module_stands_in_the_drawing_of_the_house(place: str) -> None:
    drawing = ARCHITECTURE[ARCHITECTURE.index("## The tree") :]
    missing = [path.name for path in (ROOT / place).rglob("*.py") if path.name != "__init__.py" and path.name not in drawing]
    assert missing == []


@pytest.mark.parametrize("room", sorted(path.parent.name for path in (ROOT / "vision").glob("*/__init__.py")))
def test_every_module_that_sees_stands_in_its_own_room_of_the_drawing(room: str) -> None:
    start = ARCHITECTURE.index(f"\n  {room}/ ")
    drawn = re.split(r"\n {0,2}\w", ARCHITECTURE[start + 1 :], maxsplit=1)[0]
    assert set(re.findall(r"\w+\.py", drawn)) == {path.name for path in (ROOT / "vision" / room).glob("*.py")} - {"__init__.py"}


def test_every_file_that_a_document_links_to_exists() -> None:
    for document in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "tests/benchmarks/RESULTS.md"):
        text = (ROOT / document).read_text()
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / document).parent.joinpath(target).exists(), f"{document} links to {target}"


def spelled_out(path: str) -> list[str]:
    """Every path that `a/{b,c}.py` stands for."""
    before, brace, rest = path.partition("{")
    if not brace:
        return [path]
    names, _, after = rest.partition("}")
    return [one for name in names.split(",") for one in spelled_out(before + name + after)]


def test_every_file_that_the_changelog_names_exists() -> None:
    named = re.findall(r"`([\w./{},-]*/[\w./{},-]*\.(?:py|toml|json|md|html|js|css))`", CHANGELOG)
    assert named
    assert [path for each in named for path in spelled_out(each) if not (ROOT / path).is_file()] == []


def test_the_changelog_can_be_read_at_one_sitting() -> None:
    assert CHANGELOG.count("\n") <= LINES_OF_THE_CHANGELOG, "one line for what an owner notices; figures go to RESULTS.md"


def test_every_figure_in_the_readme_has_its_date_and_its_command() -> None:
    rows = re.findall(r"^\| (.+) \|$", README[README.index("## What it measures") :], re.M)
    assert rows[0].endswith("| date | command")
    for row in rows[1:]:
        *_, date, command = re.split(r" *\| *", row)
        assert re.fullmatch(r"\d\d-\d\d(, \d\d-\d\d)?", date), row
        assert command.startswith(("`", "the same", "as `")), row


def test_every_command_behind_a_figure_exists() -> None:
    modules = re.findall(r"`python -m ([\w.]+)", README + RESULTS)
    tests = re.findall(r"`pytest [^`]*?(tests/[\w/.]+)", README + RESULTS)
    assert modules and tests
    assert [name for name in modules if not (ROOT / name.replace(".", "/")).with_suffix(".py").exists()] == []
    assert [name for name in tests if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("target", ["run", "test", "test-all"])
def test_the_readme_names_the_targets_that_there_are(target: str) -> None:
    assert f"make {target}" in README + (ROOT / "CONTRIBUTING.md").read_text()
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M)


def test_every_picture_in_the_readme_has_words_for_those_who_do_not_see_it() -> None:
    assert all(words.strip() for words in re.findall(r"!\[([^\]]*)\]", README))
