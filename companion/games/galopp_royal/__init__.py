"""Galopp Royal (Klaus Teuber, 1995): auctions for teams of bearers and six sedan-chair races for 3-6 players.

Where to look: `booklet` has the printed tables, `phases` the order of play as one table, `auction`, `race` and
`exchange` the rules of each part (the pond: `race.arrive`), `rules` the whole game as the box sees it.
"""
