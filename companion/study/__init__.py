"""Studies of the rules and of the box's speed: `companion simulate` and `companion bench`."""
