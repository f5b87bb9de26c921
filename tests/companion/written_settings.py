"""Settings as an owner writes them, and the errors of wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config import Config
from companion.config import load as load_any
from companion.kit.errors import BadConfig


def loaded(path: Path, settings: str, load: Callable[[Path], Config] = load_any) -> Config:
    path.write_text(settings, encoding="utf-8")
    return load(path)


def complaint(path: Path, settings: str, load: Callable[[Path], Config] = load_any) -> str:
    """The error for wrong settings, without the file name at its start."""
    with pytest.raises(BadConfig) as raised:
        loaded(path, settings, load)
    said = str(raised.value)
    assert said.startswith(f"{path}: ")
    assert said.endswith(".")
    assert "\n" not in said
    return said.removeprefix(f"{path}: ")
