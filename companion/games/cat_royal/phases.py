"""The order of play: what comes when a part of the game is over; and how one step goes."""

from __future__ import annotations

from typing import TypeAlias

from companion.games.cat_royal.dealing import Dealing, SettingOut
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.tricks import Punishing
from companion.games.cat_royal.turns import Turn

AnyPhase: TypeAlias = Dealing | SettingOut | Turn | Punishing | Landing | Closing | Over
