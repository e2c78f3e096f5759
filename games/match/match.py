"""One match, pure: request and match give events, events give the match, a viewer gives a match view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import NamedTuple

from games import actions
from games.actions import Reason, RefusedByMatch
from games.events import ByTheHouse, ChallengeOffered, Event, LaidOpen
from games.game import SEATS, State, View, Viewer, other
from games.match.apply import advance
from games.match.deal import challenger_seat, deal, draw_seats, fits, form_of, is_fresh, seal_of, words_in
from games.match.decide import decide
from games.match.status import MatchStatus
from games.match.views import Answered, MatchView, Phase, Proof, Standing

STANDING = tuple(field.name for field in fields(Standing))
_STANDING_OF = attrgetter(*STANDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(MatchStatus):
    """A match as it follows from its log. Left of `seen_by` there are states, right of it only views."""

    def seen_by(self, viewer: Viewer) -> MatchView:
        """The wall: all that a person can receive is made from this."""
        opened = self.opened
        view = self.state.view(viewer) if self.state else None
        if self.state and len(self.laid_open) == len(SEATS):
            view = _whole_view(self.state, viewer)
        return MatchView(
            **dict(zip(STANDING, _STANDING_OF(self), strict=True)),
            viewer=viewer,
            view=view,
            match=opened.match,
            game=opened.game,
            house_rules=opened.house_rules,
            challenger=opened.challenger,
            invited=opened.invited,
            first=opened.first,
            clock=opened.clock,
            increment=opened.increment,
            weekends_off=opened.weekends_off,
            rated=opened.rated,
            vote=opened.vote,
            rematch=opened.rematch,
            awaited=self.awaited,
            can_take_back=self.can_take_back,
            seal=seal_of(opened.seed, opened.entropy),
            words=words_in(self.accepted.entropy) if self.accepted and opened.continues is None else "",
            continues=opened.continues,
            plies_before=len(opened.plies.splitlines()),
        )

    def seen_before(self, viewer: Viewer) -> View | None:
        """What a person could see before the newest ply; None if it is not known any more."""
        return self.latest.state.view(viewer) if self.latest else None

    def proof(self, viewer: Viewer) -> Proof:
        """Seed and entropy, for a match that is over; they reveal all that was dealt.

        Raises:
            RefusedByMatch: STILL_SEALED, before the end the seed is a secret; NO_SEAT, where hidden things
                stay between the two who played, unless both laid them open.
        """
        if self.phase is not Phase.OVER or self.accepted is None:
            raise RefusedByMatch(Reason.STILL_SEALED)
        if viewer is None and not self.is_open_to_all:
            raise RefusedByMatch(Reason.NO_SEAT)
        state = deal(self.opened, self.accepted)
        return Proof(
            seed=self.opened.seed,
            seal=seal_of(self.opened.seed, self.opened.entropy),
            entropy=(self.opened.entropy, self.accepted.entropy),
            players=draw_seats(self.opened, self.accepted),
            challenger=challenger_seat(self.opened, self.accepted),
            seats_agreed=self.opened.first is not None,
            key_lost=is_fresh(self.accepted.entropy),
            form=form_of(self.opened.entropy),
            fits=fits(self.opened.seed, self.opened.entropy, self.accepted.entropy),
            dealt=(state.view(0), state.view(1)),
        )

    def decide(self, request: actions.Action, at: int) -> Decision:
        """What happens when somebody asks this, and the match after it: a move is played once.

        Args:
            request: who wants what.
            at: the time of the events, in seconds since 1970.

        Raises:
            Refused: nothing happens, and why.
        """
        event = decide(self, request, at)
        return Decision((event,), self.apply(event))

    def after(self, events: Iterable[Event]) -> Match:
        """The match after some more events."""
        match = self
        for event in events:
            match = match.apply(event)
        return match

    def apply(self, event: Event) -> Match:
        """The match after one more event."""
        after = advance(self, event)
        by_the_house = isinstance(event, ByTheHouse)
        return replace(
            after,
            version=self.version + 1,
            since=self.since if isinstance(event, LaidOpen) else event.at,
            touched=after.touched if by_the_house else event.at,
            forewarned=after.forewarned and by_the_house,
            answered=event if isinstance(event, Answered) else None,
        )


class Decision(NamedTuple):
    """What a request makes happen; where it makes nothing happen, `after` is the match as it stood."""

    events: tuple[Event, ...]
    after: Match


def fold(events: Iterable[Event]) -> Match:
    """The match that follows from a log.

    Raises:
        ValueError: the log does not begin with a challenge.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, ChallengeOffered):
        raise ValueError("a match begins with a challenge")
    return Match(opened=first, since=first.at, touched=first.at).after(log)


def _whole_view(state: State, viewer: Viewer) -> View:
    """A position with all that either seat knew, after both have laid it open."""
    seat = viewer or 0
    whole: View = state.view(seat).laid_open(state.view(other(seat)))
    return replace(whole, viewer=viewer)  # type: ignore[type-var]
