"""Drawn cards of one design: gold print on dark grounds."""

import cv2
import numpy as np

from vision.frame import Rgb
from vision.looks import canon

GOLD = (217, 180, 74)
NAVY, PINE, PLUM = (29, 47, 79), (31, 64, 50), (68, 32, 61)


def card(sign: str, ground: tuple[int, int, int]) -> Rgb:
    """A card of 480 by 832 pixels with a sign (`cup` or `bag`) in a ring."""
    picture = np.full((832, 480, 3), ground, np.uint8)
    cv2.rectangle(picture, (16, 16), (464, 816), GOLD, 6)
    cv2.circle(picture, (240, 416), 170, GOLD, 8, cv2.LINE_AA)
    for turn in range(0, 360, 45):
        x, y = 240 + 90 * np.cos(np.radians(turn)), 416 + 90 * np.sin(np.radians(turn))
        cv2.ellipse(picture, (round(x), round(y)), (70, 26), turn, 0, 360, GOLD, 8, cv2.LINE_AA)
    if sign == "cup":
        cv2.circle(picture, (240, 416), 44, GOLD, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(picture, (225, 380), (255, 452), GOLD, -1)
    for y in (90, 742):
        cv2.putText(picture, "6", (210, y + 24), cv2.FONT_HERSHEY_DUPLEX, 2.6, GOLD, 8, cv2.LINE_AA)
    return picture


def hazy(picture: Rgb) -> Rgb:
    """The same on the canonical raster, less bright and under a shine that is nearly white."""
    small = cv2.resize(picture, (canon.WIDTH, canon.HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    noise = np.random.default_rng(1).normal(0, 2, small.shape)
    return np.asarray(np.clip(0.75 * small + (48, 50, 52) + noise, 0, 255), np.uint8)
