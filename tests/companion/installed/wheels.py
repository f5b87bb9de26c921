"""Wheels as an author's tools make them, of a game that is soon over."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.kit import KIT
from tests.companion.games import nim

RULES: Final = (
    Path(nim.__file__)
    .read_text(encoding="utf-8")
    .replace('name: Final = "nim"', 'name: Final = "otters"')
    .replace('title: Final = "Nim"', 'title: Final = "Otters"')
)


def manifest(kit: str = KIT, title: str = "Otters", **more: object) -> str:
    """The source of a module that has a manifest."""
    said = {"board_name": "", "seats": range(2, 5), "rulebooks": (), "languages": ("en", "de"), "licence": "MIT"} | more
    told = "".join(f"    {name}={value!r},\n" for name, value in said.items())
    named = f'    place="otters.rules:NIM",\n    name="otters",\n    title={title!r},\n    kit={kit!r},\n'
    return f"from companion.kit import Manifest\n\nMANIFEST = Manifest(\n{named}{told})\n"


def sources(**more: str) -> dict[str, str]:
    """The files of the package; in `more`, modules of it by their names."""
    files = {"otters/__init__.py": manifest(), "otters/rules.py": RULES}
    return files | {f"otters/{'__init__' if name == 'init' else name}.py": text for name, text in more.items()}


def compiled(words: dict[str, str]) -> bytes:
    """A catalogue."""
    catalogue = Catalog("de")
    for message, said in words.items():
        catalogue.add(message, said)
    write_mo(file := BytesIO(), catalogue)
    return file.getvalue()


def wheel(
    folder: Path,
    files: Mapping[str, str | bytes] | None = None,
    *,
    version: str = "1.0",
    entry: str = "[companion.games]\notters = otters:MANIFEST\n",
    package: str = "otters_game",
) -> Path:
    """A wheel with these files; each package in it has some German words, as its manifest says."""
    files = sources() if files is None else files
    packages = [name.removesuffix("/__init__.py") for name in files if name.endswith("/__init__.py")]
    words = {f"{each}/locale/de/LC_MESSAGES/{each}.mo": compiled({"Matches": "Hölzer"}) for each in packages}
    file = folder / f"{package}-{version}-py3-none-any.whl"
    info = f"{package}-{version}.dist-info"
    told = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: {version}\n",
        f"{info}/entry_points.txt": entry,
    }
    with ZipFile(file, "w") as zipped:
        for name, text in {**words, **files, **told}.items():
            zipped.writestr(name, text)
    return file


def beavers(folder: Path) -> Path:
    """The wheel of another game, which differs only in its names."""
    files = {
        "beavers/__init__.py": manifest(title="Beavers").replace("otters", "beavers"),
        "beavers/rules.py": RULES.replace('"otters"', '"beavers"').replace('"Otters"', '"Beavers"'),
    }
    return wheel(folder, files, package="beavers", entry="[companion.games]\nbeavers = beavers:MANIFEST\n")
