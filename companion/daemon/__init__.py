"""The composition root: only this package knows rules, table, faces, journal and hardware, and connects them."""
