from __future__ import annotations

import os
from ipaddress import IPv4Address
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from companion.faces.drift import WALK, PixelShift, drift
from companion.faces.footer import FLAT
from companion.faces.letters import dejavu, terminus
from companion.faces.oled import FOOT, arrange, draw, load
from companion.faces.sheet import HEIGHT, WIDTH, Panel, Rectangle, TextLine, moved, paint
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Bar, Key, Legend, SeatView, View
from tests import disk

from .sample_screens import SCREENS, said, screen

GOLDEN = Path(__file__).parent / "golden"

letters = st.text(max_size=40)
sentences = letters.map(verbatim)
labels = st.none() | sentences
views = st.builds(
    View,
    title=sentences,
    who=st.sampled_from([None, 1]),
    number=st.text("0123456789+-±", max_size=3),
    caption=labels,
    is_draft=st.booleans(),
    position=st.none() | st.tuples(st.integers(1, 99), st.integers(1, 99)),
    sentence=labels,
    lines=st.lists(st.lists(letters, min_size=1, max_size=5).map("\t".join).map(verbatim), max_size=6).map(tuple),
    seats=st.builds(SeatView, seat=st.just(1), name=letters, colour=st.just("red")).map(lambda seat: (seat,)),
    legend=st.none() | st.builds(Legend, labels, labels, labels, labels, instead=labels),
    keys=st.lists(sentences, max_size=6).map(tuple),
    notice=st.none() | sentences,
    bar=st.none() | st.builds(Bar, st.sampled_from(get_args(Key)), st.floats(0, 1)),
    qr=st.just("") | st.integers(0, 2**32 - 1).map(lambda ip: f"http://{IPv4Address(ip)}:8080/s#123456"),
    is_saved=st.booleans(),
)


def same(words: str) -> str:
    return words


def words_on(view: View) -> list[TextLine]:
    return [piece for piece in arrange(view, same) if isinstance(piece, TextLine) and piece.words]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def test_a_sentence_stands_on_as_many_rows_as_it_needs() -> None:
    view = View(verbatim("now"), sentence=verbatim("Bid more than the high bid, never above 2-3 coins-to-spare"))
    _, *rows = [piece.words for piece in words_on(view)]
    assert rows == ["Bid more than the", "high bid, never above", "2-3 coins-to-spare"]


@pytest.mark.parametrize("name", SCREENS)
def test_golden(name: str) -> None:
    path = GOLDEN / f"{name}.png"
    picture = draw(SCREENS[name], same)
    if os.environ.get("REGENERATE_GOLDEN"):
        picture.save(path)
        pytest.fail(f"{path.name} was written anew: look at it, then run again without REGENERATE_GOLDEN")
    with Image.open(path) as golden:
        assert ImageChops.difference(picture.convert("L"), golden.convert("L")).getbbox() is None


def test_every_golden_picture_has_its_screen() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)


@given(views)
def test_words_never_overlap_and_never_leave_the_display(view: View) -> None:
    pieces = arrange(view, same)
    for piece in pieces:
        assert 0 <= piece.box.left <= piece.box.right <= WIDTH
        assert 0 <= piece.box.top <= piece.box.bottom <= HEIGHT
    for one, other in combinations(words_on(view), 2):
        assert not overlap(one.box, other.box), (one, other)


@given(views)
def test_ink_keeps_within_its_box(view: View) -> None:
    for piece in words_on(view):
        ink = paint([piece._replace(ink=1)]).getbbox()
        if ink:
            box = piece.box
            assert box.left <= ink[0] <= ink[2] <= box.right
            assert box.top <= ink[1] <= ink[3] <= box.bottom


@given(views)
def test_the_picture_is_one_bit_and_of_the_display_s_size(view: View) -> None:
    picture = draw(view, same)
    assert (picture.mode, picture.size) == ("1", (WIDTH, HEIGHT))


@given(views, st.sampled_from(WALK))
def test_the_picture_is_what_is_arranged_however_far_a_hold_has_come(view: View, wished: PixelShift) -> None:
    pieces = arrange(view, same)
    assert draw(view, same, wished).tobytes() == moved(paint(pieces), drift(pieces, wished)).tobytes()


