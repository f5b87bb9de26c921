"""The package's list of its parts, over made-up parts and over this environment's own."""

from __future__ import annotations

import json
from pathlib import Path

import parts
import pytest

WITHIN: dict[str, dict[str, str]] = {
    "C": {},  # itself
    "always": {"version": "1"},
    "libjpeg-turbo": {"scope": "optional", "version": "3"},
    "libgone": {"scope": "optional"},
}
"""What the makers of a part say is in it."""
MIT = "MIT License\n\nCopyright (c) 2020 Somebody\n\nPermission is hereby granted"


def lay(site: Path, name: str, metadata: str, files: dict[str, str]) -> None:
    """A distribution as an installer leaves it."""
    info = f"{name.replace('-', '_')}-1.0.dist-info"
    files = {**files, f"{info}/METADATA": f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{metadata}\n"}
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in (*files, "../../bin/gone"))
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    ours = {"companion/__init__.py": "", "companion_box-1.0.dist-info/licenses/LICENSE": MIT}
    for file in parts.FONTS:
        ours |= {f"companion/faces/fonts/{file}": "", f"companion/faces/fonts/{file[:-4]}.LICENSE.txt": "by Anna"}
    lay(
        tmp_path,
        "companion-box",
        "License-Expression: MIT\nRequires-Dist: a.b\nRequires-Dist: c>=1; extra == 'x'",
        ours,
    )
    lay(tmp_path, "a.b", "License: BSD", {"share/b/__init__.py": "", "a.b-1.0.dist-info/LICENSE": "no year"})
    return tmp_path


def test_each_part_is_named_with_its_licence_and_its_text(site: Path) -> None:
    lay(site, "c", "License-Expression: MIT OR EPL-2.0", {"c.py": "", "c-1.0.dist-info/licenses/LICENSE.md": MIT})
    with pytest.raises(SystemExit, match=r"a\.b does not say which licence it has"):
        parts.parts(site)
    lay(site, "a.b", "Classifier: License :: OSI Approved :: BSD License", {})
    made_of = parts.parts(site)
    assert [(part.name, part.licence) for part in made_of] == [
        ("companion-box", "MIT"),
        ("a.b", "BSD-3-Clause"),
        ("c", "MIT OR EPL-2.0"),
        *parts.FONTS.values(),
    ]
    told = parts.copyright_file(made_of)
    paragraphs = told.split("\n\nFiles: ")
    assert len(paragraphs) == 1 + len(made_of)
    assert paragraphs[1].startswith("* "), "what nobody else claims is ours"
    assert f"{parts.SITE}/c.py" in paragraphs[3]
    assert "\nCopyright: 2020 Somebody\nLicense: MIT or EPL-2.0\n MIT License\n .\n" in paragraphs[3]
    assert "\nCopyright: the authors of a.b\n" in paragraphs[2]


def test_a_part_without_its_text_stops_the_build(site: Path) -> None:
    lay(site, "c", "License: MIT", {"c.py": ""})
    lay(site, "a.b", "License: MIT", {})
    with pytest.raises(SystemExit, match="c has no text of its licence"):
        parts.parts(site)


def test_the_bill_names_all_that_is_inside_and_who_needs_whom(site: Path, tmp_path: Path) -> None:
    told = {"name": "c"}, [{"type": "library", "name": name, **more} for name, more in WITHIN.items()]
    sbom = json.dumps({"metadata": {"component": told[0]}, "components": told[1]})
    files = {"c/__init__.py": "", "c.libs/libjpeg-1a2b.so.62": "", "c-1.0.dist-info/LICENSE": MIT}
    lay(site, "c", "License: MIT", {**files, "c-1.0.dist-info/sboms/c.cdx.json": sbom})
    lay(site, "a.b", "License: MIT", {})
    parts.main(str(site), "0.2.0~dev1+g1a", "arm64", str(tmp_path))
    bill = json.loads((tmp_path / "companion.cdx.json").read_text("utf-8"))
    refs = [part["bom-ref"] for part in bill["components"]]
    assert refs[:3] == ["pkg:pypi/companion-box@1.0", "pkg:pypi/a-b@1.0", "pkg:pypi/c@1.0"]
    assert len({*refs}) == len(refs) == 5
    assert bill["metadata"]["component"]["purl"] == "pkg:deb/companion@0.2.0~dev1%2Bg1a?arch=arm64"
    assert bill["dependencies"][:2] == [
        {"ref": bill["metadata"]["component"]["bom-ref"], "dependsOn": refs[:1]},
        {"ref": refs[0], "dependsOn": refs[1:3]},
    ]
    within = bill["components"][2]["components"]
    assert [part["name"] for part in within] == ["always", "libjpeg-turbo", "libjpeg-1a2b.so.62"], "really inside"
    assert within[-1]["hashes"][0]["alg"] == "SHA-256"
    before = (tmp_path / "companion.cdx.json").read_bytes()
    parts.main(str(site), "0.2.0~dev1+g1a", "arm64", str(tmp_path))
    assert (tmp_path / "companion.cdx.json").read_bytes() == before


def test_the_licence_that_pyserial_lacks_is_pyserial_s() -> None:
    text = (Path(parts.__file__).parents[1] / "wiring/package/pyserial.txt").read_text("utf-8")
    assert "Chris Liechti" in text
    assert "SPDX-License-Identifier:    BSD-3-Clause" in text
    assert parts.CLASSIFIED["BSD License"] == "BSD-3-Clause"
