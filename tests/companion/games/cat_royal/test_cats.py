from __future__ import annotations

import re

from companion.games.cat_royal.cats import PAW


def test_a_print_is_a_pad_and_two_toes_on_either_side_of_its_middle() -> None:
    _, *toes = PAW
    found = [re.match(r"M(\S+) (\S+) a(\S+) ", toe.path) for toe in toes]
    across = [
        (round(float(left) + float(half), 4), float(down))
        for left, down, half in (toe.groups() for toe in found if toe)
    ]
    assert sorted(across) == sorted((-x, y) for x, y in across)
    assert [x < 0 for x, _ in across] == [True, True, False, False]
