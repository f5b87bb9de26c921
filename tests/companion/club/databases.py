"""Databases of a club: a file of SQLite's, and a real PostgreSQL server in a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from tests.companion.club.brokers import until
from tests.ports import free_port

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of an empty server."""
    if not BINARIES:
        pytest.skip("PostgreSQL is not installed")
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    _as_postgres("initdb", "--auth=trust", "--username=club", "--no-sync", "-D", str(folder / "data"))
    port = free_port()
    command = ("postgres", "-D", str(folder / "data"), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder))
    server = _as_postgres_started(*command)
    try:
        until(lambda: _answers(port), "PostgreSQL")
        yield f"postgresql://club@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait()


def holds(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables of a club, in order, without the time at which each game arrived."""
    where = make_url(url if "://" in url else f"sqlite:///{url}")
    if where.drivername == "postgresql":
        where = where.set(drivername="postgresql+psycopg")
    engine = create_engine(where)
    game = "game, box, title, began, sum, played, record"
    rows = {"game": f"{game} FROM game ORDER BY game", "came": "* FROM came ORDER BY game, seat"}
    rows["refused"] = "* FROM refused ORDER BY sum"
    try:
        with engine.connect() as db:
            return {table: [tuple(row) for row in db.execute(text(f"SELECT {asked}"))] for table, asked in rows.items()}
    finally:
        engine.dispose()


def _command(tool: str, *words: str) -> list[str]:
    who = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    return [*who, str(BINARIES[-1] / tool), *words]


def _as_postgres(tool: str, *words: str) -> None:
    subprocess.run(_command(tool, *words), check=True, capture_output=True, cwd="/")


def _as_postgres_started(tool: str, *words: str) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(_command(tool, *words), stdout=quiet, stderr=quiet, cwd="/")


def _answers(port: int) -> bool:
    asked = (str(BINARIES[-1] / "pg_isready"), "--quiet", "--host=127.0.0.1", f"--port={port}")
    return subprocess.run(asked, check=False).returncode == 0
