#!/bin/sh
# Finishes what a power cut left undone of an installation, so that apt works again: companion-finish.service runs it.
# dpkg can configure what it has unpacked; what it was unpacking it has to begin again, from a package file.
set -eu
export DEBIAN_FRONTEND=noninteractive

# dpkg was at its files: it configures no such package, even one that it calls unpacked.
is_half_unpacked() {
    case $(dpkg-query --show --showformat='${db:Status-Want} ${db:Status-Eflag} ${db:Status-Status}' companion) in
    "install reinstreq "* | "install ok half-installed") ;;
    *) return 1 ;;
    esac
}

if is_half_unpacked; then
    # The new version's; if the cut came before it was kept, that of the version that runs.
    for file in next.deb current/companion.deb former/companion.deb; do
        file=/opt/companion/$file
        [ -s "$file" ] || continue
        # preinst replaces the file that it is installed from.
        cp "$file" /opt/companion/finish.deb
        if dpkg --install /opt/companion/finish.deb; then break; fi
    done
    rm -f /opt/companion/finish.deb
fi
dpkg --configure -a || is_half_unpacked
if is_half_unpacked; then
    echo "companion: no package file is left to finish with; run: sudo apt install ./companion_VERSION_arm64.deb" >&2
    exit 1
fi
rm -f /opt/companion/next.deb
