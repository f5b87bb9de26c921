"""The headings that `rulings.md` may cite, and the possible sources of its rulings."""

from __future__ import annotations

from pathlib import Path

from tests.companion.games import rulings

PARAGRAPHS = {
    "setup": "no heading: players, board, deck",
    "deals": "no heading: deals and turns",
    "general": "CR l.43: Generelle Regeln",
    "ranks": "CR l.47: Berücksichtigung der Hierarchie",
    "guard": "CR l.53: Schmeiß-, Überhol- und Blockierverbot",
    "goal": "CR l.57: Verbot der Zieleinfahrt",
    "king": "CR l.63: Der König",
    "knight": "CR l.75: Der Ritter",
    "jester": "CR l.87: Der Narr",
    "blue": "CR l.95: Karten mit blauem Hintergrund",
    "red": "CR l.101: Karten mit rotem Hintergrund",
    "green": "CR l.128: Karten mit grünem Hintergrund",
    "holes": "CR l.140: Wurmlöcher",
    "cheat": "CR l.148: Schummeln",
    "accuse": "CR l.152: Aufdecken",
    "end": "no heading: the end",
    "partners": "no heading: two against two",
    "handing": "no heading: a card for the partner",
    "options": "no heading: where the rulebooks differ",
    "real_cards": "no heading: real cards",
}
"""The cited headings, in the order of the game, each with the word after `test_` in the names of its tests."""

PAGE = rulings.read(Path(__file__).parent, PARAGRAPHS, {"printed", "app", "DOG", "ours"})
