"""Club night: a box tells its club what everybody at the table may see, and the club keeps the season."""
