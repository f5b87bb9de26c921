"""The composition root: it alone knows rules, table, faces, journal and hardware, and puts them together."""