def spoken(view: View) -> list[str]:
    return [piece.words for piece in words_on(view)]


@pytest.mark.parametrize(
    ("name", "title", "heads"),
    [
        ("Sebastian", "awards", [("Sebastian", 16), ("awards", 16)]),
        ("Sebastian", "bietet 9", [("Sebastian", 16), ("bietet 9", 12)]),
        ("Maximilian", "schummelte", [("Maximilian", 12), ("schummelte", 12)]),
        ("Maximiliane", "Versteigerung", [("Maximi…", 12), ("Versteigerung", 12)]),
        ("Maximiliane", "Versteigerung eins", [("Max…", 12), ("Versteigerung e…", 12)]),
    ],
)
def test_a_header_is_written_smaller_before_the_name_is_cut_and_then_the_title(
    name: str, title: str, heads: list[tuple[str, int]]
) -> None:
    view = View(verbatim(title), 1, seats=(SeatView(1, name, "red"),))
    assert [(piece.words, piece.font.size) for piece in words_on(view)] == heads


def test_the_right_column_is_never_cut() -> None:
    line = "III Maximiliane Josephine\t-12"
    assert spoken(screen("Race", None, line))[1:] == ["III Maximiliane…", "-12"]


def test_four_columns() -> None:
    assert spoken(screen("Coins", None, "Sebastian\t145\tPia\t7"))[1:] == ["Sebas…", "145", "Pia", "7"]


def test_a_missing_label_is_left_out() -> None:
    view = screen("rolls", 2)
    view = View(view.title, legend=Legend(green_hold=verbatim("Roll")))
    assert spoken(view) == ["rolls", "Roll"]


def test_four_letters_a_label_stand_whole() -> None:
    labels = ["abcd", "efgh", "ijkl", "mnop"]
    assert spoken(View(verbatim(""), legend=Legend(*map(verbatim, labels)))) == labels


def test_a_notice_takes_the_place_of_the_keys() -> None:
    view = View(verbatim("x"), legend=Legend(green_tap=verbatim("+1")), notice=verbatim("Not your turn"))
    assert spoken(view) == ["x", "Not your turn"]


def test_one_key_may_say_as_much_as_there_is_room_for() -> None:
    view = View(verbatim(""), legend=Legend(verbatim("joins"), verbatim("starts")))
    assert spoken(view) == ["joins", "starts"]
    assert [word.font.size for word in words_on(view)] == [16, 16]


def test_every_key_that_does_something_has_its_mark() -> None:
    view = View(verbatim(""), legend=Legend(*(verbatim(6 * letter) for letter in "abcd")))
    assert len([piece for piece in arrange(view, same) if isinstance(piece, Panel) and piece.radius == 2]) == 2


@pytest.mark.parametrize(("lines", "size"), [(("a", "b"), 40), (("highest", "Günther"), 32), (("tenletters", ""), 20)])
def test_a_number_gives_way_to_the_words_beside_it(lines: tuple[str, ...], size: int) -> None:
    legend = Legend(verbatim("+1"))
    number, *beside = words_on(View(verbatim(""), number="145", lines=said(*lines), legend=legend))[:-1]
    assert number.font.size == size
    assert [word.font.size for word in beside] == [16] * len(beside)


def test_a_number_gives_way_before_a_line_beside_it_is_cut() -> None:
    number, *beside = words_on(View(verbatim(""), number="-2", lines=said("from Maximilian", "slot 3")))
    assert [(word.words, word.font.size) for word in beside] == [("from Maximilian", 12), ("slot 3", 16)]
    assert 20 <= number.font.size < 40


def test_a_caption_never_pushes_its_number_down_to_what_the_keys_do() -> None:
    view = View(verbatim(""), number="15", caption=verbatim("to go"), lines=said("x"), legend=Legend(verbatim("Roll")))
    assert words_on(view)[0].box.bottom < HEIGHT - FOOT


def test_a_long_word_beside_a_number_does_not_make_the_other_small() -> None:
    view = View(verbatim(""), number="145", lines=said("Maximiliane Josephine", "coins 50"))
    assert [word.font.size for word in words_on(view)][1:] == [12, 16]


