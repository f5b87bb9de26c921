"""Writes the versions that uv resolves into the files that replace a lock file, or compares them; `.ci/pin` calls it.

pin.py check|write versions <versions      into pyproject.toml, under [tool.uv] constraint-dependencies
pin.py check|write FILE <requirements      versions with their hashes
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def pinned(project: str, versions: list[str]) -> str:
    """The text of pyproject.toml with these versions, a line each."""
    rows = "".join(f'    "{version}",\n' for version in versions)
    constraints = re.compile(r"(^constraint-dependencies = \[\n).*?(^\])", re.MULTILINE | re.DOTALL)
    return constraints.sub(lambda found: found[1] + rows + found[2], project)


def hashes(requirements: str) -> dict[str, set[str]]:
    """Each version with its hashes."""
    rows = re.sub(r"\s*\\\n\s*", " ", requirements).splitlines()
    return {row.split(" --hash")[0]: set(re.findall(r"--hash=(\S+)", row)) for row in rows}


def is_held(ours: str, theirs: str) -> bool:
    """Whether our requirements are the resolved ones. A release may get more hashes later, for another Python."""
    held, resolved = hashes(ours), hashes(theirs)
    return held.keys() == resolved.keys() and all(held[row] and held[row] <= resolved[row] for row in held)


def main(how: str, what: str, told: str) -> str | None:
    """Write `what`, or say what is wrong with it."""
    file = Path("pyproject.toml" if what == "versions" else what)
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    new = pinned(old, [line.strip() for line in told.splitlines() if line.strip()]) if what == "versions" else told
    if how == "write":
        file.write_text(new, encoding="utf-8")
    elif not (old == new if what == "versions" else is_held(old, new)):
        return f"{file} does not hold the versions that uv resolves; run .ci/pin and commit"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.stdin.read()))
