"""Paper and wood: all that is printed, drilled, cut and glued, made from `pins.toml` and `case.toml`.

1. Only `pins.toml` says which keys, seats and pins there are; every length of the case stands in `case.toml`.
2. The words of the cards are the box's own.
3. The same sources give the same bytes.
"""
