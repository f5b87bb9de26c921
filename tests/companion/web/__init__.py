"""The twin, without a browser and with one."""
