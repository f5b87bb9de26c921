from __future__ import annotations

import pytest

from companion.web.crowd import FEW, TELL_S, Crowd, Limits, Visit

HERE, THERE = "10.0.0.1", "10.0.0.2"


class Line:
    """An end of a connection that writes down whether it was hung up."""

    def __init__(self) -> None:
        self.is_up = True
        self.closes = False

    def is_closing(self) -> bool:
        return self.closes

    def abort(self) -> None:
        self.is_up = False


def comes(crowd: Crowd, peer: str = HERE, t: float = 0.0) -> tuple[Visit, Line]:
    line = Line()
    visit = crowd.come(peer, line, t)
    assert visit is not None
    return visit, line


def comes_and_looks(crowd: Crowd, peer: str = HERE, t: float = 0.0) -> tuple[Visit, Line]:
    """Somebody with a request under way."""
    visit, line = comes(crowd, peer, t)
    assert visit.asks(t)
    return visit, line


def test_where_there_is_room_everybody_is_let_in() -> None:
    crowd = Crowd(Limits(connections=2))
    assert all(comes_and_looks(crowd)[1].is_up for _ in range(2))
    assert len(crowd) == 2
    assert crowd._counted == {}


@pytest.mark.parametrize("limits", [Limits(connections=2), Limits(of_one_peer=2, comes_a_second=1e9)])
def test_the_client_that_has_been_idle_longest_makes_room(limits: Limits) -> None:
    crowd = Crowd(limits)
    (_, looking), (visit, answered) = comes_and_looks(crowd, t=0.0), comes_and_looks(crowd, t=1.0)
    visit.is_answered(5.0)
    assert comes(crowd, t=6.0)[1].is_up
    assert (looking.is_up, answered.is_up) == (True, False)
    assert crowd._counted == {"made room": 1}


@pytest.mark.parametrize(("limits", "peer"), [(Limits(connections=2), THERE), (Limits(of_one_peer=2), HERE)])
def test_nobody_with_a_request_under_way_makes_room(limits: Limits, peer: str) -> None:
    crowd = Crowd(limits)
    lines = [comes_and_looks(crowd)[1] for _ in range(2)]
    assert crowd.come(peer, Line(), 1.0) is None
    assert all(line.is_up for line in lines)
    assert crowd._counted == {"found no room": 1}


def test_from_another_address_there_is_room() -> None:
    crowd = Crowd(Limits(of_one_peer=1))
    comes_and_looks(crowd, HERE)
    assert comes(crowd, THERE)[1].is_up


def test_who_leaves_makes_room() -> None:
    crowd = Crowd(Limits(connections=1))
    visit, _ = comes_and_looks(crowd)
    visit.leaves()
    visit.leaves()
    assert len(crowd) == 0
    comes(crowd)


def test_an_address_that_connects_too_often_waits() -> None:
    crowd = Crowd(Limits(of_one_peer=3, comes_a_second=2))
    for _ in range(3):
        comes(crowd)[0].leaves()
    assert crowd.come(HERE, Line(), 0.0) is None
    comes(crowd, THERE)
    comes(crowd, HERE, 0.5)


def test_an_address_that_stays_away_is_forgotten() -> None:
    crowd = Crowd(Limits(comes_a_second=1))
    comes(crowd)[0].leaves()
    comes(crowd, THERE)
    crowd.sweep(0.5)
    assert set(crowd._doorsteps) == {HERE, THERE}
    crowd.sweep(2.0)
    assert set(crowd._doorsteps) == {THERE}


# --- who is cut off --------------------------------------------------------------------------------------------------


def cut_at(crowd: Crowd, line: Line, *times: float) -> list[float]:
    """The first of these times at which the connection was cut, if any."""
    cut = []
    for t in times:
        was_up = line.is_up
        crowd.sweep(t)
        cut += [t] if was_up and not line.is_up else []
    return cut


def test_who_asks_for_nothing_is_cut_off() -> None:
    crowd = Crowd(Limits())
    visit, line = comes(crowd)
    assert visit.says(100, 4.9), "part of a request is none"
    assert cut_at(crowd, line, 5.0, 5.1) == [5.1]
    assert len(crowd) == 0
    assert crowd._counted == {"asked for nothing": 1}


def test_during_a_request_there_is_no_limit_and_after_it_the_same_as_before_the_first() -> None:
    crowd = Crowd(Limits())
    visit, line = comes_and_looks(crowd)
    assert visit.asks(1.0)
    visit.is_answered(1.0)
    assert cut_at(crowd, line, 1000.0) == []
    visit.is_answered(1000.0)
    assert cut_at(crowd, line, 1005.0, 1005.1) == [1005.1]


def test_who_reads_nothing_is_cut_off_and_who_reads_slowly_is_not() -> None:
    crowd = Crowd(Limits())
    visit, line = comes_and_looks(crowd)
    visit.stalls(10.0)
    assert cut_at(crowd, line, 15.0) == []
    visit.stalls(None)
    visit.stalls(15.0)
    assert cut_at(crowd, line, 20.0, 20.1) == [20.1]
    assert crowd._counted == {"read nothing": 1}


def test_who_does_not_go_is_cut_off() -> None:
    crowd = Crowd(Limits())
    _, line = comes_and_looks(crowd)
    line.closes = True
    assert cut_at(crowd, line, 7.0, 8.0, 8.1) == [8.1]
    assert crowd._counted == {"did not go": 1}


def test_who_says_too_much_is_not_heard() -> None:
    crowd = Crowd(Limits(bytes_a_second=10, bytes_at_once=20))
    visit, _ = comes(crowd)
    assert visit.says(20, 0.0)
    assert not visit.says(1, 0.0)
    assert visit.says(10, 1.0)


def test_who_asks_too_often_is_cut_off() -> None:
    crowd = Crowd(Limits(bytes_at_once=1024, request_bytes=512))
    visit, line = comes(crowd)
    assert visit.asks(0.0)
    assert visit.asks(0.0)
    assert not visit.asks(0.0)
    assert not line.is_up


def test_all_is_told_in_one_line_a_minute() -> None:
    crowd = Crowd(Limits())
    for _ in range(FEW):
        crowd.count("said too much")
    crowd.count("talked nonsense")
    told = "connections to the page that were refused or cut off: 20 said too much, 1 talked nonsense"
    assert crowd.told(TELL_S) == told
    for _ in range(FEW):
        crowd.count("read nothing")
    assert crowd.told(2 * TELL_S - 0.1) is None
    assert crowd.told(2 * TELL_S) == "connections to the page that were refused or cut off: 20 read nothing"
    assert crowd.told(3 * TELL_S) is None


def test_few_are_not_told_nor_added_up() -> None:
    crowd = Crowd(Limits())
    for minute in range(1, 9):
        for _ in range(FEW - 1):
            crowd.count("asked for nothing")
        assert crowd.told(minute * TELL_S) is None


def test_it_is_over_once_nobody_is_there_or_remembered_and_all_is_told() -> None:
    crowd, came = Crowd(Limits(comes_a_second=1, of_one_peer=2)), []
    crowd.on_come = lambda: came.append(True)
    assert crowd.is_over
    visit, _ = comes(crowd)
    comes(crowd, THERE)[0].leaves()
    assert crowd.come(THERE, Line(), 0.5) is not None
    assert crowd.come(THERE, Line(), 0.5) is None, "too often"
    assert len(came) == 4
    visit.leaves()
    crowd.sweep(99.0)
    assert not crowd.is_over, "somebody was refused"
    crowd.told(99.0)
    assert crowd.is_over
