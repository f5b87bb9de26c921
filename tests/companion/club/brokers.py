"""A real Mosquitto that can be killed and started again, with TLS, passwords and access rights."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.config import Club
from tests.ports import free_port

PASSWORD = "open sesame"  # noqa: S105  # of no real broker
CLUB_RIGHTS = """
user club
topic readwrite companion/1/#
user watcher
topic read #

pattern readwrite companion/1/%u/#
pattern write homeassistant/+/companion_%u/#
"""
BOX_RIGHTS = "user {box}\ntopic read companion/1/club\n"


def until(holds: Callable[[], object], what: str, seconds: float = 30.0) -> None:
    """Wait for it."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{what} did not come within {seconds:g} s"
        time.sleep(0.02)


def needs(*tools: str) -> None:
    """Skip the test if one of these tools is missing."""
    for tool in tools:
        if shutil.which(tool, path="/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin") is None:
            pytest.skip(f"{tool} is not installed")


class Broker:
    """Mosquitto on a free port of this computer."""

    def __init__(self, folder: Path, *users: str, tls: bool = True) -> None:
        needs("mosquitto", "mosquitto_passwd", "openssl")
        self.folder = folder
        self.tls = tls
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._write_users(users)
        if tls:
            make_authority(folder)
        secure = f"cafile {folder}/ca.pem\ncertfile {folder}/broker.pem\nkeyfile {folder}/broker.key\n" if tls else ""
        (folder / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\n{secure}password_file {folder}/users\nacl_file {folder}/acl\n"
            f"persistence true\npersistence_location {folder}/\nautosave_interval 1800\nuser root\n"
            "max_queued_messages 0\nlog_type error\nlog_type warning\n"
        )

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = ("mosquitto", "-c", str(self.folder / "mosquitto.conf"))
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until(self._listens, "the broker")

    def kill(self) -> None:
        """Kill it like a power cut: everything not yet written is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def settings(self, user: str, **other: object) -> Club:
        """The settings with which this user can connect."""
        file = self.folder / f"{user}.password"
        if not file.exists():
            file.write_text(PASSWORD)
            file.chmod(0o600)
        ca = str(self.folder / "ca.pem") if self.tls else None
        given: dict[str, Any] = {"broker": "localhost", "port": self.port, "tls": self.tls, "ca": ca, "user": user}
        return Club(**{**given, "password_file": str(file), **other})

    def _write_users(self, users: tuple[str, ...]) -> None:
        rights = "".join(BOX_RIGHTS.format(box=user) for user in users)
        (self.folder / "acl").write_text(rights + CLUB_RIGHTS)
        words = "".join(f"{user}:{PASSWORD}\n" for user in ("club", "watcher", *users))
        (self.folder / "users").write_text(words)
        subprocess.run(("mosquitto_passwd", "-U", str(self.folder / "users")), check=True)  # noqa: S607  # wherever it is
        for name in ("acl", "users"):
            (self.folder / name).chmod(0o600)

    def _listens(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "mosquitto.log").read_text()
        with socket.socket() as call:
            return call.connect_ex(("127.0.0.1", self.port)) == 0


@contextmanager
def broker(folder: Path, *users: str, tls: bool = True) -> Iterator[Broker]:
    """A running broker."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Broker(folder, *users, tls=tls)
    made.start()
    try:
        yield made
    finally:
        made.kill()


def make_authority(folder: Path) -> None:
    """A club's own authority, and a certificate for `localhost` that it has signed."""

    def openssl(*words: str) -> None:
        subprocess.run(("openssl", *words), check=True, capture_output=True, cwd=folder)  # noqa: S607  # wherever it is

    new = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    usage = ("-addext", "keyUsage=critical,keyCertSign,cRLSign")
    openssl(*new, "-subj", "/CN=a club", *usage, "-keyout", "ca.key", "-out", "ca.pem")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "basicConstraints=CA:FALSE")
    openssl(*new, *names, *signed, "-keyout", "broker.key", "-out", "broker.pem")