def test_a_caption_stands_above_its_number_and_in_its_frame() -> None:
    for is_draft in (False, True):
        view = View(verbatim(""), number="7", caption=verbatim("high bid"), is_draft=is_draft, lines=said("x", "y"))
        number, caption, *_ = words_on(view)
        assert (number.words, caption.words) == ("7", "high bid")
        assert caption.box.bottom <= number.box.top
        frames = [piece.box for piece in arrange(view, same) if isinstance(piece, Panel) and piece.outline]
        assert [frame.left < caption.box.left and number.box.bottom <= frame.bottom for frame in frames] == [
            True
        ] * is_draft


@pytest.mark.parametrize("is_draft", [False, True])
@pytest.mark.parametrize("notice", ["n" * 16, "n" * 18, "n" * 30])
def test_a_number_keeps_below_its_caption_whatever_room_a_notice_leaves(notice: str, is_draft: bool) -> None:
    view = View(verbatim(""), number="7", caption=verbatim("goes"), is_draft=is_draft, notice=verbatim(notice))
    number, caption, *_ = words_on(view)
    assert caption.box.bottom <= number.box.top


@pytest.mark.parametrize("keys", ["", "1234"])
def test_a_framed_number_with_a_caption_keeps_clear_of_the_frame_below_it(keys: str) -> None:
    view = View(verbatim(""), number="±2", caption=verbatim("goes"), is_draft=True, lines=said("x"), keys=said(*keys))
    number = words_on(view)[0].box
    (frame,) = (piece.box for piece in arrange(view, same) if isinstance(piece, Panel) and piece.radius == 4)
    assert frame.bottom - 1 - number.bottom == 1


def test_the_frame_round_an_answer_wanders_with_the_header() -> None:
    pieces = arrange(View(verbatim("x"), is_draft=True, lines=said("one\t+2")), same)
    assert [drift(pieces, (right, 0)) for right in (-1, 1)] == [(-1, 0), (1, 0)]


def test_the_frame_goes_round_the_whole_answer() -> None:
    pieces = arrange(
        View(verbatim(""), is_draft=True, lines=said("one", "and more"), legend=Legend(verbatim("x"))), same
    )
    (frame,) = (piece.box for piece in pieces if isinstance(piece, Panel) and piece.outline and piece.radius == 3)
    lines = [piece.box for piece in pieces if isinstance(piece, TextLine) and piece.words in ("one", "and more")]
    assert len(lines) == 2
    assert all(frame.top < line.top and line.bottom <= frame.bottom for line in lines)


def test_which_draft_of_how_many_stands_between_the_keys() -> None:
    legend = Legend(verbatim("►"), verbatim("OK"), verbatim("◄"), verbatim("Back"))
    view = View(verbatim(""), is_draft=True, lines=said("x"), legend=legend, position=(3, 13))
    assert spoken(view) == ["x", "►", "OK", "3/13", "◄", "Back"]


@given(*[st.text("abc ", min_size=1, max_size=9).map(verbatim)] * 3, st.integers(1, 120))
def test_words_of_the_keys_stay_as_they_are_while_the_number_between_them_goes_up(
    tap: Text, hold: Text, back: Text, last: int
) -> None:
    view = View(verbatim(""), legend=Legend(tap, hold, back))
    words = [
        [
            piece
            for piece in words_on(replace(view, position=(at, last)))
            if piece.words not in (f"{at}/{last}", str(at))
        ]
        for at in range(1, last + 1)
    ]
    assert all(each == words[0] for each in words)


@pytest.mark.parametrize(("last", "count"), [(9, "3/9"), (12, "3")])
def test_how_many_pages_there_are_is_left_out_before_a_word_is_cut(last: int, count: str) -> None:
    legend = Legend(green_tap=verbatim("back"), table_tap=verbatim("table key ►"))
    assert spoken(View(verbatim(""), legend=legend, position=(3, last))) == ["back", count, "table key ►"]


def test_a_bar_covers_no_words() -> None:
    for lines, foot in ((("a", "b", "c"), FLAT), (("one",), FOOT)):
        view = View(verbatim("x"), lines=said(*lines), bar=Bar("table", 0.5))
        assert spoken(view)[-len(lines) :] == list(lines)
        assert all(piece.box.bottom <= HEIGHT - foot for piece in words_on(view))


