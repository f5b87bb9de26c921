"""Writes the Debian package's copyright file and its bill of materials, from the files that are really in it.

parts.py SITE VERSION ARCHITECTURE FOLDER    writes FOLDER/copyright (DEP-5) and FOLDER/companion.cdx.json (CycloneDX)

Laws: a part without a named licence, or without its text, stops the build; the same parts give the same bytes.
"""

from __future__ import annotations

import json
import os
import re
import sys
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import Distribution, distributions
from pathlib import Path, PurePath
from typing import Any, NamedTuple
from urllib.parse import quote

OURS = "companion-box"
SITE = "opt/companion/unpacked/lib/python3/site-packages"
"""Where the parts are on the Pi."""
FONTS = {"DejaVuSans-Bold.ttf": ("DejaVu Sans Bold", "Bitstream-Vera"), "terminus-bold.otb": ("Terminus", "OFL-1.1")}
"""Files in our own folder that are not ours, each with its name and licence; the licence's text is beside it."""
CLASSIFIED = {"MIT License": "MIT", "BSD License": "BSD-3-Clause", "unlicense.org": "Unlicense"}
"""SPDX's names for licences that their authors call otherwise; each of these licences has been read."""
COPYRIGHT = re.compile(
    r"^\W*copyright\s+(?:\(c\)|©)?\s*((?:(?<=\(c\) )|\d{4}).*?)(?:\.? all rights reserved.*|\.)?$",
    re.IGNORECASE | re.MULTILINE,
)


class Part(NamedTuple):
    """A work inside the package."""

    name: str
    version: str
    licence: str
    """The licence's name in SPDX."""
    text: str
    files: tuple[str, ...]
    """Where it is, as patterns of DEP-5."""
    needs: frozenset[str] = frozenset()
    """The names of other parts that it needs."""
    within: tuple[dict[str, Any], ...] = ()
    """Libraries that are compiled into it, or lie beside it, each as a component of CycloneDX."""

    @property
    def purl(self) -> str:
        """Its package URL, a name that is unique in the world."""
        return f"pkg:pypi/{_canonical(self.name)}@{quote(self.version)}" if self.version else f"font:{self.name}"

    @property
    def owners(self) -> list[str]:
        """Its copyright holders."""
        return list(dict.fromkeys(" ".join(line.split()) for line in COPYRIGHT.findall(self.text)))


def parts(site: Path) -> list[Part]:
    """All parts in a folder of packages, ours first, then by name. Raises SystemExit if a licence is missing."""
    there = sorted(distributions(path=[str(site)]), key=lambda one: (one.name != OURS, _canonical(one.name)))
    names = {_canonical(one.name) for one in there}
    return [*(_part(one, site, names) for one in there), *(_font(site, file) for file in FONTS)]


def _part(one: Distribution, site: Path, names: set[str]) -> Part:
    tops = sorted({top for path in one.files or () if (site / (top := _top(path, site))).exists()})
    files = tuple(f"{SITE}/{top}/*" if (site / top).is_dir() else f"{SITE}/{top}" for top in tops)
    folder = next(site / top for top in tops if top.endswith(".dist-info"))
    libraries = [path for top in tops if top.endswith(".libs") for path in sorted((site / top).iterdir())]
    needs = frozenset(_canonical(re.split(r"[^\w.-]", need)[0]) for need in one.requires or ()) & names
    within = (*_within(folder, libraries), *map(_file, libraries))
    return Part(one.name, one.version, _licence(one), _text(one.name, folder), files, needs, within)


def _top(path: PurePath, site: Path) -> str:
    """The folder or file of one part only: several may share a folder that is no package itself, such as luma."""
    first, *rest = map(str, path.parts)
    is_shared = (site / first).is_dir() and "." not in first and not (site / first / "__init__.py").exists()
    return f"{first}/{rest[0]}" if is_shared and rest else first


def _licence(one: Distribution) -> str:
    told = {key: one.metadata.get_all(key) or [] for key in ("License-Expression", "License", "Classifier")}
    classified = (line.rpartition(" :: ")[2] for line in told["Classifier"] if line.startswith("License ::"))
    for name in (*told["License-Expression"], *told["License"], *classified):
        if name in CLASSIFIED:
            return CLASSIFIED[name]
        if re.fullmatch(r"[\w.+-]+( (OR|AND) [\w.+-]+)*", name) and name != "BSD":
            return str(name)
    sys.exit(f"parts.py: {one.name} does not say which licence it has")


