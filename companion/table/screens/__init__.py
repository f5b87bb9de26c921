"""All screens: everything that can have the keys and the picture; see `companion.table.screen`."""
