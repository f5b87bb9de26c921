"""What Raspberry Pi Imager 2 must know about an image on this computer, as a `.rpi-imager-manifest` beside it.

Without one it offers no form for an image that it has not downloaded itself. Its schema: doc/json-schema in
github.com/raspberrypi/rpi-imager.
"""

import hashlib
import json
from datetime import date
from pathlib import Path
from typing import Final

SUFFIX: Final = ".rpi-imager-manifest"
CAPABILITIES: Final = ("i2c", "usb_otg")
"""What the form may offer; the Imager asks for it at the Pi and at the system."""
MODELS: Final = {
    "Raspberry Pi Zero 2 W": "pi3-64bit",
    "Raspberry Pi 3": "pi3-64bit",
    "Raspberry Pi 4": "pi4-64bit",
    "Raspberry Pi 5": "pi5-64bit",
}
"""Each with the tag by which the Imager finds its systems."""
ICON: Final = "icons/use_custom.png"
"""One of the Imager's own."""


def written(image: Path, *, form: bool, released: date) -> Path:
    """Write it beside an image. `form`: cloud-init waits on this image for what the Imager's form gives it."""
    with image.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    size = image.stat().st_size
    system = {
        "name": "Companion",
        "description": "The box for board games, on Raspberry Pi OS (64-bit)",
        "icon": ICON,
        "url": image.resolve().as_uri(),
        "extract_size": size,
        "extract_sha256": digest,
        "image_download_size": size,
        "image_download_sha256": digest,
        "release_date": released.isoformat(),
        "init_format": "cloudinit-rpi" if form else "none",
        "devices": sorted(set(MODELS.values())),
        "architecture": "armv8",
        "capabilities": CAPABILITIES if form else (),
    }
    devices = [
        {
            "name": name,
            "description": "64-bit",
            "tags": [tag],
            "matching_type": "exclusive",
            "architecture": "armv8",
            "capabilities": CAPABILITIES,
        }
        for name, tag in MODELS.items()
    ]
    told = {"imager": {"devices": devices}, "os_list": [system]}
    path = image.with_suffix(SUFFIX)
    path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return path
