from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.kit.money import BANK, Money, endow, transfer


def test_everybody_starts_with_the_capital_and_the_bank_has_paid_it() -> None:
    money = endow(4, 50)
    assert money.accounts == (-200, 50, 50, 50, 50)
    assert money.purses == (50, 50, 50, 50)
    assert money.purse(4) == 50


def test_a_transfer_takes_here_and_gives_there() -> None:
    assert transfer(Money((-100, 40, 60)), 2, 1, 15) == Money((-100, 55, 45))
    assert transfer(Money((-100, 40, 60)), 1, BANK, 15) == Money((-85, 25, 60))
    assert transfer(Money((-100, 40, 60)), BANK, 1, -15) == Money((-85, 25, 60))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(-99, 99))))
def test_bank_and_purses_together_are_zero_after_every_transfer(moves: list[tuple[int, int, int]]) -> None:
    money = endow(4, 50)
    for payer, payee, amount in moves:
        money = transfer(money, payer, payee, amount)
        assert sum(money.accounts) == 0


def test_a_transfer_to_oneself_changes_nothing() -> None:
    assert transfer(endow(3, 50), 2, 2, 10) == endow(3, 50)
