"""What the camera sees: pictures in, named pieces in millimetres out. Knows no game."""

import os

# OpenCV reads these once, when it is first imported: a small file that unfolds to gigabytes is refused before it is decoded,
# and a damaged picture is told by our one line instead of by the library's own.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(64 * 1024 * 1024))
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
