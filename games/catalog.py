"""The games by key: the one place that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.game import Game
from games.sahara import Sahara
from games.sato import Sato
from games.sator import Sator
from games.stacko import Stacko

ALL: tuple[Game, ...] = (Sahara(), Sator(), Stacko(), Sato())
GAMES: Mapping[str, Game] = MappingProxyType({game.key: game for game in ALL})
