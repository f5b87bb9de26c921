"""A port for a program that opens it later: no other program on this computer gets it by chance."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests import ports
from tests.ports import free_port


def test_the_kernel_never_gives_it_out() -> None:
    first, last = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text("ascii").split())
    assert all(not first <= free_port() <= last for _ in range(100))


def test_a_taken_one_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as taken:
        port = taken.getsockname()[1]
        given_out = tmp_path / "range"
        given_out.write_text(f"{port + 1}\t60999\n")
        monkeypatch.setattr(ports, "_GIVEN_OUT", given_out)
        monkeypatch.setattr(ports, "_ABOVE", port - 1)
        assert {free_port() for _ in range(20)} == {port - 1}


@pytest.mark.parametrize("given_out", ["1024\t65535\n", None])
def test_where_the_kernel_gives_out_all_or_does_not_say_any_free_one_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given_out: str | None
) -> None:
    if given_out is not None:
        (tmp_path / "range").write_text(given_out)
    monkeypatch.setattr(ports, "_GIVEN_OUT", tmp_path / "range")
    with socket.create_server(("127.0.0.1", free_port())):
        pass
