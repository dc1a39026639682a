"""Drawn tables of a dinner party by their seed, as they are read."""

from companion.cli.enrolling import as_pack
from companion.pack import built_in
from fixtures.art import load_art
from fixtures.film import jpeg
from fixtures.render import render
from tests.benchmarks.drawn_dinners import FOLDER, Lying, lying, scene_of
from tests.enrolled import enrolled, reader_of
from vision.image.decode import decode
from vision.observation import Observation


def dinner(seed: int) -> tuple[Observation, list[Lying]]:
    """What is seen, and what lies there."""
    drawn = list(lying(as_pack(enrolled(FOLDER), built_in("surrealist_dinner_party"), FOLDER), seed))
    scene = scene_of(drawn, seed)
    photograph = jpeg(render(scene, load_art(FOLDER))[0], scene.exposure.jpeg_quality)
    return reader_of(FOLDER).read(decode(photograph, f"{seed}.jpg")), drawn
