"""What a robot has chosen becomes a change of its match, as a request of a person does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.delivery.turn_notices import TurnNotifier
from bot.domain.robot_players import Asked, asked_of
from bot.handlers.match_transaction import MatchTransactions
from games import actions
from games.events import MatchId
from games.game import Seat
from games.match import Decision
from storage.errors import PressedBefore, VersionConflict

log = logging.getLogger(__name__)


class RobotHandler:
    """Carries out what robots do."""

    def __init__(
        self,
        transactions: MatchTransactions,
        notifier: TurnNotifier,
        clock: Callable[[], int],
    ) -> None:
        """No robot acts yet.

        Args:
            transactions: how something happens in a match.
            notifier: who is told.
            clock: the time in seconds since 1970.
        """
        self._transactions, self._notifier = transactions, notifier
        self._clock = clock

    async def carry_out(self, match_id: MatchId, seat: Seat, asked: Asked, action: actions.Action) -> None:
        """Make it happen once, unless the match asks something else by now."""
        async with self._transactions.begin(match_id) as transaction:
            match, boards = transaction.match, transaction.boards
            if match.players is None or asked_of(match, seat) != asked:
                return
            decision = match.decide(action, self._clock())
            told = await self._notifier.told_of_change(match, decision.after, match.players[seat], boards)
            press = f"robot:{match_id}:{asked.kind}:{asked.version}"
            try:
                await transaction.commit(decision, press=press, told=told)
            except (PressedBefore, VersionConflict):  # Another process was quicker: look once more.
                log.info("match %s was read anew for its robot", match_id)

    async def postpone(self, match_id: MatchId, seat: Seat, until: int) -> None:
        """Let the robot in this seat act later."""
        async with self._transactions.begin(match_id) as transaction:
            left = tuple(
                replace(one, due=until) if (one.kind, one.seat) == ("robot", seat) else one
                for one in transaction.deadlines
            )
            match = transaction.match
            press = f"robot:{match_id}:rests:{match.version}:{until}"
            with suppress(PressedBefore, VersionConflict):  # Another process was quicker.
                await transaction.commit(Decision((), match), press=press, left=left)
