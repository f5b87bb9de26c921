import pytest

from companion.workshop.doctor.boot import SPI, Taken, read

PI_5, PI_4, ZERO_2 = "Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi 4 Model B Rev 1.5", "Raspberry Pi Zero 2 W Rev 1.0"


def test_an_empty_file_asks_for_nothing() -> None:
    boot = read("", PI_5)
    assert (boot.bus_is_on, boot.bus_hz, boot.taken) == (False, None, ())


@pytest.mark.parametrize("line", ["dtparam=i2c_arm=on", "dtparam=i2c=on", "dtparam=i2c1=on", "dtparam=x=1,i2c_arm"])
def test_the_bus_has_several_names(line: str) -> None:
    assert read(line, PI_5).bus_is_on


def test_of_two_lines_that_differ_the_later_counts() -> None:
    assert not read("dtparam=i2c_arm=on\ndtparam=i2c=off", PI_5).bus_is_on
    assert read("dtparam=i2c_arm=off\ndtparam=i2c=off\ndtparam=i2c_arm=on # again", PI_5).bus_is_on
    assert read("dtparam=i2c_baudrate=100000\ndtparam=i2c_arm_baudrate=400000", PI_5).bus_hz == 400_000
    assert read("dtparam=i2c_arm_baudrate=fast", PI_5).bus_hz is None


@pytest.mark.parametrize(
    ("section", "model", "counts"),
    [
        ("all", PI_5, True),
        ("pi5", PI_5, True),
        ("pi5", PI_4, False),
        ("pi4", PI_4, True),
        ("pi0", ZERO_2, True),
        ("pi02", ZERO_2, True),
        ("pi02", PI_5, False),
        ("cm5", PI_5, False),
        ("none", PI_5, False),
    ],
)
def test_a_section_is_for_some_models(section: str, model: str, counts: bool) -> None:
    assert read(f"[{section}]\ndtparam=i2c_arm=on", model).bus_is_on is counts


def test_a_section_ends_where_the_next_begins() -> None:
    assert read("[cm4]\notg_mode=1\n[all]\ndtparam=i2c_arm=on", PI_5).bus_is_on


def test_comments_and_other_lines_mean_nothing() -> None:
    assert read("# dtparam=spi=on\n#dtoverlay=w1-gpio\narm_64bit=1\ndtoverlay=vc4-kms-v3d", PI_5).taken == ()


@pytest.mark.parametrize(
    ("line", "pins"),
    [
        ("dtparam=spi=on", SPI),
        ("dtparam=i2s=on", (18, 19, 20, 21)),
        ("dtoverlay=w1-gpio", (4,)),
        ("dtoverlay=w1-gpio,gpiopin=17", (17,)),
        ("dtoverlay=w1-gpio,pullup=1", (4,)),
        ("dtoverlay=pwm-2chan,pin=12,pin2=13", (12, 13)),
        ("dtoverlay=pwm-2chan,pin2=13", (18, 13)),
        ("dtoverlay=spi1-3cs", (16, 17, 18, 19, 20, 21)),
        ("dtoverlay=hifiberry-dac", (18, 19, 20, 21)),
    ],
)
def test_a_line_takes_pins(line: str, pins: tuple[int, ...]) -> None:
    assert read(line, PI_5).taken == (Taken(line, pins),)


def test_what_was_switched_off_again_takes_none() -> None:
    assert read("dtparam=spi=on\ndtparam=spi=off", PI_5).taken == ()
