"""The recipe for cloud-init, which Raspberry Pi OS 13 brings: who the box is stands in `user-data`, and the box itself
is installed by `vendor-data`, which Raspberry Pi Imager's form leaves alone.
"""

import json


def user_data(hostname: str, user: str, keys: bytes | None) -> bytes:
    """The box's name, and who logs in with which keys. JSON is YAML, too."""
    told: dict[str, object] = {"hostname": hostname, "manage_etc_hosts": True}
    if keys is not None:
        told |= {
            "user": {
                "name": user,
                "shell": "/bin/bash",
                "lock_passwd": True,
                "sudo": "ALL=(ALL) NOPASSWD: ALL",
                "ssh_authorized_keys": keys.decode().splitlines(),
            },
            "ssh_pwauth": False,
            "runcmd": [["systemctl", "enable", "--now", "ssh"]],
        }
    return f"#cloud-config\n{json.dumps(told, indent=2, ensure_ascii=False)}\n".encode()
