"""What the other's latest plies tell about its dots: which dots would have made it play so?

A view holds the plies since the viewer's own. They are taken back one by one; where each was played, an
outlook says how good it was for each kind of the seat that played it. Earlier plies are not in the view: of
those, what stands where is all that is left (`belief`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from games.game import other
from robots.robot import Player, shares
from robots.sator.belief import believed
from robots.sator.board import Kind, Layout, Played, Table, Way, possible
from robots.sator.search import Beliefs, Horizon, Outlook

SUPPOSED = Player(softness=0.05, margin=math.inf)
"""How sharply the other is supposed to choose, in chances to win."""
LEAST = 1e-4
"""The chance of a ply that nobody should play: what the rules allow is never ruled out."""


def traced(beliefs: Beliefs, table: Table, played: Iterable[Played], horizon: Horizon) -> Beliefs:
    """The beliefs of the seat to move that also asks who would have played the latest plies of the other."""
    foe = other(table.layout.turn)
    kinds, suspected = table.kinds[foe], beliefs[foe]
    for layout, way in played:
        if layout.turn != foe or len(kinds) == 1:
            break
        chances = chances_of(way, layout, horizon)
        weights = [belief * chances[kind] for belief, kind in zip(suspected, kinds, strict=True)]
        total = sum(weights)
        suspected = tuple(weight / total for weight in weights)
    return (beliefs[0], suspected) if foe else (suspected, beliefs[1])


def chances_of(way: Way, layout: Layout, horizon: Horizon) -> Mapping[Kind, float]:
    """How often each kind of the seat to move would move so."""
    kinds = possible(layout, 0), possible(layout, 1)
    outlook = Outlook(layout, kinds, believed(layout, kinds), horizon)
    return {kind: LEAST + shares(outlook.scores(kind), SUPPOSED)[way] for kind in kinds[layout.turn]}
