"""Games by bots, counted: `companion simulate`, `ladder` and `report`; and the box's speed: `companion bench`."""
