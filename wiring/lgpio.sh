#!/bin/sh
# The last step of install.sh. There lgpio, the library of the keys, belongs to the system (the Debian package brings its
# own); if it is missing, this prints the commands that install it. Only a Pi needs it.
set -eu

grep -qs "Raspberry Pi" /proc/device-tree/model || exit 0
# It is searched for, not loaded: loading it would leave a file in the current folder.
/usr/bin/python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('lgpio') is not None)" || exit 0

echo "companion: no key works yet: this system has no lgpio. These commands bring it:"
if apt-cache show python3-lgpio >/dev/null 2>&1; then
    echo "  sudo apt install python3-lgpio"
else
    echo "  sudo apt install gcc swig python3-dev python3-pip"
    echo "  sudo PYPI=1 python3 -m pip install --break-system-packages --no-binary lgpio lgpio==0.2.2.0"
fi
echo "  sudo systemctl restart companion"
