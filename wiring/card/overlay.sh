#!/bin/sh
# The system under an overlay in memory: nothing is written to its partition, so a pulled plug cannot harm it.
# companion-overlay on | off: from the next start on. The kernel starts this before systemd, by a word in cmdline.txt.
# Law: whatever fails here, systemd starts, then without an overlay.
word=init=/usr/local/sbin/companion-overlay
cmdline=/boot/firmware/cmdline.txt

if [ $$ -ne 1 ]; then
    case ${1-} in
        on) grep -q " $word" "$cmdline" || sed -i "1s|\$| $word|" "$cmdline" ;;
        off) sed -i "s| $word||" "$cmdline" ;;
        *) echo "usage: companion-overlay on|off" >&2; exit 2 ;;
    esac
    sync
    echo "companion-overlay: $1 from the next start on: sudo reboot"
    exit
fi

# The folders of Debian's overlayroot: the doctor knows them, and so do people.
ro=/media/root-ro rw=/media/root-rw
laid() {
    [ -e /proc/self ] || mount -t proc proc /proc || return
    mount -t tmpfs -o mode=755,size=50% overlay-in-memory $rw || return
    mkdir $rw/overlay $rw/overlay-workdir $rw/root || return
    mount -t overlay -o lowerdir=/,upperdir=$rw/overlay,workdir=$rw/overlay-workdir overlay $rw/root
}
if laid && cd $rw/root && pivot_root . .$ro; then
    mount --move $ro$rw $rw
    for place in proc sys dev run; do
        ! mountpoint --quiet "$ro/$place" || mount --move "$ro/$place" "/$place"
    done
    exec chroot . /sbin/init "$@" <dev/console >dev/console 2>&1
fi
exec /sbin/init "$@"
