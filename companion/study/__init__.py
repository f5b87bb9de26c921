"""Games by bots, counted: `companion simulate`, `ladder` and `report`; and every screen: `companion screens`."""
