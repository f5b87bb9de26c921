#!/bin/sh
# Makes a Raspberry Pi the box: sudo sh wiring/install.sh
# May be run again, to bring a new version; settings and games stay as they are.
set -eu
umask 022

if [ "$(id -u)" -ne 0 ]; then
    echo "install.sh: this needs root; run: sudo sh wiring/install.sh" >&2
    exit 1
fi

wiring=$(cd "$(dirname "$0")" && pwd)
venv=/opt/companion
settings=/etc/companion/companion.toml

# The system's lgpio: PyPI has none for Python 3.13 and later.
apt-get update
apt-get install --yes python3-venv python3-lgpio polkitd

for group in gpio i2c dialout; do
    getent group "$group" >/dev/null || groupadd --system "$group"
done
getent passwd companion >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/companion --no-create-home --shell /usr/sbin/nologin companion

# The system's own Python, for which lgpio was made.
/usr/bin/python3 -m venv --system-site-packages "$venv"
"$venv/bin/pip" install --upgrade "$wiring/.."
ln -sf "$venv/bin/companion" /usr/local/bin/companion

# The example in the README is the first settings file.
if [ ! -e "$settings" ]; then
    mkdir -p "$(dirname "$settings")"
    # shellcheck disable=SC2016  # these are Markdown's backticks, not the shell's
    sed -n '/^```toml$/,/^```$/{/^```/d;p;}' "$wiring/README.md" >"$settings"
fi

# The display's bus, four times as fast as usual.
echo i2c-dev >/etc/modules-load.d/companion.conf
boot=/boot/firmware/config.txt
[ -e "$boot" ] || boot=/boot/config.txt
if [ -e "$boot" ]; then
    for parameter in i2c_arm=on i2c_arm_baudrate=400000; do
        grep -qx "dtparam=$parameter" "$boot" || printf '\n[all]\ndtparam=%s\n' "$parameter" >>"$boot"
    done
else
    echo "install.sh: no config.txt in /boot; switch I2C on in your system's own way" >&2
fi

install -m 644 "$wiring/99-companion.rules" /etc/udev/rules.d/
udevadm control --reload
udevadm trigger

# The menu's "shut down" asks polkit for leave to switch the Pi off.
install -D -m 644 "$wiring/50-companion.rules" /etc/polkit-1/rules.d/50-companion.rules

install -m 644 "$wiring/companion.service" "$wiring/companion-trouble.service" /etc/systemd/system/
systemctl daemon-reload
systemctl enable companion
systemctl restart companion

echo "The box is installed. Look at $settings, then restart the Pi: sudo reboot"
