"""Ports: of this computer alone, and of one of its networks."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from contextlib import suppress

import pytest

from companion.web.port import TRIED, Port, address, bind, bind_at_home, may_listen, narrow
from tests.wiring.debian import needs

# --- which one -------------------------------------------------------------------------------------------------------


class Ports:
    """Some of them are in use, and nothing is opened."""

    def __init__(self, *used: int, why: int = errno.EADDRINUSE) -> None:
        self.used, self.why, self.asked = used, why, list[int]()

    def listen(self, port: int) -> socket.socket:
        self.asked.append(port)
        if port in self.used:
            raise OSError(self.why, os.strerror(self.why))
        return Named(port)


class Named(socket.socket):
    """Says that it is at this port."""

    def __init__(self, port: int) -> None:
        super().__init__(socket.AF_UNIX)
        self.port = port

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self.port


@pytest.mark.parametrize(
    ("port", "used", "had", "told"),
    [
        (Port(None, 700, "--port"), (), 700, ""),
        (Port(None, 700, "--port"), (700, 701), 702, "port 700 is in use"),
        (Port(9, 700, "--port"), (), 9, ""),
    ],
)
def test_only_the_shipped_one_goes_on_to_the_next_and_tells_it(
    port: Port, used: tuple[int, ...], had: int, told: str
) -> None:
    with port.take(Ports(*used).listen) as sock:
        assert sock.getsockname()[1] == had
        assert port.moved(sock) == told


@pytest.mark.parametrize(
    ("port", "ports", "asked", "said"),
    [
        (Port(9, 700, "--port"), Ports(9), [9], "port 9 cannot be used (Address already in use); stop what"),
        (
            Port(None, 700, "--port"),
            Ports(*range(700, 900)),
            [*range(700, 700 + TRIED)],
            "port 700 and the 19 after it cannot be used (Address already in use); stop what uses it",
        ),
        (Port(None, 700, "--port"), Ports(700, why=errno.EACCES), [700], "port 700"),
    ],
)
def test_what_cannot_be_had_is_refused_in_a_sentence(port: Port, ports: Ports, asked: list[int], said: str) -> None:
    with pytest.raises(OSError, match=os.strerror(ports.why)) as refused:
        port.take(ports.listen)
    assert ports.asked == asked
    assert port.refusal(refused.value).startswith(said)
    assert port.refusal(refused.value).endswith("; stop what uses it, or name another one: --port")


def test_a_real_one_that_somebody_has_is_passed_over() -> None:
    with bind(0) as other:
        port = Port(None, other.getsockname()[1], "--port")
        with port.take() as sock:
            assert port.shipped < sock.getsockname()[1] < port.shipped + TRIED


# --- of this computer, and of a network ------------------------------------------------------------------------------


def test_a_process_without_any_network_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert may_listen()

    def refused(*_: object) -> None:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "socket", refused)
    assert not may_listen()


def test_nobody_gets_in_before_it_is_narrow() -> None:
    with bind_at_home(0) as sock:
        port = sock.getsockname()[1]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        narrow(sock, "lo")
        with socket.create_connection(("127.0.0.1", port)), sock.accept()[0] as came:
            assert came.getsockname() == ("127.0.0.1", port)


def test_it_is_bound_to_its_network_and_may_be_asked_to_be_again() -> None:
    with bind_at_home(0) as sock:
        narrow(sock, "lo")
        narrow(sock, "lo")
        bound = sock.getsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, 16)
        assert bound.rstrip(b"\0") == b"lo"
        with pytest.raises(OSError, match="bound to lo") as raised:
            narrow(sock, "eth9")
        assert raised.value.errno == errno.EBUSY


def test_a_network_that_is_not_there_is_told_and_can_be_waited_for() -> None:
    with bind_at_home(0) as sock:
        for _ in range(2):
            with pytest.raises(OSError, match="No such device") as raised:
                narrow(sock, "nowhere0")
            assert raised.value.errno == errno.ENODEV
        narrow(sock, "lo")


def test_clients_of_another_network_are_turned_away() -> None:
    """The socket is open for all networks at first, like one from systemd."""
    with bind_at_home(0) as sock:
        sock.listen()
        with socket.create_connection(sock.getsockname(), timeout=5.0) as early:
            narrow(sock, "lo")
            with suppress(ConnectionResetError):
                assert early.recv(1) == b""
        with socket.create_connection(sock.getsockname(), timeout=5.0), sock.accept()[0]:
            pass


def test_the_address_of_a_network() -> None:
    with bind_at_home(0) as sock:
        assert address(sock, "lo") == "127.0.0.1"
        assert address(sock, "nowhere0") is None


def test_a_taken_port_is_an_oserror() -> None:
    with bind_at_home(0) as sock:
        narrow(sock, "lo")
        with pytest.raises(OSError, match="in use"):
            bind_at_home(sock.getsockname()[1])


AMONG = """
import subprocess
from companion.web.port import bind_at_home, networks

def ip(words):
    subprocess.run(["ip", *words.split()], check=True)

sock = bind_at_home(0)
ip("link set lo up")
ip("link add cable type veth peer name plug")
ip("address add 10.1.0.1/24 dev cable")
print(networks(sock))
ip("link set cable up")
print(networks(sock))
ip("link set plug up")
ip("address add 10.2.0.1/24 dev cable label cable:1")
print(networks(sock))
ip("address add 10.4.0.1/24 dev plug")
print(networks(sock))
"""


def test_home_networks_are_those_with_a_plug_in_them_and_an_address() -> None:
    needs("ip", "unshare")
    words = ("unshare", "--net", sys.executable, "-c", AMONG)
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    cable, plug = {"cable": "10.1.0.1"}, {"plug": "10.4.0.1"}
    assert ran.stdout.splitlines() == ["{}", "{}", str(cable), str(plug | cable)], ran.stderr


@pytest.mark.slow
def test_outside_linux_no_network_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "SO_BINDTODEVICE")
    with bind_at_home(0) as sock, pytest.raises(OSError, match=os.strerror(errno.ENOTSUP)):
        narrow(sock, "en0")
