import re
from io import StringIO
from itertools import combinations

import ezdxf
from ezdxf import units
from ezdxf.entities.lwpolyline import LWPolyline

from hardware.pins import read_pins
from wiring.paper import case, cutting

PINS, SIZES = read_pins(), case.read_sizes()
PARTS = {part.name: part for part in cutting.parts(PINS, SIZES)}
LAID = cutting.spread([*PARTS.values()])


def test_all_that_a_case_needs_is_cut_once() -> None:
    sides = ["far side", "near side", "left side", "right side"]
    marks = [f"mark {key}" for key in PINS.keys if key != "table"]
    made = [part.name for part in cutting.parts(PINS, SIZES)]
    assert made == ["lid", "floor", *sides, *marks, *marks]  # one onto the case, one onto the key


def test_sides_have_the_lengths_of_the_sizes() -> None:
    high = SIZES.height + 2 * SIZES.sheet
    assert PARTS["lid"].size == PARTS["floor"].size == (SIZES.width, SIZES.depth)
    assert PARTS["far side"].size == PARTS["near side"].size == (SIZES.long, high)
    assert PARTS["left side"].size == PARTS["right side"].size == (SIZES.short, high)


def test_each_tab_has_a_slot_in_lid_and_floor() -> None:
    slots = cutting.slots_of(SIZES)
    assert len(slots) == 8
    for part, inset in (("far side", SIZES.side_inset), ("left side", SIZES.side_inset + SIZES.sheet)):
        tops = sorted({x + inset for x, y in PARTS[part].outline if y == SIZES.height + 2 * SIZES.sheet})
        ends = [(each.x - each.half_width, each.x + each.half_width) for each in slots if each.y > SIZES.depth * 0.9]
        if part == "left side":
            ends = [(e.y - e.half_height, e.y + e.half_height) for e in slots if e.x < SIZES.width * 0.1]
        assert tops == sorted(end for both in ends for end in both)


def test_outlets_are_notches_of_their_size() -> None:
    rim = SIZES.height + SIZES.sheet
    for outlet in SIZES.outlets:
        left = SIZES.short / 2 + outlet.at - outlet.width / 2
        corners = {(left, rim - outlet.height), (left + outlet.width, rim - outlet.height)}
        assert corners <= {*PARTS[f"{outlet.side} side"].outline}


def test_no_two_parts_overlap_on_the_sheet() -> None:
    boxes = []
    for part in LAID:
        x, y = zip(*part.outline, strict=True)
        boxes.append((min(x), min(y), max(x), max(y)))
    assert min(min(box[:2]) for box in boxes) >= cutting.GAP
    for a, b in combinations(boxes, 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


def test_the_drawing_is_sound_and_in_millimetres() -> None:
    document = ezdxf.read(StringIO(cutting.dxf(LAID)))
    audit = document.audit()
    assert not audit.errors
    assert not audit.fixes
    assert document.units == units.MM
    space = document.modelspace()
    holes = sorted(round(circle.dxf.radius * 2, 6) for circle in space.query('CIRCLE[layer=="cut"]'))
    assert holes.count(SIZES.key_hole) == len(PINS.keys)
    assert len(space.query('CIRCLE[layer=="engrave"]')) == 2 * len(PINS.seats)
    outlines = sum(1 + len(part.cutouts) for part in LAID)
    assert len(space.query('LWPOLYLINE[layer=="cut"]')) == outlines
    assert all(line.closed for line in space if isinstance(line, LWPolyline))


def test_the_drawing_has_neither_time_nor_chance() -> None:
    drawn = cutting.dxf(LAID)
    assert drawn == cutting.dxf(LAID)
    classes = re.findall(r"  0\nCLASS\n  1\n(\w+)", drawn)
    assert len(classes) > 1
    assert classes == sorted(classes)  # ezdxf keeps them in a set


def test_svg_shows_the_same() -> None:
    drawn = cutting.svg(LAID)
    assert drawn.count("<polygon") == sum(1 + len(part.cutouts) for part in LAID)
    assert drawn.count("<circle") == sum(len(part.rounds) + len(part.engraved) for part in LAID)
    width, height, box = re.findall(r'width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 ([\d. ]+)"', drawn)[0]
    assert box == f"{width} {height}"
    assert drawn.count(f'r="{SIZES.key_hole / 2:g}"') == len(PINS.keys)
