#!/bin/sh
# The steps without network that both ways to install, the Debian package and install.sh, share: the users of the box
# and of its voice, the groups of its parts, the first settings file, the display's bus.
# prepare.sh SETTINGS: SETTINGS is the first settings file. It may be run again and keeps what exists; it says when the
# Pi must be restarted.
set -eu
umask 022

settings=/etc/companion/companion.toml

for group in gpio i2c dialout; do
    getent group "$group" >/dev/null || groupadd --system "$group"
done
getent passwd companion >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/companion --no-create-home --shell /usr/sbin/nologin companion

# The voice at a club may not read games; the password for its broker belongs to it.
getent passwd companion-club >/dev/null ||
    useradd --system --user-group --home-dir / --no-create-home --shell /usr/sbin/nologin companion-club
[ ! -d "$(dirname "$settings")" ] || find "$(dirname "$settings")" -group companion -exec chgrp companion-club {} +

if [ ! -e "$settings" ]; then
    mkdir -p "$(dirname "$settings")"
    cp "$1" "$settings"
    chmod 644 "$settings"
fi

# The bus, four times as fast as usual. The first and the last line mark what is removed with the box.
boot=/boot/firmware/config.txt
[ -e "$boot" ] || boot=/boot/config.txt
if [ ! -e "$boot" ]; then
    echo "companion: no config.txt in /boot; switch I2C on in your system's own way" >&2
else
    missing=
    for parameter in i2c_arm=on i2c_arm_baudrate=400000; do
        grep -qx "dtparam=$parameter" "$boot" || missing="${missing}dtparam=$parameter\n"
    done
    if [ -n "$missing" ]; then
        [ -z "$(tail -c 1 "$boot")" ] || echo >>"$boot"
        # shellcheck disable=SC2059  # the line ends are in it
        printf "# companion: its display\n[all]\n$missing# companion: end\n" >>"$boot"
        echo "companion: the display's bus is switched on when the Pi is restarted: sudo reboot"
    fi
fi
if [ -d /run/systemd/system ]; then
    modprobe i2c-dev 2>/dev/null || true
    # The rules apply to parts that are plugged in already, too; when this ends, the box may use them.
    # (In a container there is no udev to obey.)
    { udevadm control --reload && udevadm trigger && udevadm settle --timeout=30; } 2>/dev/null || true
fi
