#!/bin/sh
# Makes a Raspberry Pi the box from a checkout of this project: sudo sh wiring/install.sh
# Owners install the Debian package, which needs no network; this script is for people who change the program.
# It may be run again, to install a new version; settings and games stay. `--remove` removes everything else.
# First come rights and rules, which need no network, then everything that is downloaded.
set -eu
umask 022

if [ "$(id -u)" -ne 0 ]; then
    echo "install.sh: this needs root; run: sudo sh wiring/install.sh" >&2
    exit 1
fi
case "${1:-}" in
    "" | --remove) ;;
    *)
        echo "usage: sudo sh wiring/install.sh [--remove]" >&2
        exit 2
        ;;
esac

wiring=$(cd "$(dirname "$0")" && pwd)
venv=/opt/companion
running=
[ ! -d /run/systemd/system ] || running=yes    # not in an image that is being made

if dpkg-query --search "$venv/bin/companion" >/dev/null 2>&1; then
    echo "install.sh: the box is here as a package; remove that first: sudo apt remove companion" >&2
    exit 1
fi

if [ "${1:-}" = --remove ]; then
    [ -z "$running" ] ||
        systemctl stop companion-club.service companion-told.service companion-voice.socket companion-voice.service \
            companion-wifi.service companion-pages.socket companion-trouble.service companion.service || true
    systemctl --quiet disable companion.service companion-club.service || true
    rm -f /etc/systemd/system/companion.service /etc/systemd/system/companion-trouble.service
    rm -f /etc/systemd/system/companion-pages.socket /etc/systemd/system/companion-wifi.service
    rm -f /etc/systemd/system/companion-club.service /etc/systemd/system/companion-told.service
    rm -f /etc/systemd/system/companion-voice.socket /etc/systemd/system/companion-voice.service
    rm -rf /etc/systemd/system/dev-companion-.device.d
    rm -f /etc/udev/rules.d/99-companion.rules /etc/polkit-1/rules.d/50-companion.rules
    rm -f /etc/modules-load.d/companion.conf /usr/local/bin/companion
    rm -rf "$venv" /run/companion /run/companion-voice /run/companion-wifi
    [ -z "$running" ] || systemctl daemon-reload
    udevadm control --reload 2>/dev/null || true
    echo "The box is gone; games and settings are still in /var/lib/companion and /etc/companion."
    exit 0
fi

machine=$(dpkg --print-architecture)
case $machine in
    arm64 | amd64) ;;
    *)
        echo "install.sh: for $machine, a system of 32 bits, PyPI has no cbor2, msgspec and Pillow; put Raspberry Pi OS (64-bit) on the card" >&2
        exit 1
        ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Rights and rules.
echo i2c-dev >/etc/modules-load.d/companion.conf
install -m 644 "$wiring/99-companion.rules" /etc/udev/rules.d/
# The menu's "shut down" asks polkit for permission to switch the Pi off.
install -D -m 644 "$wiring/50-companion.rules" /etc/polkit-1/rules.d/50-companion.rules
# The example on the owner's page is the first settings file.
# shellcheck disable=SC2016  # these are Markdown's backticks, not the shell's
sed -n '/^```toml$/,/^```$/{/^```/d;p;}' "$wiring/OWNER.md" >"$work/companion.toml"
sh "$wiring/prepare.sh" "$work/companion.toml"
install -m 644 "$wiring/companion.service" "$wiring/companion-trouble.service" /etc/systemd/system/
# The pages' port, the own Wi-Fi and the voice at a club stay off until the owner switches them on; its own voice speaks
# if the menu says so.
install -m 644 "$wiring/companion-pages.socket" "$wiring/companion-wifi.service" "$wiring/companion-club.service" \
    "$wiring/companion-told.service" "$wiring/companion-voice.socket" "$wiring/companion-voice.service" \
    /etc/systemd/system/
install -D -m 644 "$wiring/companion-parts.conf" /etc/systemd/system/dev-companion-.device.d/companion-parts.conf
[ -z "$running" ] || systemctl daemon-reload

# Packages from Debian.
missing=
for package in python3-venv polkitd; do
    dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
        missing="$missing $package"
done
if [ -n "$missing" ] || ! /usr/bin/python3 -c "import lgpio" 2>/dev/null; then
    apt-get update
    # shellcheck disable=SC2086  # several packages
    [ -z "$missing" ] || apt-get install --yes $missing
    # Raspberry Pi OS has it; PyPI has none for Python 3.13 and later.
    /usr/bin/python3 -c "import lgpio" 2>/dev/null || apt-get install --yes python3-lgpio || true
fi

# Packages from PyPI, by version and hash. The catalogues are compiled in a copy: root owns no file in the owner's folder.
for part in pyproject.toml README.md LICENSE companion hardware wiring; do
    cp -R "$wiring/../$part" "$work/"
done
# Git knows the folder, not its copy: the copy carries its version as a source archive does.
printf 'Metadata-Version: 2.4\nName: companion-box\nVersion: %s\n' \
    "$(/usr/bin/python3 -P "$wiring/../companion/version.py")" >"$work/PKG-INFO"
/usr/bin/python3 -m venv "$work/build"
"$work/build/bin/pip" install --quiet --require-hashes --no-deps --only-binary :all: -r "$wiring/requirements-build.txt"
(cd "$work" && build/bin/hatchling build --target wheel --directory "$work/wheel")
# The system's own Python, for which its lgpio was made.
/usr/bin/python3 -m venv --system-site-packages "$venv"
"$venv/bin/pip" install --quiet --require-hashes --no-deps --only-binary :all: -r "$wiring/requirements.txt"
"$venv/bin/pip" install --quiet --no-deps --no-index --force-reinstall "$work"/wheel/*.whl
install -m 644 "$wiring/companion-pages.xml" "$venv/"
ln -sf "$venv/bin/companion" /usr/local/bin/companion

sh "$wiring/lgpio.sh" >&2
systemctl enable companion
[ -z "$running" ] || systemctl restart companion
echo "The box is installed; its settings are in /etc/companion/companion.toml"
