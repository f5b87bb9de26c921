"""What the command line tells other programs by its exit code."""

from __future__ import annotations

from companion.kit import errors
from companion.kit.errors import CompanionError

BAD_RESULT, WRONG_USE, OUR_FAULT = 1, 2, 70


def test_no_error_ends_as_if_all_were_well() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, CompanionError)]
    ends = {code: [kind.__name__ for kind in kinds if kind.code == code] for code in {kind.code for kind in kinds}}
    assert ends.keys() == {BAD_RESULT, WRONG_USE, OUR_FAULT}
    assert ends[BAD_RESULT] == ["WrongLine", "NotLetIn", "BrokenLaw", "Unwritten", "Lost"]
    assert ends[OUR_FAULT] == ["OurFault", "Impossible", "Unsound", "BrokenGame"]
