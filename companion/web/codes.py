"""Links as QR codes for a page."""

import io

import segno
from markupsafe import Markup


def qr_svg(link: str) -> Markup:
    """The link as an SVG of our own origin's page, dark on light with a quiet zone."""
    out = io.BytesIO()
    code = segno.make(link, error="m")
    code.save(out, kind="svg", border=4, xmldecl=False, svgns=False, omitsize=True, svgclass="qr", lineclass=None)
    return Markup(out.getvalue().decode())
