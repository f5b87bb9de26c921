from __future__ import annotations

from tests.companion.web.pages.conftest import browser, phone

__all__ = ["browser", "phone"]
