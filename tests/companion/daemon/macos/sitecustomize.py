"""Makes this Python, and all that it starts, as poor as one on macOS: what only Linux has is not there.

Python imports it by itself from a folder in PYTHONPATH. What only macOS has, such as kqueue, is missing, too.
"""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import select
import selectors
import signal
import socket
import sys
import termios
import time
from types import ModuleType

ONLY_LINUX: dict[ModuleType, str] = {
    os: "copy_file_range eventfd eventfd_read eventfd_write fdatasync getrandom getresgid getresuid getxattr listxattr "
    "memfd_create pidfd_open pipe2 posix_fadvise posix_fallocate removexattr sched_getaffinity sched_getparam "
    "sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler setns setresgid "
    "setresuid setxattr splice unshare waitid O_DIRECT O_LARGEFILE O_NOATIME O_PATH O_RSYNC O_TMPFILE",
    select: "epoll EPOLLIN EPOLLOUT EPOLLET EPOLLONESHOT EPOLLERR EPOLLHUP EPOLL_CLOEXEC",
    signal: "pidfd_send_signal sigtimedwait sigwaitinfo SIGPOLL SIGPWR SIGRTMAX SIGRTMIN SIGSTKFLT",
    socket: "AF_ALG AF_CAN AF_NETLINK AF_PACKET AF_VSOCK MSG_CMSG_CLOEXEC MSG_ERRQUEUE MSG_MORE MSG_NOSIGNAL "
    "SOCK_CLOEXEC SOCK_NONBLOCK SO_BINDTODEVICE SO_DOMAIN SO_MARK SO_PASSCRED SO_PASSSEC SO_PEERCRED SO_PEERSEC "
    "SO_PRIORITY SO_PROTOCOL TCP_CORK TCP_DEFER_ACCEPT TCP_INFO TCP_KEEPIDLE TCP_LINGER2 TCP_QUICKACK TCP_SYNCNT "
    "TCP_USER_TIMEOUT TCP_WINDOW_CLAMP",
    fcntl: "F_ADD_SEALS F_GETLEASE F_GETPIPE_SZ F_GET_SEALS F_NOTIFY F_OFD_GETLK F_OFD_SETLK F_OFD_SETLKW F_SETLEASE "
    "F_SETPIPE_SZ F_SETSIG",
    resource: "prlimit RUSAGE_THREAD RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_RTTIME RLIMIT_SIGPENDING",
    termios: "TIOCGICOUNT TIOCGSERIAL TIOCINQ TIOCMIWAIT TIOCSERCONFIG TIOCSSERIAL",
    selectors: "EpollSelector",
    time: "CLOCK_BOOTTIME CLOCK_TAI pthread_getcpuclockid",
}
MODULES = {"RPi", "evdev", "gpiod", "lgpio", "pigpio", "pyudev", "spidev", "systemd"}
FOLDERS = ("/proc", "/sys", "/run", "/dev/gpiochip", "/dev/i2c", "/dev/serial", "/dev/shm", "/dev/input")  # noqa: S108
NETWORK_DEVICES = range(0x8900, 0x8A00)
"""Linux's ioctls for them; those of macOS have other numbers."""


def refuse(event: str, args: tuple[object, ...]) -> None:
    """An audit hook: what macOS would not find raises here, too."""
    match event, args:
        case "import", (str(module), *_) if module.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
        case "open" | "os.listdir" | "os.scandir", (str(path), *_) if path.startswith(FOLDERS):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        case "socket.bind" | "socket.connect" | "socket.sendto", (_, str(address)) if address.startswith("\0"):
            raise FileNotFoundError(errno.ENOENT, "no sockets without a file")
        case "fcntl.ioctl", (_, int(request), *_) if request in NETWORK_DEVICES:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))


for owner, names in ONLY_LINUX.items():
    for name in names.split():
        vars(owner).pop(name, None)
selectors.DefaultSelector = selectors.PollSelector  # type: ignore[assignment, misc]  # it is chosen when it is loaded
sys.platform = "darwin"
sys.addaudithook(refuse)
