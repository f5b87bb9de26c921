"""The wire to the broker, in paho's own thread: the connection comes and goes, and no caller waits for it.

Laws: without TLS no password leaves this computer unless the settings say so; each fault is one sentence; a refusal by
the broker is not a fault of the network and has a sentence of its own; a message too large for its topic is never
read.
"""

from __future__ import annotations

import logging
import queue
import socket
import ssl
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion import files
from companion.club.topics import OFFLINE, ONLINE, PACKET, fits
from companion.config import BOX_NAME, Club
from companion.kit.errors import BadConfig

_log = logging.getLogger(__name__)

QOS: Final = 1
KEEPALIVE_S: Final = 30
CONNECT_S: Final = 20.0
"""How long a broker may take: after it was down, all its boxes come back at once."""
RETRY_S: Final = (1, 60)
"""Backoff: the first pause before a broker is tried again, and the longest."""
REFUSALS: Final = {0x86, 0x87, 0x8A}
"""Reason codes of MQTT 5: bad user name or password, not authorized, banned."""
TLS_PORT: Final = 8883
PLAIN_PORT: Final = 1883


class Link(msgspec.Struct, frozen=True):
    """The address of the broker, and our name and password there."""

    broker: str
    port: int
    tls: bool
    ca: str | None
    user: str | None
    password: str | None

    @property
    def at(self) -> str:
        """The broker as people write it."""
        return f"{self.broker}:{self.port}"


def link_of(club: Club) -> Link:
    """The link in the settings. Raises BadConfig."""
    if club.broker is None:
        raise BadConfig("club.broker: expected the club's broker, as name or address; came nothing; set it in [club]")
    if club.ca is not None and not Path(club.ca).is_file():
        raise BadConfig(f"club.ca: expected a file with the authority's certificate; {club.ca} is none")
    port = club.port or (TLS_PORT if club.tls else PLAIN_PORT)
    password = _password(Path(club.password_file)) if club.password_file is not None else None
    return Link(club.broker, port, club.tls, club.ca, club.user, password)


def name_of(club: Club) -> str:
    """The name of this box at its club."""
    here = socket.gethostname().partition(".")[0].lower()
    fitting = (name for name in (club.name, club.user, here) if name is not None and BOX_NAME.fullmatch(name))
    return next(fitting, "box")


def _password(file: Path) -> str:
    """Raises BadConfig."""
    try:
        words = files.read_bytes(file).decode().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadConfig(f"club.password_file: expected a file with the password; {file}: {why}") from None
    if not words or not words[0]:
        raise BadConfig(f"club.password_file: expected a password in the first line; {file} has none")
    if file.stat().st_mode & 0o007:
        raise BadConfig(f"club.password_file: {file} may be read by everybody here; run: chmod o= {file}")
    return words[0]


class Sent(Protocol):
    """A message on its way."""

    def is_published(self) -> bool:
        """Whether the broker has it."""

    def wait_for_publish(self, timeout: float | None = None) -> None:
        """Wait until the broker has it, or `timeout` seconds. Raises RuntimeError, ValueError if it was never sent."""


class _Client(mqtt.Client):
    """paho's client, which remembers why it could not connect."""

    why = ""

    def reconnect(self) -> MQTTErrorCode:
        """Try to connect. Raises OSError."""
        try:
            return super().reconnect()
        except ssl.SSLCertVerificationError as error:
            self.why = f"its certificate is not to be trusted ({error.verify_message}): set club.ca to your authority's"
            raise
        except OSError as error:
            self.why = error.strerror or str(error)
            raise


class BrokerConnection:
    """The wire to one broker, for the life of this process."""

    def __init__(self, link: Link, own: str, heard: Iterable[str], client_id: str = "") -> None:
        """`own`: the topic that says whether we are online; `heard`: the topics to subscribe to. Raises BadConfig."""
        self._link = link
        self._own = own
        self._heard = [(topic, QOS) for topic in heard]
        self.came: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        """The messages that have come: topic and bytes."""
        self.connections = 0
        """How often a connection was made."""
        self.is_up = False
        self.farewell = OFFLINE
        """What the broker keeps of us after `stop`; empty: nothing."""
        self.refused = ""
        """Why the broker refuses us, in a sentence; empty: it does not."""
        self._client = client = _Client(CallbackAPIVersion.VERSION2, client_id, protocol=mqtt.MQTTv5)
        client.username = link.user
        client.password = link.password
        if link.tls:
            _secure(client, link)
        client.connect_timeout = CONNECT_S
        client.will_set(own, OFFLINE, QOS, retain=True)
        client.reconnect_delay_set(*RETRY_S)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_message = self._hear

    def start(self) -> None:
        """Connect from now on, and again whenever the connection is lost."""
        bounds = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho's own have no types
        bounds.MaximumPacketSize = PACKET
        self._client.connect_async(self._link.broker, self._link.port, KEEPALIVE_S, properties=bounds)
        self._client.loop_start()

    def stop(self) -> None:
        """Say good-bye and end the thread."""
        if self.is_up:
            self.say(self._own, self.farewell, keep=True).wait_for_publish(1.0)
        self._client.disconnect()
        self._client.loop_stop()

    def say(self, topic: str, words: bytes, *, keep: bool = False) -> Sent:
        """Send to the broker; it has this once the answer `is_published`. `keep`: it retains it for later clients."""
        sent = self._client.publish(topic, words, QOS, retain=keep)
        if sent.rc == MQTTErrorCode.MQTT_ERR_NO_CONN:  # paho calls it failed, but sends it once there is a connection
            sent.rc = MQTTErrorCode.MQTT_ERR_SUCCESS
        return sent

    @property
    def fault(self) -> str:
        """Why there is no connection now, in a sentence; empty: there is one, or none has been tried yet."""
        why = self.refused or self._client.why
        return "" if self.is_up or not why else f"the broker at {self._link.at} cannot be used: {why}"

    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: ReasonCode, _properties: Any) -> None:
        if code.is_failure:
            if code.value in REFUSALS:
                who = f"user {self._link.user}" if self._link.user else "clients without a user"
                self.refused = f"it refuses {who} ({code}); set user and password_file in [club]"
            self._client.why = str(code)
            return
        if self._heard:
            client.subscribe(self._heard)
        client.publish(self._own, ONLINE, QOS, retain=True)
        self.connections += 1
        self.is_up = True

    def _disconnected(self, _client: mqtt.Client, _data: Any, _flags: Any, _code: Any, _properties: Any) -> None:
        if self.is_up:
            self._client.why = "the connection was lost"
        self.is_up = False

    def _hear(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        if fits(message.topic, size := len(message.payload)):
            self.came.put((message.topic, bytes(message.payload)))
        else:
            _log.warning(
                "%s: a message of %s bytes is more than may come there; it is passed over", message.topic, size
            )


def _secure(client: mqtt.Client, link: Link) -> None:
    """Raises BadConfig."""
    try:
        client.tls_set_context(ssl.create_default_context(cafile=link.ca))
    except (ssl.SSLError, OSError) as error:
        raise BadConfig(f"club.ca: expected certificates as PEM; {link.ca}: {error}") from None
