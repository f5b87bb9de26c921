"""Values that are made only when somebody looks at them, and only once.

Law: what makes them is pure and sees nothing that changes, so a value does not depend on when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class OnDemand(Sequence[T_co]):
    """So many values, each made when it is first asked for; `make` gets its index. Equal to a tuple of them."""

    __slots__ = ("_count", "_made", "_make")

    def __init__(self, count: int, make: Callable[[int], T_co]) -> None:
        self._count = count
        self._make = make
        self._made: dict[int, T_co] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> T_co: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, at: int | slice) -> T_co | tuple[T_co, ...]:
        which = range(self._count)[at]
        if isinstance(which, range):
            return tuple([self[each] for each in which])
        if which not in self._made:
            self._made[which] = self._make(which)
        return self._made[which]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OnDemand | tuple) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return repr(self[:])


class OfLatest(Generic[S, A, T]):
    """A function of a state that keeps its latest value: a table asks the same state again and again.

    A state never changes, so the very same one, asked about the same thing, has the same value.
    """

    def __init__(self, make: Callable[[S, A], T]) -> None:
        self._make = make
        self._kept: tuple[S, A, T] | None = None

    def __call__(self, state: S, about: A) -> T:
        """The value of this state for what it is asked about: a seat, say."""
        kept = self._kept
        if kept is None or kept[0] is not state or kept[1] != about:
            self._kept = kept = (state, about, self._make(state, about))
        return kept[2]
