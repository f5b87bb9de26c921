from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.kit.auction import Auction, opened
from companion.kit.seats import clockwise


def test_the_opener_is_on_turn_and_nobody_leads() -> None:
    auction = opened((3, 1, 2))
    assert (auction.turn, auction.high, auction.leader, auction.is_over) == (3, 0, None, False)


def test_an_offer_leads_and_the_next_seat_is_on_turn() -> None:
    assert opened((3, 1, 2)).raised(5) == Auction((3, 1, 2), still=(1, 2, 3), high=5, leader=3)


def test_passing_is_final() -> None:
    auction = opened((1, 2, 3)).raised(1).withdrawn().raised(2)
    assert auction.turn == 1
    assert auction.raised(3).turn == 3


def test_it_is_over_when_all_but_the_leader_have_passed() -> None:
    auction = opened((1, 2, 3)).raised(1).withdrawn()
    assert not auction.is_over
    auction = auction.withdrawn()
    assert auction.is_over
    assert (auction.leader, auction.high, auction.passed) == (1, 1, (2, 3))


def test_the_last_seat_may_still_open() -> None:
    auction = opened((1, 2, 3)).withdrawn().withdrawn()
    assert not auction.is_over
    assert auction.turn == 3
    assert auction.raised(1).is_over


def test_it_is_over_when_all_have_passed() -> None:
    auction = opened((1, 2)).withdrawn().withdrawn()
    assert auction.is_over
    assert auction.leader is None


@given(seats=st.integers(2, 6), does=st.lists(st.booleans(), min_size=40))
def test_nobody_who_has_passed_is_on_turn_again_and_the_leader_never_outbids_itself(
    seats: int, does: list[bool]
) -> None:
    auction = opened(clockwise(1, seats))
    for offers in does:
        if auction.is_over:
            break
        assert auction.turn not in auction.passed
        assert auction.turn != auction.leader
        auction = auction.raised(auction.high + 1) if offers else auction.withdrawn()
