"""What happens in a match when somebody asks something, or why nothing does."""

from __future__ import annotations

from typing import assert_never

from games import actions
from games.actions import Reason, RefusedByMatch
from games.catalog import GAMES
from games.events import (
    AbandonmentWarned,
    AwayTold,
    ChallengeAccepted,
    ChallengeCancelled,
    ChallengeDeclined,
    ChallengeExpired,
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    Event,
    MatchAbandoned,
    MatchStopped,
    MovePlayed,
    PlayerId,
    Resigned,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeExpired,
    TimeGiven,
    WinClaimed,
)
from games.game import NotYourTurn, Seat, other
from games.match.status import MOST_GIFTS, MOST_GIVEN, MOST_LEFT, MatchStatus
from games.match.views import Phase


def ruled(match: MatchStatus, request: actions.Action, at: int) -> Event:
    """What follows from a request at this time (seconds since 1970).

    Raises:
        Refused: nothing happens, and why.
    """
    match request:
        case actions.AcceptChallenge() | actions.DeclineChallenge() | actions.CancelChallenge():
            return _answer_challenge(match, request, at)
        case actions.PlayMove():
            return _play(match, request, at)
        case actions.Resign():
            return Resigned(at=at, seat=seated(match, request.player))
        case actions.OfferDraw() | actions.AcceptDraw() | actions.DeclineDraw() | actions.WithdrawDraw():
            return _about_draw(match, request, at)
        case actions.RequestTakeback() | actions.AcceptTakeback() | actions.DeclineTakeback():
            return _about_take_back(match, request, at)
        case actions.GiveTime() | actions.TellAway() | actions.ClaimWin() | actions.ClaimDraw():
            return _about_time(match, request, at)
        case (
            actions.ExpireChallenge()
            | actions.ExpireTime()
            | actions.WarnOfAbandonment()
            | actions.AbandonMatch()
            | actions.StopMatch()
        ):
            return _by_the_bot(match, request, at)
        case _ as never:
            assert_never(never)


def seated(match: MatchStatus, player: PlayerId) -> Seat:
    """The seat of a player in a running match.

    Raises:
        RefusedByMatch: NO_SEAT or NOT_RUNNING.
    """
    seat = match.seat_of(player)
    if match.players and seat is None:
        raise RefusedByMatch(Reason.NO_SEAT)
    if match.phase is not Phase.RUNNING or seat is None:
        raise RefusedByMatch(Reason.NOT_RUNNING)
    return seat


def chooser(match: MatchStatus, player: PlayerId, version: int | None) -> Seat:
    """The seat for which a player may choose now, on a board that showed this version.

    Raises:
        NotYourTurn: their seat is not awaited.
        RefusedByMatch: NO_SEAT, NOT_RUNNING, or STALE when the board showed another question.
    """
    seat = seated(match, player)
    # A board may also show what came after a copy of the database that was brought back.
    if version is not None and not match.asked[seat] <= version <= match.version:
        raise RefusedByMatch(Reason.STALE)
    if seat not in match.awaited:
        raise NotYourTurn(seat)
    return seat


def _answer_challenge(match: MatchStatus, request: actions.Answering, at: int) -> Event:
    if match.phase is not Phase.CHALLENGE:
        raise RefusedByMatch(Reason.NO_CHALLENGE)
    own = request.player == match.opened.challenger
    if isinstance(request, actions.CancelChallenge):
        if not own:
            raise RefusedByMatch(Reason.NOT_YOURS_TO_CANCEL)
        return ChallengeCancelled(at=at, player=request.player)
    if own:
        raise RefusedByMatch(Reason.OWN_CHALLENGE)
    invited = match.opened.invited
    if isinstance(request, actions.DeclineChallenge):
        if invited != request.player:  # An open challenge is nobody's to decline.
            raise RefusedByMatch(Reason.NOT_INVITED)
        return ChallengeDeclined(at=at, player=request.player)
    if invited not in (None, request.player) and not request.called:
        raise RefusedByMatch(Reason.NOT_INVITED)
    zone = request.zone if match.opened.weekends_off else ""
    return ChallengeAccepted(at=at, player=request.player, entropy=request.entropy, zone=zone)


def _play(match: MatchStatus, request: actions.PlayMove, at: int) -> Event:
    """Whether the move is legal shows when the event is applied."""
    seat = chooser(match, request.player, request.version)
    move = GAMES[match.opened.game].parse(request.notation)
    return MovePlayed(at=at, seat=seat, notation=str(move), used=match.used(seat, at, request.due))


