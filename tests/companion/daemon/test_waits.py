"""The game's thread waits for nothing without a limit but the disk's commit: all that can wait, read from the code.

A new wait needs a limit, or a line here that says which thread waits there, or who ends the wait.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import pytest

pytestmark = pytest.mark.untraced

ROOT: Final = Path(__file__).parents[3]
ROOMS: Final = (
    *("companion/daemon", "companion/faces", "companion/games", "companion/journal", "companion/kit"),
    *("companion/locale", "companion/match", "companion/players", "companion/table", "companion/workshop", "hardware"),
)
"""The rooms in which the game's thread runs."""
ALONE: Final = ("companion/files.py", "companion/toml_file.py", "companion/web/server.py", "companion/web/port.py")
DOORS: Final = ("companion/web/pages/doors.py", "companion/web/words.py", "companion/config.py")
NEVER_THERE: Final = (
    "workshop/doctor",
    "workshop/bundle.py",
    "daemon/library.py",
    "daemon/support.py",
    "daemon/trouble.py",
    "daemon/wifi.py",
    "daemon/update.py",
    "daemon/programs.py",
    "daemon/sticks.py",
    "daemon/stick_backup.py",
    "locale/compile.py",
)
"""Modules that run in other processes or threads."""

WITHOUT_A_LIMIT: Final = ("join", "wait", "get", "acquire", "communicate", "result", "recv", "accept", "drain")
"""Methods that wait for ever if they get no limit."""
PROGRAMS: Final = ("run", "call", "check_call", "check_output")
"""Functions of `subprocess`; `timeout` is their limit."""


class Stand(NamedTuple):
    """A place where a thread may wait."""

    file: str
    function: str
    what: str


ALLOWED: Final = {
    Stand("companion/players/mind.py", "_go_on", "recv"): "the bot's thread",
    Stand("companion/players/mind.py", "_newest", "get"): "the bot's thread",
    Stand("companion/players/mind.py", "think", "recv"): "the bot's process",
    Stand("companion/daemon/telling.py", "_tell", "get"): "the log's thread",
    Stand("hardware/worker.py", "_run", "acquire"): "the thread of a part that has nothing to do",
    Stand("companion/web/server.py", "main_loop", "wait"): "the web server's thread",
    Stand("companion/web/port.py", "_turn_away", "accept"): "the socket does not block",
}
CHIP: Final = ("brown_out", "memory", "picture", "plugged", "read", "write")
LOCKS: Final = {
    Stand("companion/daemon/reports.py", "find", "_asking"): "a thread of the web server; closing waits 2 s for it",
    Stand("hardware/keys.py", "_begin", "_lock"): "held while an edge is put into a queue",
    Stand("hardware/keys.py", "_tell", "_lock"): "held while an edge is put into a queue",
    Stand("companion/web/pages/doors.py", "code", "_lock"): "held while six doors are looked at",
    Stand("companion/web/pages/doors.py", "enter", "_lock"): "held while six doors are looked at",
    Stand("companion/web/pages/doors.py", "opened_by", "_lock"): "held while six doors are looked at",
    Stand("companion/web/pages/doors.py", "begin_game", "_lock"): "held while six doors are looked at",
    Stand("companion/web/pages/doors.py", "shut", "_lock"): "held while six doors are looked at",
    Stand("companion/web/pages/doors.py", "_write", "_keeping"): "held for the disk's commit",
    Stand("companion/web/pages/doors.py", "_write", "_lock"): "held while six doors are looked at",
    **dict.fromkeys(
        (Stand("hardware/twin/chip.py", does, "_lock") for does in CHIP),
        "held while bytes of a simulated chip are moved",
    ),
    Stand("hardware/twin/controller.py", "unplug", "_lock"): "held while a pty that does not block is read",
    Stand("hardware/twin/controller.py", "replug", "_lock"): "held while a pty that does not block is read",
    Stand("hardware/twin/controller.py", "reset", "_lock"): "held while a pty that does not block is read",
    Stand("hardware/twin/controller.py", "poll", "_lock"): "the controller's thread",
}


def files() -> list[Path]:
    found = chain(*((ROOT / room).rglob("*.py") for room in ROOMS), (ROOT / file for file in (*ALONE, *DOORS)))
    return sorted(path for path in found if not any(part in str(path) for part in NEVER_THERE))


def calls(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Every call and every `with`, and in which function."""

    def within(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            inner = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else function
            if isinstance(child, ast.Call | ast.With):
                yield inner, child
            yield from within(child, inner)

    yield from within(ast.parse(path.read_text("utf-8")), "")


def waits(path: Path) -> set[Stand]:
    """The waits without a limit."""
    found = set()
    for function, call in calls(path):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        name, named = call.func.attr, {word.arg: ast.unparse(word.value) for word in call.keywords}
        is_program = isinstance(call.func.value, ast.Name) and call.func.value.id == "subprocess" and name in PROGRAMS
        is_limited = "-1" not in named.get("timeout", "-1") or named.get("blocking") == "False"
        is_bare = name in WITHOUT_A_LIMIT and not call.args and not is_limited
        if is_bare or (is_program and "timeout" not in named):
            found.add(Stand(str(path.relative_to(ROOT)), function, name))
    return found


def locks(path: Path) -> set[Stand]:
    """Every `with` of what is a lock in this file."""
    tree = ast.parse(path.read_text("utf-8"))
    own = {
        target.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Attribute)
        and ast.unparse(node.value.func).endswith(("Lock", "Condition", "Semaphore"))
    }
    return {
        Stand(str(path.relative_to(ROOT)), function, item.context_expr.attr)
        for function, node in calls(path)
        if isinstance(node, ast.With)
        for item in node.items
        if isinstance(item.context_expr, ast.Attribute) and item.context_expr.attr in own
    }


def test_every_wait_has_a_limit_or_is_another_thread_s() -> None:
    found = set(chain(*map(waits, files())))
    assert found == set(ALLOWED)


def test_no_lock_is_held_while_anything_is_waited_for() -> None:
    found = set(chain(*map(locks, files())))
    assert found == set(LOCKS)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("thread.join()", "join"),
        ("queue.get()", "get"),
        ("process.wait()", "wait"),
        ("process.communicate(b'')", ""),
        ("process.communicate()", "communicate"),
        ("subprocess.run(['x'])", "run"),
        ("subprocess.run(['x'], timeout=3)", ""),
        ("queue.get(timeout=1.0)", ""),
        ("','.join(words)", ""),
    ],
)
def test_what_is_looked_for_is_found(line: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.companion.daemon.test_waits.ROOT", tmp_path)
    (tmp_path / "x.py").write_text(f"def f():\n    {line}\n")
    assert {stand.what for stand in waits(tmp_path / "x.py")} == ({name} if name else set())
