"""Every file that people hand over by mistake is refused in one line; every good one is upright RGB of 8 bits."""

import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from tests.vision.tables import ROOT, photographs
from vision.image.decode import PictureError, PictureLimits, decode, load_frame, turned

RNG = np.random.default_rng(7)
STORED = np.zeros((24, 40, 3), np.uint8)
"""RGB with another colour in each quarter, so that every turn shows."""
STORED[:12, :20], STORED[:12, 20:], STORED[12:, :20], STORED[12:, 20:] = (220, 30, 30), (30, 220, 30), (30, 30, 220), (230, 230, 230)


def encoded(pixels: NDArray[np.generic], kind: str) -> bytes:
    """A file of RGB(A) or grey pixels."""
    if pixels.ndim == 3:
        pixels = pixels[..., [2, 1, 0, *range(3, pixels.shape[2])]]
    done, buffer = cv2.imencode(kind, np.ascontiguousarray(pixels))
    assert done
    return bytes(buffer)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, extra: bytes = b"", pixels: bytes = b"") -> bytes:
    """A PNG whose header promises a size; `pixels` need not keep the promise."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + extra + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b"")


def exif(turn: int, order: str = "<") -> bytes:
    """A smallest EXIF block with an orientation."""
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    return head + struct.pack(order + "HHHIHHI", 1, 274, 3, 1, turn, 0, 0)


def jpeg_with_exif(turn: int, order: str = "<") -> bytes:
    jpeg = encoded(STORED, ".jpg")
    body = b"Exif\0\0" + exif(turn, order)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def near(rgb: NDArray[np.uint8], expected: NDArray[np.uint8], off: int) -> bool:
    """Equal within `off` grey levels, away from the borders of the quarters, where JPEG smears."""
    return rgb.shape == expected.shape and int(np.median(np.abs(rgb.astype(int) - expected))) <= off


class TestWhatIsTaken:
    @pytest.mark.parametrize(("kind", "off"), [(".png", 0), (".bmp", 0), (".tiff", 0), (".jpg", 8), (".webp", 8)])
    def test_colours_come_out_as_red_green_blue(self, kind: str, off: int) -> None:
        frame = decode(encoded(STORED, kind), "a", taken_at=5.0)
        assert near(frame.rgb, STORED, off)
        assert frame.taken_at == 5.0

    @pytest.mark.parametrize("kind", [".png", ".jpg", ".bmp", ".tiff"])
    def test_grey_becomes_rgb(self, kind: str) -> None:
        grey = np.tile(np.linspace(0, 255, 40).astype(np.uint8), (24, 1))
        rgb = decode(encoded(grey, kind), "a").rgb
        assert near(rgb, np.repeat(grey[..., None], 3, axis=2), 8)

    @pytest.mark.parametrize("kind", [".png", ".tiff"])
    def test_sixteen_bits_are_scaled_to_eight(self, kind: str) -> None:
        rgb = decode(encoded(STORED.astype(np.uint16) * 257, kind), "a").rgb
        assert np.abs(rgb.astype(int) - STORED).max() <= 1

    def test_transparent_pixels_lie_on_white(self) -> None:
        alpha = np.zeros((24, 40, 1), np.uint8)
        alpha[:, 20:] = 255
        alpha[12:, 20:] = 128
        rgb = decode(encoded(np.dstack([STORED, alpha]), ".png"), "a").rgb
        assert (rgb[:, :20] == 255).all()
        assert (rgb[:12, 20:] == STORED[:12, 20:]).all()
        assert np.abs(rgb[20, 30].astype(int) - (230 * 128 + 255 * 127) // 255).max() <= 1

    def test_cmyk_jpeg_becomes_rgb(self) -> None:
        rgb = decode(CMYK_JPEG, "a").rgb
        assert rgb.shape == (16, 16, 3)
        red, blue = rgb[8, 2].astype(int), rgb[8, 13].astype(int)
        assert red[0] > 180 and red[2] < 80 and blue[2] > 180 and blue[0] < 80

    @pytest.mark.parametrize("order", ["<", ">"])
    @pytest.mark.parametrize("turn", range(1, 9))
    def test_the_exif_turn_is_applied(self, turn: int, order: str) -> None:
        assert near(decode(jpeg_with_exif(turn, order), "a").rgb, np.ascontiguousarray(turned(STORED, turn)), 8)

    def test_turns_are_those_of_the_exif_standard(self) -> None:
        """The stored top-left pixel: 1 top left, 2 top right, 3 bottom right, 4 bottom left; 6 is turned a quarter clockwise."""
        stored = np.zeros((2, 3, 3), np.uint8)
        stored[0, 0] = 255
        places = {1: (0, 0), 2: (0, -1), 3: (-1, -1), 4: (-1, 0), 5: (0, 0), 6: (0, -1), 7: (-1, -1), 8: (-1, 0)}
        for turn, place in places.items():
            upright = turned(stored, turn)
            assert upright.shape[:2] == ((3, 2) if turn > 4 else (2, 3))
            assert upright[place].all() and upright.sum() == 3 * 255
        stored[0, 1] = 255  # right of it: below after a quarter clockwise
        assert turned(stored, 6)[1, -1].all()

    def test_the_turn_of_a_png_is_applied(self) -> None:
        plain = encoded(STORED, ".png")
        turned_png = plain[:33] + chunk(b"eXIf", exif(6, ">")) + plain[33:]
        assert (decode(turned_png, "a").rgb == turned(STORED, 6)).all()

    @pytest.mark.parametrize("turn", [0, 9, 65535])
    def test_a_turn_that_does_not_exist_is_none(self, turn: int) -> None:
        assert near(decode(jpeg_with_exif(turn), "a").rgb, STORED, 8)

    def test_bytes_behind_the_end_of_a_jpeg_do_no_harm(self) -> None:
        assert near(decode(encoded(STORED, ".jpg") + b"\0trailer" * 20, "a").rgb, STORED, 8)

    @pytest.mark.photos
    def test_every_labelled_photograph_is_taken(self) -> None:
        pictures = [p for p in photographs("real").rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png")]
        assert pictures
        for path in pictures[::5]:
            assert load_frame(path).rgb.mean() > 5


REFUSED = {
    "empty": (b"", "empty"),
    "text": (b"not a picture\n" * 9, "a text file"),
    "noise": (bytes(range(256)), "no picture"),
    "cut JPEG": (encoded(STORED, ".jpg")[:-40], "cut short"),
    "JPEG head only": (encoded(STORED, ".jpg")[:60], "cut short"),
    "cut PNG": (encoded(STORED, ".png")[:-30], "cut short"),
    "cut BMP": (encoded(STORED, ".bmp")[:-30], "cut short"),
    "cut TIFF": (encoded(STORED, ".tiff")[: len(encoded(STORED, ".tiff")) // 2], "cut short"),
    "cut WebP": (encoded(STORED, ".webp")[:-8], "cut short"),
    "PNG of no pixels": (png(0, 0), "0 x 0 pixels"),
    "huge PNG": (png(20_000, 20_000), "20000 x 20000 pixels"),
    "long PNG": (png(65_535, 9), "65535 x 9 pixels"),
    "thin PNG": (png(400, 1), "400 x 1 pixels"),
    "strip": (png(9000, 9), "one side at most 100 times the other"),
    "PNG with too few pixels": (png(500, 500, pixels=b"\0" * 99), "damaged"),
    "animated PNG": (png(40, 24, chunk(b"acTL", struct.pack(">II", 3, 0))), "an animation"),
    "damaged PNG": (encoded(STORED, ".png").replace(b"IHDR\0\0\0\x28", b"IHDR\0\0\0\x29"), "damaged"),
    "huge BMP": (b"BM" + struct.pack("<IHHIIiiHHI", 70, 0, 0, 54, 40, 30_000, 30_000, 1, 24, 1) + b"\0" * 40, "30000 x 30000"),
    "huge JPEG": (b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + b"\0" * 9 + b"\xff\xd9", "65535 x 65535"),
    "huge WebP": (b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0" + b"\0" * 4 + b"\xff\xff\0" * 2 + b"\0" * 12, "65536 x 65536"),
    "animated WebP": (b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\x02" + b"\0" * 3 + b"\x40\0\0" * 2 + b"\0" * 12, "an animation"),
    "GIF": (b"GIF89a" + b"\0" * 30, "a GIF"),
    "PDF": (b"%PDF-1.7\n" + b" " * 30, "a PDF"),
    "HEIC": (b"\0\0\0\x18ftypheic" + b"\0" * 30, "HEIC"),
    "RIFF sound": (b"RIFF\x08\0\0\0WAVEfmt ", "no picture"),
    "turned TIFF": (b"II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 274, 3, 1, 6, 0) + b"\0" * 4, "stored turned"),
    "two-page TIFF": (b"II*\0\x08\0\0\0\0\0" + struct.pack("<I", 8), "several pages"),
}


class TestWhatIsRefused:
    @pytest.mark.parametrize("case", REFUSED)
    def test_in_one_line_that_names_the_file_and_the_fault(self, case: str) -> None:
        data, fault = REFUSED[case]
        with pytest.raises(PictureError) as caught:
            decode(data, "table/photo 1.jpg")
        line = str(caught.value)
        assert line.startswith("table/photo 1.jpg: ") and fault in line and "\n" not in line
        assert ";" in line, "says what to do"

    def test_more_bytes_than_any_photograph_has(self) -> None:
        with pytest.raises(PictureError, match="at most 0 MB"):
            decode(encoded(STORED, ".png"), "a", limits=PictureLimits(most_bytes=50))

    def test_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(PictureError, match=r"gone\.jpg: no such file; check the name"):
            load_frame(tmp_path / "gone.jpg")

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(PictureError, match="a folder, not a picture"):
            load_frame(tmp_path)

    def test_a_file_used_as_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"x")
        with pytest.raises(PictureError, match="cannot be read"):
            load_frame(tmp_path / "a" / "b.jpg")

    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.jpg")
        with pytest.raises(PictureError, match="not a plain file"):
            load_frame(tmp_path / "pipe.jpg")

    def test_a_name_with_a_zero_byte(self) -> None:
        with pytest.raises(PictureError, match="cannot be read"):
            load_frame(Path("a\0b.jpg"))

    def test_a_file_that_may_not_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "a.jpg"
        path.write_bytes(encoded(STORED, ".jpg"))

        def refuse(_: Path) -> bytes:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(Path, "read_bytes", refuse)  # root may read everything, so the mode alone would not do
        with pytest.raises(PictureError, match="permission"):
            load_frame(path)

    @pytest.mark.parametrize("kind", [".jpg", ".png", ".bmp", ".tiff", ".webp"])
    def test_a_file_cut_anywhere(self, kind: str) -> None:
        whole = encoded(STORED, kind)
        for end in range(0, len(whole) - 9, max(1, len(whole) // 60)):
            with pytest.raises(PictureError):
                decode(whole[:end], "a")

    @settings(max_examples=150, deadline=None)
    @given(st.sampled_from([".jpg", ".png", ".bmp", ".tiff", ".webp"]), st.integers(0, 2**32), st.integers(1, 12))
    def test_a_file_with_flipped_bytes_is_a_picture_or_refused(self, kind: str, seed: int, flips: int) -> None:
        rng = np.random.default_rng(seed)
        data = bytearray(encoded(STORED, kind))
        for at in rng.integers(0, len(data), flips):
            data[at] = rng.integers(256)
        try:
            assert decode(bytes(data), "a").rgb.dtype == np.uint8
        except PictureError as error:
            assert "\n" not in str(error)

    @settings(max_examples=100, deadline=None)
    @given(st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF", b"BM", b"II*\0", b"MM\0*"]))
    def test_bytes_without_sense(self, data: bytes, first: bytes) -> None:
        with pytest.raises(PictureError):
            decode(first + data, "a")


BOMB = """
import sys
from vision.image.decode import PictureError, load_frame
from pathlib import Path
def peak_kb():  # not getrusage, which knows what the program that started this one held
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
before = peak_kb()
try:
    load_frame(Path(sys.argv[1]))