def _about_draw(match: MatchStatus, request: actions.AboutDraw, at: int) -> Event:
    seat = seated(match, request.player)
    match request:
        case actions.OfferDraw():
            if match.offer == seat:
                raise RefusedByMatch(Reason.ALREADY_OFFERED)
            if match.offer is None and match.draw_waits[seat]:  # logs from before this rule may differ
                raise RefusedByMatch(Reason.OFFER_TOO_SOON)
            return (DrawOffered if match.offer is None else DrawAccepted)(at=at, seat=seat)
        case actions.WithdrawDraw():
            if match.offer != seat:
                raise RefusedByMatch(Reason.NO_OWN_OFFER)
            return DrawWithdrawn(at=at, seat=seat)
        case actions.AcceptDraw() | actions.DeclineDraw():
            if match.offer is None:
                raise RefusedByMatch(Reason.NO_OFFER)
            if match.offer == seat:
                raise RefusedByMatch(Reason.OWN_OFFER)
            kind = DrawAccepted if isinstance(request, actions.AcceptDraw) else DrawDeclined
            return kind(at=at, seat=seat)


def _about_take_back(match: MatchStatus, request: actions.AboutTakeback, at: int) -> Event:
    """Needs the opponent's consent, and is impossible once a secret was shown or a card turned."""
    seat = seated(match, request.player)
    match request:
        case actions.RequestTakeback():
            if match.take_back is not None:
                own = match.take_back == seat
                raise RefusedByMatch(Reason.ALREADY_ASKED if own else Reason.OTHER_ASKED)
            if seat not in match.can_take_back:
                raise RefusedByMatch(Reason.NOTHING_TO_TAKE_BACK)
            return TakebackRequested(at=at, seat=seat)
        case actions.AcceptTakeback() | actions.DeclineTakeback():
            if match.take_back is None:
                raise RefusedByMatch(Reason.NO_TAKE_BACK)
            if match.take_back == seat:
                raise RefusedByMatch(Reason.OWN_TAKE_BACK)
            if isinstance(request, actions.AcceptTakeback):
                return TakebackAccepted(at=at, seat=match.take_back)
            return TakebackDeclined(at=at, seat=seat)


def _about_time(match: MatchStatus, request: actions.AboutTime, at: int) -> Event:
    """Only a seat that is not awaited itself may make something of the opponent's time being up."""
    seat = seated(match, request.player)
    if isinstance(request, actions.GiveTime):
        return _given(match, seat, at)
    if isinstance(request, actions.TellAway):
        return AwayTold(at=at, seat=seat, begin=request.begin, end=request.end)
    if other(seat) not in match.late:
        raise RefusedByMatch(Reason.TIME_NOT_UP)
    if seat in match.awaited:
        raise RefusedByMatch(Reason.ALSO_AWAITED)
    return (WinClaimed if isinstance(request, actions.ClaimWin) else DrawClaimed)(at=at, seat=other(seat))


def _given(match: MatchStatus, seat: Seat, at: int) -> TimeGiven:
    """As much as each move has, but a day at most at a time, and so many times in a match."""
    if not match.opened.clock or other(seat) not in match.awaited:
        raise RefusedByMatch(Reason.NO_TIME_RUNS)
    if match.given[seat] >= MOST_GIFTS:
        raise RefusedByMatch(Reason.GIVEN_OFTEN)
    given = TimeGiven(at=at, seat=seat, seconds=min(match.opened.clock, MOST_GIVEN))
    if other(seat) not in match.late and match.left[other(seat)] + given.seconds > MOST_LEFT:
        raise RefusedByMatch(Reason.ENOUGH_TIME)
    return given


def _by_the_bot(match: MatchStatus, request: actions.ByTheHouse, at: int) -> Event:
    """What no player does; one may have acted before, and then it is not due any more."""
    if isinstance(request, actions.ExpireChallenge):
        if match.phase is not Phase.CHALLENGE:
            raise RefusedByMatch(Reason.NO_CHALLENGE)
        return ChallengeExpired(at=at)
    if match.phase is not Phase.RUNNING:
        raise RefusedByMatch(Reason.NOT_RUNNING)
    if isinstance(request, actions.StopMatch):
        return MatchStopped(at=at)
    if isinstance(request, actions.ExpireTime):
        due = match.due(request.seat)
        if due is None or at < due:
            raise RefusedByMatch(Reason.TIME_NOT_UP)
        return TimeExpired(at=at, seat=request.seat)
    if match.forewarned is isinstance(request, actions.WarnOfAbandonment):
        raise RefusedByMatch(Reason.NOT_DUE)
    if isinstance(request, actions.WarnOfAbandonment):
        return AbandonmentWarned(at=at)
    # Whoever let their time run out does not get away by the other's silence.
    lost = next((seat for seat in match.late if other(seat) not in match.awaited), None)
    return MatchAbandoned(at=at) if lost is None else WinClaimed(at=at, seat=lost)
