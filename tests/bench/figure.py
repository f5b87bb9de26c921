"""A measured number and what it is held against; or why it could not be measured."""

from __future__ import annotations

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """A measured number, and what it is held against."""

    name: str
    """What is measured, in words."""
    value: float
    unit: str
    at_least: float | None = None
    """In the same unit; so is `at_most`."""
    at_most: float | None = None
    is_held: bool | None = None
    """Whether the value keeps its limits; `None`: it has none."""

    def __post_init__(self) -> None:
        """Hold the value against its limits."""
        if self.at_least is not None or self.at_most is not None:
            least, most = self.at_least, self.at_most
            is_held = (least is None or self.value >= least) and (most is None or self.value <= most)
            msgspec.structs.force_setattr(self, "is_held", is_held)
