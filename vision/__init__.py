"""What the camera sees: pictures in, named pieces in millimetres out. Knows no game."""

import os

# OpenCV reads these once, when it is first imported: a small file that unfolds to gigabytes is refused before it is decoded,
# and a damaged picture is told by our one line instead of by the library's own.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(64 * 1024 * 1024))
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")

# So does numpy's linear algebra. Products here are small and many: threads that wait for each other in turns take many times as long
# where other programs, or the camera and the page, want a processor, too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
