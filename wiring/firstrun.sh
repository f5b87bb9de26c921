#!/bin/sh
# The first boot of a card made by image.py, by one of two recipes: systemd starts this and nothing else (cmdline.txt says
# so), then restarts the Pi; or cloud-init has this done when it is ready itself (card/vendor-data).
# 1. Each file beside this one is a job, and is removed when it is done: after a power cut the next start does the rest.
# 2. A job that fails is reported in companion-log.txt on the boot partition; the Pi still starts, and no password stays.
set -u
umask 022

here=$(cd "$(dirname "$0")" && pwd)
boot=$(dirname "$here")
log=$boot/companion-log.txt

case ${1-} in
hostname)
    name=$(cat "$here/hostname")
    echo "$name" >/etc/hostname
    sed -i '/^127\.0\.1\.1[[:space:]]/d' /etc/hosts
    printf '127.0.1.1\t%s\n' "$name" >>/etc/hosts
    exit
    ;;
authorized_keys)
    user=$(cat "$here/user")
    # Gives the first user this name, and stops the questions that a new system asks on its screen.
    if [ -x /usr/lib/userconf-pi/userconf ]; then
        /usr/lib/userconf-pi/userconf "$user" "" || echo "userconf: exit $?"
    fi
    home=$(getent passwd "$user" | cut -d: -f6)
    [ -n "$home" ] || { echo "no user $user"; exit 1; }
    usermod --shell /bin/bash "$user"
    install -d -m 700 -o "$user" -g "$user" "$home/.ssh"
    install -m 600 -o "$user" -g "$user" "$here/authorized_keys" "$home/.ssh/authorized_keys"
    # A user who logs in with a key has no password that sudo could ask for.
    echo "$user ALL=(ALL) NOPASSWD: ALL" >"$here/sudoers"
    install -D -m 440 "$here/sudoers" /etc/sudoers.d/010_companion
    rm "$here/sudoers"
    ssh-keygen -A
    systemctl enable ssh
    exit
    ;;
companion.nmconnection)
    install -D -m 600 "$here/companion.nmconnection" /etc/NetworkManager/system-connections/companion.nmconnection
    exec sh -eu "$0" radio
    ;;
radio)
    # A stock system keeps the radio off until it knows its country, which is in cmdline.txt now.
    if command -v rfkill; then rfkill unblock wifi || echo "rfkill: exit $?"; fi
    for state in /var/lib/systemd/rfkill/*:wlan; do
        [ ! -e "$state" ] || echo 0 >"$state"
    done
    state=/var/lib/NetworkManager/NetworkManager.state
    [ ! -e "$state" ] || sed -i 's/^WirelessEnabled=false/WirelessEnabled=true/' "$state"
    exit
    ;;
games)
    root=$(findmnt --noheadings --output SOURCE /)
    part=${root%2}3
    [ -b "$part" ] || { echo "no partition for the games at $part"; exit 1; }
    resize2fs "$root"
    # After a power cut it may be there already.
    blkid --match-token LABEL=games "$part" || mkfs.ext4 -q -L games "$part"
    grep -qxF "$(cat "$here/games")" /etc/fstab || cat "$here/games" >>/etc/fstab
    mkdir -p /var/lib/companion
    systemctl daemon-reload
    mountpoint --quiet /var/lib/companion || mount /var/lib/companion
    exit
    ;;
companion*.deb)
    export DEBIAN_FRONTEND=noninteractive
    dpkg --configure -a # finishes what a power cut interrupted
    apt-get install --yes -o DPkg::Lock::Timeout=600 "$here/$1"
    exit
    ;;
sooner)
    while read -r unit; do
        systemctl disable "$unit" || echo "$unit: exit $?"
    done <"$here/sooner"
    exit
    ;;
overlay.sh)
    install -D -m 755 "$here/overlay.sh" /usr/local/sbin/companion-overlay
    mkdir -p /media/root-ro /media/root-rw
    exec /usr/local/sbin/companion-overlay on
    ;;
esac

failed=
cd "$here" || exit
for thing in hostname authorized_keys companion.nmconnection radio games companion*.deb sooner overlay.sh; do
    [ -e "$thing" ] || continue
    # Without their partition the games would be kept in memory alone.
    [ "$thing" != overlay.sh ] || [ -z "$failed" ] || { failed="$failed $thing"; continue; }
    echo "== $thing" >>"$log"
    if sh -eu "$here/firstrun.sh" "$thing" >>"$log" 2>&1; then rm "$thing"; else failed="$failed $thing"; fi
    sync
done
cd "$boot" || exit
rm -f "$here/companion.nmconnection"

# It has done its work, or would make a first user of its own again; and each start would wait for it.
if [ -d /etc/cloud ]; then touch /etc/cloud/cloud-init.disabled; fi
if [ -e vendor-data ]; then rm -f vendor-data network-config; fi

sed -E -i 's/ systemd\.(run|run_success_action|unit)=[^ ]*//g' "$boot/cmdline.txt"
sync
if [ -z "$failed" ]; then
    rm -rf "$log" "$here"
else
    echo "not done:$failed; the lines above say why. To try again: sudo sh $here/firstrun.sh" >>"$log"
fi
sync
