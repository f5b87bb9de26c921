"""The laws of every game, for authors: each is a plain function, and needs nothing but the companion.

`companion game check NAME` runs all of them, `pytest --companion-game NAME` has a test for each (`pytest_laws`), and
the tests of a game may call any. The companion's own games are held to the same functions.

| module | its laws are of |
|---|---|
| `laws_of_rules` | what a game says of itself |
| `laws_of_events` | each event of a whole game: what is asked, shown and kept |
| `laws_of_play` | a whole game and its steps: end, record, undo, keys, phones, secrets |

`whole_games` plays the games; whatever breaks a law raises `BrokenLaw` (`verdict`).

Law: a box never loads this package.
"""
