"""Each part is closed, in order, even if one before it failed. Of the box: tests/companion/daemon/test_closing.py."""

import pytest

from hardware.closing import close_all


def test_each_is_closed_whatever_the_one_before_said(caplog: pytest.LogCaptureFixture) -> None:
    closed: list[str] = []

    def busy() -> None:
        closed.append("busy")
        raise OSError(16, "GPIO busy")

    close_all(lambda: closed.append("first"), busy, lambda: closed.append("last"))
    assert closed == ["first", "busy", "last"]
    assert [entry.getMessage() for entry in caplog.records] == ["a part was not closed as it should be"]
    assert "GPIO busy" in caplog.text


def test_whoever_insists_on_ctrl_c_is_heeded() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        close_all(interrupt)
