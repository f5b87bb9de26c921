"""That the page under fire is measured, not how well it stands: that depends on the machine."""

from __future__ import annotations

import pytest

from companion.kit.errors import LeftOut
from tests.bench import page_load
from tests.bench.clients import CLIENTS, many_good
from tests.bench.page_load import measure_page

pytestmark = pytest.mark.slow


def test_commits_are_timed_with_and_without_clients_and_the_good_ones_see_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_load, "ROUNDS", 2)
    monkeypatch.setattr(page_load, "COMMITS", 2)
    figures = {figure.name: figure for figure in measure_page()}
    assert sum(CLIENTS.values()) == 200
    for name in ("page", "phones' pages"):
        for what in ("median", "maximum"):
            before, under, times = (
                figures[f"key to commit, {how}"].value
                for how in (
                    f"nobody at the {name}: {what}",
                    f"{name} under fire: {what}",
                    f"{name} under fire: {what}, of that",
                )
            )
            assert times == pytest.approx(under / before)
        highest = figures[f"key to commit, {name} under fire: highest of all"].value
        assert highest >= figures[f"key to commit, {name} under fire: maximum"].value
        assert figures[f"{name} under fire: good clients lost"].value == 0
        assert figures[f"{name} under fire: good clients up to date"].value == many_good()
        assert figures[f"{name} under fire: bad clients cut off"].value > 50
        assert figures[f"{name} under fire: memory grown"].value < page_load.MORE_MIB
        assert figures[f"{name} under fire: lines in the log"].value <= page_load.LINES


def test_where_clients_do_not_start_it_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_load, "COMMITS", 1)
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(LeftOut, match="its clients do not start here"):
        list(measure_page())
