"""What tests of several rooms need: the packs of our own art, enrolled once."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
"""No test fails because a machine is slow."""


@pytest.fixture(scope="session", autouse=True)
def _one_shelf(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is enrolled is kept where all processes of this run find it."""
    from tests.enrolled import share

    own = tmp_path_factory.getbasetemp()
    share(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def photos() -> Path:
    """The labelled photographs beside the checkout (`TC_DATA` or ../shared/data); a test without them says so."""
    place = Path(os.environ.get("TC_DATA", ROOT.parent / "shared" / "data"))
    if not place.is_dir():
        pytest.skip(f"no labelled photographs at {place}; TC_DATA names another place")
    return place


@pytest.fixture(scope="session")
def appetite_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """fixtures/packs/appetite as an owner enrols it."""
    from companion.cli.enrolling import as_pack
    from companion.pack import built_in, save
    from tests.enrolled import enrolled

    out = tmp_path_factory.mktemp("packs") / "appetite"
    found = enrolled(ROOT / "fixtures" / "packs" / "appetite")
    save(out, as_pack(found, built_in("appetite"), out), found.catalogue)
    return out