def _text(name: str, folder: Path) -> str:
    """The text of all licence files, without lists of authors."""
    files = [
        path for path in sorted(folder.rglob("*")) if path.is_file() and re.match("(?i)LICEN[CS]E|e[dp]l-", path.name)
    ]
    if name == OURS:
        files = files[:1]  # the others are the fonts'
    if not files:
        sys.exit(f"parts.py: {name} has no text of its licence; put one into wiring/package")
    return "\n\n".join(path.read_text(encoding="utf-8").strip() for path in files)


def _within(folder: Path, libraries: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The components in its authors' own bills, without itself; optional ones only if their library is there."""
    stems = [re.split(r"[-.]", path.name.removeprefix("lib"))[0] for path in libraries]
    for path in sorted(folder.glob("sboms/*.json")):
        bill = json.loads(path.read_text(encoding="utf-8"))
        own = bill["metadata"]["component"]["name"].lower()
        for one in bill["components"]:
            name = one["name"].lower()
            if name != own and ("scope" not in one or any(stem in name for stem in stems)):
                yield {key: one[key] for key in ("type", "name", "version", "purl", "licenses") if key in one}


def _file(path: Path) -> dict[str, Any]:
    return {
        "type": "file",
        "name": path.name,
        "hashes": [{"alg": "SHA-256", "content": sha256(path.read_bytes()).hexdigest()}],
    }


def _font(site: Path, file: str) -> Part:
    name, licence = FONTS[file]
    path = site / "companion/faces/fonts" / file
    text = path.with_suffix(".LICENSE.txt").read_text(encoding="utf-8").strip()
    return Part(name, "", licence, text, (f"{SITE}/companion/faces/fonts/{path.stem}.*",))


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


# --- DEP-5 -----------------------------------------------------------------------------------------------------------


def copyright_file(made_of: Sequence[Part]) -> str:
    """A paragraph for each part; the last one that names a file counts."""
    head = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: companion\n"
        "Comment: Files without a paragraph of their own, as the units and rules, are the companion's.\n"
    )
    return "\n".join((head, *map(_paragraph, made_of)))


def _paragraph(part: Part) -> str:
    files = " ".join(("*", *part.files) if part.name == OURS else part.files)
    owners = "\n ".join(part.owners or [f"the authors of {part.name}"])
    licence = re.sub(r" (OR|AND) ", lambda found: found[0].lower(), part.licence)
    text = "\n".join(f" {line.rstrip()}" if line.strip() else " ." for line in part.text.splitlines())
    comment = f"{part.name} {part.version}".strip()
    return f"Files: {files}\nCopyright: {owners}\nLicense: {licence}\n{text}\nComment: {comment}\n"


# --- CycloneDX -------------------------------------------------------------------------------------------------------


def bill(made_of: Sequence[Part], version: str, architecture: str, made_at: int) -> dict[str, Any]:
    """The bill of the whole package, in CycloneDX 1.6."""
    whole = f"pkg:deb/companion@{quote(version)}?arch={architecture}"
    refs = {_canonical(part.name): part.purl for part in made_of}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, whole)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(made_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": whole,
                "name": "companion",
                "version": version,
                "purl": whole,
            },
        },
        "components": [_component(part) for part in made_of],
        "dependencies": [
            {"ref": whole, "dependsOn": [refs[OURS]]},
            *(
                {"ref": part.purl, "dependsOn": sorted(refs[name] for name in part.needs)}
                for part in made_of
                if part.version
            ),
        ],
    }


def _component(part: Part) -> dict[str, Any]:
    is_one = " " not in part.licence
    licence = {"license": {"id": part.licence}} if is_one else {"expression": part.licence}
    facts: dict[str, Any] = {"type": "library", "bom-ref": part.purl, "name": part.name, "licenses": [licence]}
    if part.version:
        facts |= {"version": part.version, "purl": part.purl}
    if part.within:
        facts["components"] = [{"bom-ref": f"{part.purl}#{n}", **one} for n, one in enumerate(part.within, 1)]
    return facts


def main(site: str, version: str, architecture: str, folder: str) -> None:
    """Write both files."""
    made_of = parts(Path(site))
    Path(folder, "copyright").write_text(copyright_file(made_of), encoding="utf-8")
    told = bill(made_of, version, architecture, int(os.environ.get("SOURCE_DATE_EPOCH", "0")))
    Path(folder, "companion.cdx.json").write_text(
        json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