def test_nor_does_it_take_any_away_where_they_need_all_the_room() -> None:
    assert spoken(View(verbatim("x"), lines=said("a", "b", "c", "d"), bar=Bar("table", 0.5)))[-4:] == [
        "a",
        "b",
        "c",
        "d",
    ]


def test_a_short_sentence_below_three_lines_leaves_all_of_them() -> None:
    view = View(verbatim("x"), lines=said("a", "b", "c"), notice=verbatim("21 letters, no more.."))
    assert spoken(view)[-4:] == ["a", "b", "c", "21 letters, no more.."]


def test_the_table_key_has_no_mark_and_stands_at_the_right() -> None:
    legend = Legend(green_tap=verbatim("back"), table_tap=verbatim("table key ►"))
    view = View(verbatim("x"), lines=said("a"), legend=legend, position=(2, 7))
    assert spoken(view)[-4:] == ["a", "back", "2/7", "table key ►"]
    assert words_on(view)[-1].box.right == WIDTH
    marks = [piece for piece in arrange(view, same) if isinstance(piece, Panel) and piece.outline]
    assert [mark.fill for mark in marks] == [1], "of the green key alone"


def test_why_no_key_does_anything_stands_in_the_place_of_all_their_words() -> None:
    legend = Legend(verbatim("+1"), red_hold=verbatim("Pass"), instead=verbatim("16 letters long."))
    view = View(verbatim("x"), lines=said("a"), legend=legend)
    assert spoken(view)[-2:] == ["a", "16 letters long."]
    assert not any(isinstance(piece, Panel) and piece.outline for piece in arrange(view, same)), "no mark of a key"


def test_a_draft_looks_different() -> None:
    for number, line in (("12", ""), ("", "one answer")):
        plain, draft = (
            draw(View(verbatim("x"), number=number, lines=(verbatim(line),), is_draft=is_draft), same)
            for is_draft in (False, True)
        )
        assert plain.tobytes() != draft.tobytes()


def test_the_bar_grows_on_its_key_s_side_and_turns_light_into_dark_and_back() -> None:
    plain = draw(View(verbatim("x"), notice=verbatim("wait")), same)
    swept_over = {
        Bar("table", 0.0): None,
        Bar("table", 0.5): (0, 48, 64, 64),
        Bar("table", 1.0): (0, 48, 128, 64),
        Bar("green", 0.5): (0, 48, 32, 64),
        Bar("green", 1.0): (0, 48, 64, 64),
        Bar("red", 0.5): (96, 48, 128, 64),
        Bar("red", 1.0): (64, 48, 128, 64),
    }
    for bar, box in swept_over.items():
        swept = draw(View(verbatim("x"), notice=verbatim("wait"), bar=bar), same)
        assert ImageChops.logical_xor(plain, swept).getbbox() == box


def test_words_are_put_into_the_reader_s_language() -> None:
    view = View(text("{who} has {coins}", who="Pia", coins=7), lines=(Text("\tright"),))
    french = {"{who} has {coins}": "{who} a {coins}", "\tright": "\tdroite"}
    pieces = arrange(view, french.__getitem__)
    assert [piece.words for piece in pieces if isinstance(piece, TextLine) and piece.words] == ["Pia a 7", "droite"]


@pytest.mark.parametrize("is_draft", [False, True])
@pytest.mark.parametrize("one", ["1", "4", "7", "11", "98", "111"])
def test_while_a_number_counts_nothing_around_it_moves(one: str, is_draft: bool) -> None:
    def around(number: str) -> list[object]:
        view = View(verbatim("bids"), number=number, lines=said("over 1", "of 50"), is_draft=is_draft)
        return [(piece.box, getattr(piece, "font", None)) for piece in arrange(view, same)]

    assert around(one) == around(str(int(one) + 1))


def test_what_is_loaded_needs_no_file_any_more() -> None:
    for font in (terminus, dejavu):
        font.cache_clear()
    load()
    with disk.gone():
        for number in ("7", "123", verbatim("WWWWWWWWWW"), ""):
            for title in ("Rolling", "A title of many letters"):
                draw(View(text(title), number=number, caption=text("wins")), str)
