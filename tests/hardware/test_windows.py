from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.windows import COLUMNS, PAGES, WHOLE, Window, choose

pytestmark = pytest.mark.untraced

BLANK = bytes(COLUMNS * PAGES)
ELSEWHERE = 10  # what a window costs on the wire, besides its bytes, on an SSD1306
BESIDE = 7  # the same among the pages of the window before it; or on an SH1106


def with_bytes(*places: tuple[int, int, int]) -> bytes:
    """A picture that is blank but for these (page, first column, last column)."""
    picture = bytearray(BLANK)
    for page, first, last in places:
        for column in range(first, last + 1):
            picture[page * COLUMNS + column] = 0xFF
    return bytes(picture)


def apply(windows: tuple[Window, ...], old: bytes, new: bytes) -> bytes:
    out = bytearray(old)
    for window in windows:
        data = iter(window.cut(new))
        for page in range(window.top, window.bottom + 1):
            for column in range(window.left, window.right + 1):
                out[page * COLUMNS + column] = next(data)
        assert next(data, None) is None
    return bytes(out)


def test_no_change_needs_no_window() -> None:
    assert choose(BLANK, BLANK, tall=True) == ()


def test_a_single_byte_is_a_window_of_one() -> None:
    assert choose(BLANK, with_bytes((3, 77, 77)), tall=True) == (Window(77, 77, 3, 3),)


def test_a_gap_is_written_when_another_window_costs_no_less() -> None:
    near, far = with_bytes((0, 10, 10), (0, 18, 18)), with_bytes((0, 10, 10), (0, 19, 19))
    assert choose(BLANK, near, tall=True) == (Window(10, 18, 0, 0),)
    assert choose(BLANK, far, tall=True) == (Window(10, 10, 0, 0), Window(19, 19, 0, 0))


def test_equal_columns_of_neighbouring_pages_are_one_window_where_the_chip_can() -> None:
    new = with_bytes((2, 40, 60), (3, 40, 60), (4, 40, 60))
    assert choose(BLANK, new, tall=True) == (Window(40, 60, 2, 4),)
    assert choose(BLANK, new, tall=False) == tuple(Window(40, 60, page, page) for page in (2, 3, 4))


def test_pages_that_share_few_columns_stay_apart() -> None:
    new = with_bytes((2, 0, 30), (3, 60, 90))
    assert choose(BLANK, new, tall=True) == (Window(0, 30, 2, 2), Window(60, 90, 3, 3))


@pytest.mark.parametrize(("shift", "count"), [(5, 1), (6, 2)])
def test_neighbouring_pages_are_joined_as_soon_as_that_costs_no_byte_more(shift: int, count: int) -> None:
    new = with_bytes((2, 0, 9), (3, shift, 9 + shift))
    assert len(choose(BLANK, new, tall=True)) == count


def test_many_windows_that_cannot_be_joined_give_way_to_the_whole_picture() -> None:
    gaps = [51, 21, 81, 36, 66, 96, 51, 21]
    places = [place for page, gap in enumerate(gaps) for place in ((page, 0, gap - 1), (page, gap + 11, 127))]
    assert choose(BLANK, with_bytes(*places), tall=True) == (WHOLE,)


def test_a_blank_page_between_keeps_windows_apart_unless_they_are_small() -> None:
    wide, small = with_bytes((2, 40, 60), (4, 40, 60)), with_bytes((2, 40, 44), (4, 40, 44))
    assert choose(BLANK, wide, tall=True) == (Window(40, 60, 2, 2), Window(40, 60, 4, 4))
    assert choose(BLANK, small, tall=True) == (Window(40, 44, 2, 4),)


def test_two_blocks_side_by_side_stay_two_windows() -> None:
    blocks = [(page, first, first + 9) for page in (1, 2, 3) for first in (5, 80)]
    assert choose(BLANK, with_bytes(*blocks), tall=True) == (Window(5, 14, 1, 3), Window(80, 89, 1, 3))


def test_a_whole_new_picture_is_one_window() -> None:
    assert choose(BLANK, b"\xff" * 1024, tall=True) == (WHOLE,)
    assert len(choose(BLANK, b"\xff" * 1024, tall=False)) == PAGES


def test_windows_of_the_same_pages_come_one_after_the_other() -> None:
    new = with_bytes((1, 0, 20), (2, 0, 20), (1, 60, 90), (1, 110, 127), (2, 110, 127))
    assert choose(BLANK, new, tall=True) == (Window(60, 90, 1, 1), Window(0, 20, 1, 2), Window(110, 127, 1, 2))


sparse = st.dictionaries(st.integers(0, 1023), st.integers(0, 255), max_size=60)
boxes = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 127), st.integers(0, 127)), max_size=12)
pictures = st.one_of(
    st.binary(min_size=1024, max_size=1024),
    sparse.map(lambda changes: bytes(changes.get(i, 0) for i in range(1024))),
    boxes.map(lambda places: with_bytes(*places)),
)


def cost(windows: Iterable[Window]) -> int:
    return sum(ELSEWHERE + window.size for window in windows)


@given(pictures, pictures, st.booleans())
def test_the_windows_turn_the_old_picture_into_the_new_at_no_more_than_the_cost_of_all(
    old: bytes, new: bytes, tall: bool
) -> None:
    windows = choose(old, new, tall=tall)
    assert apply(windows, old, new) == new
    assert cost(windows) <= cost([WHOLE] if tall else [Window(0, 127, page, page) for page in range(PAGES)])
    if not tall:
        assert all(window.top == window.bottom for window in windows)


@given(st.sets(st.integers(0, 127), min_size=1, max_size=40))
def test_one_page_is_cut_up_as_well_as_any_way_of_cutting_it(dirty: set[int]) -> None:
    def cost(first: int, last: int) -> int:
        return BESIDE + last - first + 1

    columns = sorted(dirty)
    # best[i]: the least cost of all ways of cutting up the first i changed columns.
    best = [0]
    for i in range(1, len(columns) + 1):
        best.append(min(best[k] + cost(columns[k], columns[i - 1]) for k in range(i)))
    windows = choose(BLANK, with_bytes(*((0, column, column) for column in columns)), tall=False)
    assert sum(cost(window.left, window.right) for window in windows) == best[-1]


@given(pictures, pictures)
def test_tall_windows_are_never_dearer_than_flat_ones(old: bytes, new: bytes) -> None:
    tall, flat = (cost(choose(old, new, tall=tall)) for tall in (True, False))
    assert tall <= flat
