"""A piece shown to the camera on the page in a poor picture: what is amiss is told beside it, in the page's language."""

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from tests.vision.deck import card
from tests.vision.enrolling.test_showing import photo
from tests.web.test_first_evening import MadeUp, client, front, machine
from tests.web.test_showing import BEGIN, is_asked, still, until
from vision.frame import Frame

__all__ = ["client", "front", "machine", "still"]

FLAWS = {
    "en": ("It is blurred.", "A lamp is mirrored in it."),
    "de": ("Das Bild ist unscharf.", "Eine Lampe spiegelt sich darin."),
    "es": ("La imagen está borrosa.", "Una lámpara se refleja en ella."),
}


@pytest.mark.parametrize("language", FLAWS)
def test_a_picture_that_had_better_be_taken_again_is_told_beside_it(client: FlaskClient, machine: MadeUp, language: str) -> None:
    client.post("/setup/language", data={"language": language})
    client.post("/setup/enrol", data=BEGIN)
    sharp = photo(card("red", 1)).rgb
    blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 5), np.uint8)
    lit = np.full(sharp.shape, 0, np.uint8)
    cv2.circle(lit, (600, 350), 40, (255, 255, 255), -1)
    mirrored = cv2.add(sharp, np.asarray(cv2.GaussianBlur(lit, (0, 0), 30), np.uint8))
    for number, (rgb, told) in enumerate(((blurred, FLAWS[language][0]), (np.asarray(mirrored, np.uint8), FLAWS[language][1]))):
        machine.frame = Frame(rgb, 0.0)
        until(machine.boxes, is_asked(number))
        assert told in client.get("/setup/enrol/part").text
        client.post("/setup/enrol/accept", data={"number": str(number), "label": f"lunches-{number + 1}", "part": "1"})
        machine.frame = photo(None)
        until(machine.boxes, lambda now: now.wanted == "card")
    machine.frame = Frame(sharp, 0.0)
    until(machine.boxes, is_asked(2))
    assert "notice warn" not in client.get("/setup/enrol/part").text
