"""Small nets read from their files, with the engine of OpenCV that is quickest for them. Any OpenCV since 4.5."""

from pathlib import Path

import cv2

MODELS = Path(__file__).with_name("models")
"""Where the trained nets lie."""


def load_net(path: Path) -> cv2.dnn.Net:
    """The net of an ONNX file. One thread at a time may use it.

    OpenCV 5 brought a second engine, made for large nets: for these small ones the first takes little more than half its time.
    """
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(str(path)) if classic is None else cv2.dnn.readNetFromONNX(str(path), classic)
