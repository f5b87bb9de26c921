"""The messages to and from pages, read from the Python code that sends and takes them, for authors of a face.

shapes.py          writes .ci/web/shapes.d.ts (for `tsc`) and the tables of companion/web/README.md
shapes.py --check  only compares

Laws: the shapes in Python are the one source; the same sources give the same bytes.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from companion.club import board as scoreboard
from companion.daemon import library
from companion.daemon.pages import owner, shape
from companion.table import afar, owning, ports
from companion.web import twin
from companion.web.live import PageTouch
from companion.web.pages import wire
from companion.web.pages.owner import OWNERS as OWNERS_KIND

Struct = type[msgspec.Struct]

ROOT: Final = Path(__file__).parents[1]
TYPES: Final = Path(".ci/web/shapes.d.ts")
README: Final = Path("companion/web/README.md")
FILES: Final = (TYPES, README)
COMMAND: Final = ".venv/bin/python .ci/shapes.py"

TOLD: Final[Mapping[str, Struct]] = {
    wire.HELLO.decode(): shape.Hello,
    wire.TABLE.decode(): shape.PublicView,
    wire.OWN.decode(): shape.Own,
    wire.TOLD.decode(): wire.ReplyResult,
}
"""The messages to a page over `/live`, by kind."""
SAID: Final[Mapping[str, Struct]] = {"reply": afar.Reply, "naming": afar.Naming, "sitting": afar.Sitting}
"""The messages from a seat's page."""
OWNERS: Final[Mapping[str, Struct]] = {OWNERS_KIND.decode(): owner.Owned}
"""The messages to the owner's page besides `hello`, `table` and `told`."""
ROOMS: Final[Mapping[str, tuple[Struct, ...]]] = {
    "live": (
        *TOLD.values(),
        *SAID.values(),
        *OWNERS.values(),
        *get_args(owning.Orders),
        owner.Drawn,
        library.ListedGames,
        library.BroughtBackup,
        ports.WifiNetwork,
        library.Replay,
        library.Hindsight,
    ),
    "twin": (twin.TwinLayout, twin.TwinWords, PageTouch),
    "club": (scoreboard.BoardContent,),
}
"""Their namespaces in TypeScript: one for each server, with all the shapes that its messages use."""
PAGES: Final[Mapping[str, str]] = {
    "Twin": "companion/web/static/index.html",
    "Table": "companion/web/pages/static/table.html",
    "Seat": "companion/web/pages/static/seat.html",
    "Owner": "companion/web/pages/static/owner.html",
    "Enter": "companion/web/pages/static/enter.html",
    "Club": "companion/club/static/board.html",
}
WORDS: Final[Mapping[object, str]] = {
    str: "text",
    int: "number",
    float: "number",
    bool: "true or false",
    NoneType: "null",
}
"""The kinds in words for people."""
ELEMENTS: Final = {"svg": "SVGSVGElement"}
"""An element's type in TypeScript, if `HTMLElementTagNameMap` has none."""
SIMPLE: Final[Mapping[object, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    object: "unknown",
}


# --- the shapes ------------------------------------------------------------------------------------------------------


def parts(roots: Iterable[Struct]) -> tuple[Struct, ...]:
    """These shapes and all shapes in them, each after the one that first names it."""
    found: dict[Struct, None] = {}

    def look(kind: object) -> None:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in found:
                return
            found[kind] = None
            kinds: Iterable[object] = get_type_hints(kind).values()
        else:
            kinds = get_args(kind)
        for each in kinds:
            look(each)

    for root in roots:
        look(root)
    return tuple(found)


def written(kind: object) -> str:
    """A type as TypeScript writes it. Raises TypeError for a type that no message has."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    args = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return " | ".join(json.dumps(each) for each in args)
        case origin if origin in (Union, UnionType):
            return " | ".join(map(written, args))
        case origin if origin is dict:
            return f"Record<string, {written(args[1])}>"
        case origin if origin is tuple and args[1:] == (...,):
            inner = written(args[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case origin if origin is tuple:
            return f"[{', '.join(map(written, args))}]"
    raise TypeError(f"expected what a page can be told, got {kind}")


class Field(msgspec.Struct, frozen=True):
    """A field of a shape."""

    name: str
    type: str
    is_optional: bool
    """A sender of it may leave it out; messages to pages are always complete."""
    says: str
    """Its meaning, in a sentence; empty: its name says it."""


def fields(struct: Struct) -> tuple[Field, ...]:
    """Its fields, in the order of the wire."""
    hints, says, config = get_type_hints(struct), sentences(struct), struct.__struct_config__
    tag = [Field(config.tag_field, json.dumps(config.tag), False, "")] if config.tag_field else []
    return (
        *tag,
        *(
            Field(
                each.name,
                written(hints[each.name]),
                config.forbid_unknown_fields and not each.required,
                says[each.name],
            )
            for each in msgspec.structs.fields(struct)
        ),
    )


def sentences(struct: Struct) -> dict[str, str]:
    """The docstring below each field, in one line."""
    body = _classes(inspect.getsourcefile(struct) or "")[struct.__name__].body
    said = dict.fromkeys(struct.__struct_fields__, "")
    for line, below in pairwise(body):
        if isinstance(line, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            said[ast.unparse(line.target)] = " ".join(str(below.value.value).split())
    return said


@cache
def _classes(file: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def headline(struct: Struct) -> str:
    """The first line of its docstring."""
    return inspect.cleandoc(struct.__doc__ or "").splitlines()[0]


# --- TypeScript ------------------------------------------------------------------------------------------------------


def types() -> str:
    """All of `shapes.d.ts`."""
    rooms = "\n".join(_namespace(name, map(_interface, parts(roots))) for name, roots in ROOMS.items())
    kinds = "".join(f"    {kind}: live.{struct.__name__};\n" for kind, struct in {**TOLD, **OWNERS}.items())
    orders = " | ".join(f"live.{order.__name__}" for order in get_args(owning.Orders))
    pages = (_page(name, (ROOT / path).read_text(encoding="utf-8")) for name, path in PAGES.items())
    return (
        f"// Made by `{COMMAND}` of the Python that tells these shapes: nothing here is written by hand.\n\n"
        f"{rooms}\n/** What a page is told over the wire, by its kind. */\ninterface Messages {{\n{kinds}}}\n\n"
        f"/** What the owner's page says. */\ntype Order = {orders};\n\n"
        f"/** The elements that have an id, by page. */\n{_namespace('ids', pages)}\n"
        "/** What a page says, by what it calls the place. */\ntype Said = Record<string, string>;\n\n"
        "/** Finds an element of a page. */\ntype At<Ids> = <Id extends keyof Ids>(id: Id) => Ids[Id];\n"
    )


def _namespace(name: str, inside: Iterable[str]) -> str:
    return f"declare namespace {name} {{\n{chr(10).join(inside)}}}\n"


def _interface(struct: Struct) -> str:
    lines = "".join(f"    {each.name}{'?' * each.is_optional}: {each.type};\n" for each in fields(struct))
    return f"  interface {struct.__name__} {{\n{lines}  }}\n"


class _Ids(HTMLParser):
    """The tags of all elements that have an id."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if name := dict(attrs).get("id"):
            self.found[name] = ELEMENTS.get(tag, f'HTMLElementTagNameMap["{tag}"]')


def _page(name: str, html: str) -> str:
    ids = _Ids()
    ids.feed(html)
    lines = "".join(f'    "{each}": {kind};\n' for each, kind in ids.found.items())
    return f"  interface {name} {{\n{lines}  }}\n"


# --- the paper -------------------------------------------------------------------------------------------------------


def tables() -> str:
    """The contract of `/live`, for people: a table for each shape."""
    kinds = {struct: kind for kind, struct in {**TOLD, **SAID}.items()}
    return "\n".join(_table(struct, kinds.get(struct, struct.__name__)) for struct in parts(kinds))


def _table(struct: Struct, title: str) -> str:
    hints = get_type_hints(struct)
    tag = str(struct.__struct_config__.tag)
    rows = "".join(_row(each, in_words(hints[each.name]) if each.name in hints else tag) for each in fields(struct))
    return f"### {title}\n{headline(struct)}\n\n| field | holds | meaning |\n|---|---|---|\n{rows}"


def _row(field: Field, holds: str) -> str:
    says = field.says.replace("`None`", "`null`")
    return f"| `{field.name}` | {holds}{', or left out' * field.is_optional} | {says} |\n"


def in_words(kind: object) -> str:
    """A type in the words of a table."""
    args = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return " or ".join(map(str, args))
        case origin if origin in (Union, UnionType):
            return " or ".join(map(in_words, args))
        case origin if origin is dict:
            return f"by name: {in_words(args[1])}"
        case origin if origin is tuple and args[1:] == (...,):
            return f"list of {in_words(args[0])}"
        case origin if origin is tuple:
            return f"list of {' and '.join(map(in_words, args))}"
    name = kind.__name__ if isinstance(kind, type) else ""
    return WORDS.get(kind) or f"[{name}](#{name.lower()})"


def paper(old: str) -> str:
    """The README, its tables replaced by these."""
    marks = re.compile(r"(<!-- shapes: [^\n]*-->\n\n).*?(\n<!-- end of shapes -->)", re.DOTALL)
    return marks.sub(lambda found: found[1] + tables() + found[2], old)


def made() -> dict[Path, str]:
    """The text of each file."""
    return {TYPES: types(), README: paper((ROOT / README).read_text(encoding="utf-8"))}


def main(words: list[str]) -> str | None:
    """Write the files, or say which one differs from what the sources give."""
    for file, text in made().items():
        if words != ["--check"]:
            (ROOT / file).write_text(text, encoding="utf-8")
        elif (ROOT / file).read_text(encoding="utf-8") != text:
            return f"{file} does not have the shapes of the sources; run {COMMAND} and commit"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
