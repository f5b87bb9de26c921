"""The doors: codes expire soon, guessing is stopped soon, and only the newest key of a door is valid."""

from __future__ import annotations

import re
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.table.ports import OWNER
from companion.web.pages.doors import (
    ALL_TRIES,
    CODE_S,
    DOORS,
    EVENING_S,
    KEY_BYTES,
    SHUT_S,
    TRIES,
    Door,
    Doors,
    Entered,
    Locks,
)

doors_ = st.sampled_from(DOORS)


def let_in(doors: Doors, door: Door, t: float = 0.0) -> str:
    """Enter with a right code; returns the key."""
    entered = doors.enter(doors.code(door, t), t)
    assert isinstance(entered, Entered)
    assert entered.door == door
    return entered.key


def other_than(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


# --- codes -----------------------------------------------------------------------------------------------------------


def test_a_code_has_six_digits_and_a_key_128_bits() -> None:
    doors = Doors()
    codes = {doors.code(1, 0.0) for _ in range(50)}
    assert all(re.fullmatch(r"[0-9]{6}", code) for code in codes)
    assert len(codes) > 40
    keys = {let_in(doors, 1) for _ in range(50)}
    assert len(keys) == 50
    assert {len(bytes.fromhex(key)) for key in keys} == {KEY_BYTES} == {16}


@given(st.binary(min_size=8, max_size=8))
def test_whatever_chance_says_a_code_has_six_digits(drawn: bytes) -> None:
    assert re.fullmatch(r"[0-9]{6}", Doors(random=lambda _: drawn).code(1, 0.0))


def test_no_two_doors_have_the_same_code_whatever_chance_says() -> None:
    doors = Doors(random=lambda count: b"\xff" * count)
    codes = [doors.code(door, 0.0) for door in DOORS]
    assert len(set(codes)) == len(codes)
    for door, code in zip(DOORS, codes, strict=True):
        entered = doors.enter(code, 1.0)
        assert isinstance(entered, Entered)
        assert entered.door == door


def test_a_code_opens_once() -> None:
    doors = Doors()
    code = doors.code(2, 0.0)
    assert isinstance(doors.enter(code, 1.0), Entered)
    assert doors.enter(code, 1.0) is None


def test_a_newer_code_takes_the_place_of_the_one_before() -> None:
    doors = Doors()
    old, new = doors.code(2, 0.0), doors.code(2, 1.0)
    assert old != new
    assert doors.enter(old, 2.0) is None
    assert isinstance(doors.enter(new, 2.0), Entered)


@pytest.mark.parametrize(("age_s", "is_good"), [(0.0, True), (CODE_S - 0.01, True), (CODE_S, False), (1e6, False)])
def test_a_code_is_good_for_two_minutes(age_s: float, is_good: bool) -> None:
    doors = Doors()
    code = doors.code(2, 50.0)
    assert isinstance(doors.enter(code, 50.0 + age_s), Entered) is is_good


@pytest.mark.parametrize("said", ["", " ", "1234567", "١٢٣٤٥٦", "\uff11" * 6, "\ud800", "é" * 6, "\0" * 6])
def test_what_is_no_code_is_a_wrong_one(said: str) -> None:
    doors = Doors()
    doors.code(1, 0.0)
    assert doors.enter(said, 0.0) is None


# --- guessing --------------------------------------------------------------------------------------------------------


def test_after_five_wrong_codes_the_right_one_waits_too() -> None:
    doors = Doors()
    code = doors.code(3, 0.0)
    for t in range(TRIES):
        assert doors.enter(other_than(code), float(t)) is None
    assert doors.enter(code, 10.0) == SHUT_S - 10.0
    assert doors.enter(code, SHUT_S - 0.5) == 0.5
    assert isinstance(doors.enter(code, SHUT_S), Entered)


def test_a_lone_guesser_keeps_nobody_else_out() -> None:
    doors = Doors()
    for t in range(600):
        code = doors.code(3, float(t))
        doors.enter(other_than(code), float(t), "10.0.0.66")
        assert isinstance(doors.enter(code, float(t), "10.0.0.7"), Entered)
    assert isinstance(doors.enter(doors.code(3, 599.0), 599.0, "10.0.0.66"), float)


def test_many_addresses_together_stop_everybody_and_not_for_long() -> None:
    doors = Doors()
    code = doors.code(3, 0.0)
    tried = [doors.enter(other_than(code), 0.1 * nth, f"10.0.0.{nth // 2}") for nth in range(200)]
    assert tried.count(None) == ALL_TRIES
    assert doors.enter(code, 20.0, "10.0.1.1") == SHUT_S - 20.0
    assert isinstance(doors.enter(code, SHUT_S, "10.0.1.1"), Entered)


def test_right_codes_are_no_tries() -> None:
    doors = Doors()
    for _ in range(3 * TRIES):
        let_in(doors, 1)


@given(st.lists(st.floats(0.0, 30.0), min_size=60, max_size=120))
def test_whoever_guesses_without_rest_has_ten_tries_in_the_life_of_a_code(pauses: list[float]) -> None:
    doors = Doors()
    code, t, tried = doors.code(1, 0.0), 0.0, 0
    for pause in pauses:
        tried += doors.enter(other_than(code), t) is None and t < CODE_S
        t += pause
    assert tried <= TRIES * CODE_S / SHUT_S == 10


# --- keys ------------------------------------------------------------------------------------------------------------


def test_the_newest_key_fits_and_no_other() -> None:
    doors = Doors()
    old = let_in(doors, 4)
    assert doors.opened_by(old) == 4
    new = let_in(doors, 4)
    assert (doors.opened_by(old), doors.opened_by(new)) == (None, 4)


def test_a_code_that_nobody_uses_takes_no_key_away() -> None:
    doors = Doors()
    key = let_in(doors, 4)
    doors.code(4, 1.0)
    assert doors.opened_by(key) == 4


@pytest.mark.parametrize("change", [str.upper, lambda key: f" {key}", lambda key: key + "00", lambda key: key[:-2]])
def test_a_key_is_written_in_one_way_only(change: object) -> None:
    doors = Doors(random=lambda count: b"\xab" * count)
    key = let_in(doors, 1)
    assert callable(change)
    assert doors.opened_by(change(key)) is None


@given(st.text())
def test_no_words_are_a_key(said: str) -> None:
    doors = Doors()
    let_in(doors, 1)
    assert doors.opened_by(said) is None


def test_shut_doors_let_nobody_in() -> None:
    kept: list[Locks] = []
    doors = Doors(keep=kept.append)
    key, code = let_in(doors, 1), doors.code(2, 0.0)
    doors.shut()
    assert doors.opened_by(key) is None
    assert doors.enter(code, 0.0) is None
    assert kept[-1] == {}


# --- evenings --------------------------------------------------------------------------------------------------------


def test_a_new_game_begins_with_the_phones_that_are_here_or_were_lately() -> None:
    kept: list[Locks] = []
    doors = Doors(keep=kept.append)
    keys = {door: let_in(doors, door, 5.0) for door in (1, 2, 3)}
    late = 5.0 + EVENING_S + 60.0
    assert doors.is_in(keys[1], 1, late), "its wire is open"
    assert doors.is_in(keys[2], 2, 90.0), "it sleeps"
    assert not doors.is_in(keys[2], 3, late), "its key is another door's"
    changes = doors.changes
    doors.begin_game(late)
    assert {door: doors.opened_by(key) for door, key in keys.items()} == {1: 1, 2: 2, 3: None}
    assert kept[-1].keys() == {1, 2}
    assert doors.changes > changes, "an open wire is told"


def test_of_another_life_of_the_box_no_phone_is_in_a_new_game_before_it_has_been_here() -> None:
    kept: list[Locks] = []
    before = Doors(keep=kept.append)
    keys = {door: let_in(before, door) for door in (OWNER, 1, 2)}
    doors = Doors(kept[-1], kept.append)
    assert doors.opened_by(keys[1]) == 1, "a resumed game keeps it"
    assert doors.is_in(keys[2], 2, 1.0)
    doors.begin_game(2.0)
    assert {door: doors.opened_by(key) for door, key in keys.items()} == {OWNER: OWNER, 1: None, 2: 2}
    assert kept[-1].keys() == {OWNER, 2}


def test_where_nobody_is_out_nothing_is_written() -> None:
    kept: list[Locks] = []
    doors = Doors(keep=kept.append)
    let_in(doors, 1)
    doors.begin_game(EVENING_S)
    assert len(kept) == 1


# --- kept ------------------------------------------------------------------------------------------------------------


def test_of_a_key_nothing_but_its_hash_is_kept_and_it_fits_after_a_new_start() -> None:
    kept: list[Locks] = []
    doors = Doors(keep=kept.append)
    keys = {door: let_in(doors, door) for door in DOORS}
    assert not any(bytes.fromhex(key) in lock for key in keys.values() for lock in kept[-1].values())
    again = Doors(kept[-1])
    assert {door: again.opened_by(key) for door, key in keys.items()} == {door: door for door in DOORS}


def test_what_is_kept_last_is_what_fits_whoever_was_faster() -> None:
    kept: list[Locks] = []
    doors = Doors(keep=kept.append)
    latest: dict[Door, str] = {}

    def come(door: Door) -> None:
        for _ in range(20):
            latest[door] = let_in(doors, door)

    threads = [Thread(target=come, args=(door,)) for door in DOORS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = Doors(kept[-1])
    assert {door: again.opened_by(key) for door, key in latest.items()} == {door: door for door in DOORS}


class AnEvening(RuleBasedStateMachine):
    """People and guessers at the doors, in any order: who is in is who came last with a right code."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Locks] = [{}]
        self.doors = Doors(keep=self.kept.append)
        self.t = 0.0
        self.codes: dict[Door, tuple[str, float]] = {}
        self.newest: dict[Door, str] = {}
        self.seen: dict[Door, float] = {}
        self.older: list[str] = []
        self.tried: list[float] = []

    @property
    def is_open(self) -> bool:
        return sum(self.t - at < SHUT_S for at in self.tried) < TRIES

    @rule(seconds=st.floats(0.0, 100.0))
    def wait(self, seconds: float) -> None:
        self.t += seconds

    @rule(door=doors_)
    def show(self, door: Door) -> None:
        self.codes[door] = self.doors.code(door, self.t), self.t + CODE_S

    @rule(door=doors_)
    def come(self, door: Door) -> None:
        code, until = self.codes.pop(door, ("000000", 0.0))
        entered = self.doors.enter(code, self.t)
        assert isinstance(entered, float) is not self.is_open
        if isinstance(entered, Entered):
            assert (entered.door, self.t < until) == (door, True)
            self.older += [self.newest[door]] if door in self.newest else []
            self.newest[door] = entered.key
            self.seen[door] = self.t
        elif entered is None:
            assert self.t >= until
            self.tried.append(self.t)
        else:
            self.codes[door] = code, until

    @rule(said=st.integers(0, 999_999))
    def guess(self, said: int) -> None:
        if all(code != f"{said:06}" for code, _ in self.codes.values()):
            self.tried += [self.t] if self.is_open else []
            assert not isinstance(self.doors.enter(f"{said:06}", self.t), Entered)

    @rule(door=doors_)
    def look(self, door: Door) -> None:
        if door in self.newest:
            assert self.doors.is_in(self.newest[door], door, self.t)
            self.seen[door] = self.t

    @rule(hours=st.integers(0, 4))
    def begin_game(self, hours: int) -> None:
        self.t += 3600.0 * hours
        self.doors.begin_game(self.t)
        for door in {*self.newest} - {OWNER}:
            if door not in self.seen or self.t - self.seen[door] > EVENING_S:
                self.older.append(self.newest.pop(door))

    @rule()
    def start_anew(self) -> None:
        self.seen.clear()
        self.doors = Doors(self.kept[-1], self.kept.append)
        self.codes.clear()
        self.tried.clear()

    @invariant()
    def the_newest_key_fits_and_no_other(self) -> None:
        assert {door: self.doors.opened_by(key) for door, key in self.newest.items()} == {d: d for d in self.newest}
        assert {self.doors.opened_by(key) for key in self.older} <= {None}


TestAnEvening = AnEvening.TestCase
