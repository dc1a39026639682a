"""axe-core in the page: what people with other senses would stumble over."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
    .map(found => `${found.id}: ${found.nodes.slice(0, 3).map(node => node.html.slice(0, 140)).join(' | ')}`)"""


def violations(page: Page) -> Any:
    """Every rule that the page breaks, with where."""
    if not AXE.is_file():
        pytest.skip("axe-core is not there; `npm ci --prefix tests/browser` brings it")
    # The page's policy lets no script in but its own; the browser's tools are not bound by it.
    page.evaluate(AXE.read_text(encoding="utf-8") + "; void 0")
    return page.evaluate(RUN)
