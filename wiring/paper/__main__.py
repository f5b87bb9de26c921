"""Writes all of it into one folder, and beside that as one archive: `python -m wiring.paper [FOLDER] [--host NAME]`."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from companion.games import GAMES
from companion.locale import LANGUAGES, translator
from companion.table.ports import WifiNetwork
from hardware.pins import PinMap, read_pins
from wiring.paper import cutting, solid
from wiring.paper.cards import HOST, quick_start, seat_cards
from wiring.paper.case import SIZES, CaseSizes, read_sizes
from wiring.paper.workshop import labels, template


def made(
    pins: PinMap,
    sizes: CaseSizes,
    host: str = HOST,
    speech: Callable[[str], Callable[[str], str]] = translator,
    wifi: WifiNetwork | None = None,
) -> dict[str, bytes]:
    """Every file by its name. `speech` gives the words of a language; `wifi`: the box's own, to be on the cards.

    Raises ValueError if the case does not fit.
    """
    laid = cutting.spread(cutting.parts(pins, sizes))
    files = {
        "case.toml": SIZES.read_bytes(),
        "case-laser.dxf": cutting.dxf(laid).encode(),
        "case-laser.svg": cutting.svg(laid).encode(),
        "case-print-body.stl": solid.stl(solid.body(pins, sizes)),
        "case-print-lid.stl": solid.stl(solid.lid(pins, sizes)),
        "case-print-marks.stl": solid.stl(solid.marks(pins, sizes)),
        "drilling-template.pdf": template(pins, sizes),
        "labels.pdf": labels(pins, sizes),
    }
    for language in LANGUAGES:
        translate = speech(language)
        files[f"seats-{language}.pdf"] = seat_cards(pins, translate, host)
        for game in GAMES:
            files[f"quick-start-{game.name}-{language}.pdf"] = quick_start(game, translate, host, wifi)
    return files


def packed(files: dict[str, bytes]) -> bytes:
    """The same files as a ZIP, without times or owners."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as pack:
        for name, content in sorted(files.items()):
            entry = ZipInfo(f"companion-paper/{name}")
            entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, 3, 0o100644 << 16
            pack.writestr(entry, content)
    return archive.getvalue()


def main(words: list[str]) -> None:
    """Write the folder, and FOLDER.zip."""
    parser = ArgumentParser("python -m wiring.paper", description="Cards, labels, a template and a case, as files.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist/paper"), help="where to: %(default)s")
    parser.add_argument("--host", default=HOST, help="the box's name in its network: %(default)s")
    parser.add_argument("--wifi", nargs=2, metavar=("NAME", "PASSWORD"), help="the box's own Wi-Fi, for the cards")
    given = parser.parse_args(words)
    try:
        wifi = WifiNetwork(*given.wifi) if given.wifi else None
        files = made(read_pins(), read_sizes(), given.host, wifi=wifi)
    except (ValueError, msgspec.DecodeError) as error:
        sys.exit(str(error))
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (given.folder / name).write_bytes(content)
    given.folder.with_name(given.folder.name + ".zip").write_bytes(packed(files))


if __name__ == "__main__":
    main(sys.argv[1:])
