"""The headings that `rulings.md` may cite, and the possible sources of its rulings."""

from __future__ import annotations

from pathlib import Path

from tests.companion.games import rulings

PARAGRAPHS = {
    "setup": "de: Spielvorbereitung",
    "a1": "de A1: Bedeutung der Träger",
    "fr_a1": "fr: Les porteurs",
    "a2": "de A2: Ersteigern der Startmannschaften bei 3 oder 4 Spielern",
    "fr_a2": "fr: Ventes aux enchères d'équipe (3 ou 4 joueurs)",
    "nl_a2": "nl A2: Verzamelen van de startploeg dragers bij 3 of 4 spelers",
    "a3": "de A3: Ersteigern der Startmannschaften bei 5 oder 6 Mitspielern",
    "b": "de B: Das Rennen",
    "b1": "de B1: So wird der französische Dreispitzwürfel gehandhabt",
    "b2": "de B2: Die Träger in Aktion",
    "b3": "de B3: Ende eines Rennens",
    "en_b3": "en: The End of a Race",
    "b4": "de B4: Der Muschelteich",
    "b5": "de B5: Trägerwechsel",
    "b6": "de B6: Ersatzmannschaften",
    "end": "de: Spielende",
    "real_cards": "no booklet: real cards",
}
"""The cited headings, in the order of the game, each with the word after `test_` in the names of its tests."""

PAGE = rulings.read(Path(__file__).parent, PARAGRAPHS, {"printed", "ours"})