except PictureError as error:
    print(error)
print((peak_kb() - before) // 1024)
"""


class TestBombs:
    def test_a_small_file_of_400_million_pixels_costs_no_memory(self, tmp_path: Path) -> None:
        packed = zlib.compressobj(1)
        rows = b"".join(packed.compress(b"\0" * (100 * 60_001)) for _ in range(200)) + packed.flush()
        head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0))
        bomb = tmp_path / "bomb.png"
        bomb.write_bytes(head + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
        assert bomb.stat().st_size < 8_000_000
        said = subprocess.run([sys.executable, "-c", BOMB, bomb], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
        line, megabytes = said.stdout.strip().splitlines()
        assert "20000 x 20000 pixels" in line and int(megabytes) < 50
        assert said.stderr == ""

    def test_opencv_itself_is_limited_before_it_is_imported(self) -> None:
        ask = "import vision.frame, os; print(os.environ['OPENCV_IO_MAX_IMAGE_PIXELS'])"
        env = {k: v for k, v in os.environ.items() if not k.startswith("OPENCV")}
        said = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True, env=env)
        assert int(said.stdout) == 64 * 1024 * 1024


CMYK_JPEG = bytes.fromhex(
    "ffd8ffee000e41646f626500640000000002ffdb0043000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17202e2931302e292d2c333a4a3e333646"
    "372c2d405741464c4e525352323e5a615a50604a51524fffdb0043010e0e0e131113261515264f352d354f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f"
    "4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4fffc00014080010001004011100021101031101041100ffc4001600010101000000000000"
    "00000000000000050007ffc40014100100000000000000000000000000000000ffc4001501010100000000000000000000000000000705ffc400141101000000"
    "00000000000000000000000000ffda000e040100021103110400003f007d646cd38e874aa81188548e874aa9ffd9"
)
"""16 x 16, left half red, right half blue, in four inks as Adobe writes them."""


FUZZ = """
import resource, sys
import numpy as np
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from tests.vision.image.test_decode import STORED, encoded
from vision.image.decode import PictureError, decode
rng = np.random.default_rng(1)
big = np.kron(STORED, np.ones((6, 6, 1), np.uint8)) ^ rng.integers(0, 32, (144, 240, 3), np.uint8)
taken = refused = 0
for kind in (".jpg", ".png", ".webp", ".tiff", ".bmp"):
    whole = encoded(big, kind)
    for n in range(400):
        data = bytearray(whole)
        if n % 2:
            for at in rng.integers(0, min(len(data), 400 if n % 4 == 1 else len(data)), 1 + n % 16):
                data[at] = rng.integers(256)
        else:
            at, more = sorted(rng.integers(0, len(data), 2))
            data[at:more] = b"" if n % 4 else bytes(data[at:more]) * 2
        try:
            frame = decode(bytes(data), "x")
            taken += 1
            assert frame.rgb.size <= 192_000_000
        except PictureError as error:
            refused += 1
            assert "\\n" not in str(error)
print(taken, refused)
"""


@pytest.mark.slow
def test_two_thousand_damaged_files_in_little_memory() -> None:
    """In a process of its own: a decoder that crashes or eats memory would end it."""
    said = subprocess.run([sys.executable, "-c", FUZZ], cwd=ROOT, capture_output=True, text=True, check=True, timeout=240)
    taken, refused = map(int, said.stdout.split())
    assert taken + refused == 2000 and refused > 1000, said.stdout
