"""The companion: a box that stands beside a real board and keeps the bank, the rules and the record."""
