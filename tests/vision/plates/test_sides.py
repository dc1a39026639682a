"""A piece that is nearly alike from behind is told by the side that shows; taken for the other, it lies beside its rim."""

import numpy as np
import pytest

from fixtures.piles import Laid, Pile, Shot, picture, plate_line
from tests.vision.plates.test_reader import FOODS, silhouette
from vision.plates.fitting import PARAMS, Standing, fit_closely
from vision.plates.guesses import Agreement, mirrored
from vision.plates.rims import evidence
from vision.plates.sides import PARAMS as SIDES, _other_sides, right_sides
from vision.plates.standing import Pose

ANY_LIGHT = Agreement(5.0, np.ones(3), np.zeros(2), 1.0)


@pytest.mark.parametrize("is_back", [False, True])
def test_a_banana_taken_for_its_other_side_is_turned_over(is_back: bool) -> None:
    """It ended a millimetre below the onion that lay on it, which nothing was seen to carry then."""
    one = silhouette("banana")
    side = mirrored(one.outline_mm) if is_back else one.outline_mm
    pose = Pose(side, 4.0, -60.0, 0.1)
    shot = Shot(tilt=0.0, pan=0.0)
    standing = Pile(plate_line(140, 27), (Laid(FOODS["banana"], pose),))
    rgb = np.asarray(picture(standing, shot, np.random.default_rng(1)), np.float32)
    camera = shot.camera(140.0, standing.height_mm)
    right = Standing(one, pose, evidence(rgb, one, pose, camera, ANY_LIGHT.gain, 0.7))
    (turned,) = _other_sides(right, SIDES)
    wrong = fit_closely(rgb, one, turned, camera, ANY_LIGHT, PARAMS.rivals_mm)
    (found,) = right_sides(rgb, [wrong], camera, ANY_LIGHT)
    assert found is not wrong and np.allclose(found.pose.outline, side)
    assert np.abs(found.pose.line_mm - pose.line_mm).max() < 0.5
    assert right_sides(rgb, [right], camera, ANY_LIGHT) == (right,), "it shows the right side"
