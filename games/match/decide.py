"""What happens in a match when somebody asks something, or why nothing does."""

from __future__ import annotations

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
    LaidOpen,
    MatchAbandoned,
    MatchStopped,
    MovePlayed,
    Resigned,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeExpired,
    TimeGiven,
    WinClaimed,
)
from games.game import Seat, other
from games.match.status import MOST_GIFTS, MOST_GIVEN, MOST_LEFT, MatchStatus
from games.match.views import Phase


def decide(match: MatchStatus, request: actions.Action, at: int) -> Event:
    """What follows from a request at this time (seconds since 1970).

    Raises:
        Refused: nothing happens, and why.
    """
    if isinstance(request, actions.Answering):
        return _answer_challenge(match, request, at)
    if isinstance(request, actions.ByTheHouse):
        return _by_the_bot(match, request, at)
    if isinstance(request, actions.PlayMove):
        return _play(match, request, at)
    if isinstance(request, actions.LayOpen):
        return _lay_open(match, request, at)
    seat = match.seated(request.player)
    if isinstance(request, actions.AboutDraw):
        return _about_draw(match, request, seat, at)
    if isinstance(request, actions.AboutTakeback):
        return _about_take_back(match, request, seat, at)
    if isinstance(request, actions.AboutTime):
        return _about_time(match, request, seat, at)
    return Resigned(at=at, seat=seat)


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
    entropy = match.opened.acceptance or request.entropy
    return ChallengeAccepted(at=at, player=request.player, entropy=entropy, zone=zone)


def _play(match: MatchStatus, request: actions.PlayMove, at: int) -> Event:
    """Whether the move is legal shows when the event is applied."""
    seat = match.chooser(request.player, request.version)
    move = GAMES[match.opened.game].parse(request.notation)
    return MovePlayed(at=at, seat=seat, notation=str(move), used=match.used(seat, at, request.due))


def _lay_open(match: MatchStatus, request: actions.LayOpen, at: int) -> LaidOpen:
    seat = match.seat_of(request.player)
    if match.phase is not Phase.OVER:
        raise RefusedByMatch(Reason.NOT_OVER)
    if seat is None:
        raise RefusedByMatch(Reason.NO_SEAT)
    if not match.had_secrets:
        raise RefusedByMatch(Reason.NOTHING_HIDDEN)
    if seat in match.laid_open:
        raise RefusedByMatch(Reason.ALREADY_OPEN)
    return LaidOpen(at=at, seat=seat)


def _about_draw(match: MatchStatus, request: actions.AboutDraw, seat: Seat, at: int) -> Event:
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
    if match.offer is None:
        raise RefusedByMatch(Reason.NO_OFFER)
    if match.offer == seat:
        raise RefusedByMatch(Reason.OWN_OFFER)
    return (DrawAccepted if isinstance(request, actions.AcceptDraw) else DrawDeclined)(at=at, seat=seat)


def _about_take_back(match: MatchStatus, request: actions.AboutTakeback, seat: Seat, at: int) -> Event:
    """Needs the opponent's consent, and is impossible once a secret was shown or a card turned."""
    if isinstance(request, actions.RequestTakeback):
        if match.take_back is not None:
            own = match.take_back == seat
            raise RefusedByMatch(Reason.ALREADY_ASKED if own else Reason.OTHER_ASKED)
        if seat not in match.can_take_back:
            raise RefusedByMatch(Reason.NOTHING_TO_TAKE_BACK)
        return TakebackRequested(at=at, seat=seat)
    if match.take_back is None:
        raise RefusedByMatch(Reason.NO_TAKE_BACK)
    if match.take_back == seat:
        raise RefusedByMatch(Reason.OWN_TAKE_BACK)
    if isinstance(request, actions.AcceptTakeback):
        return TakebackAccepted(at=at, seat=match.take_back)
    return TakebackDeclined(at=at, seat=seat)


def _about_time(match: MatchStatus, request: actions.AboutTime, seat: Seat, at: int) -> Event:
    """Only a seat that is not awaited itself may make something of the opponent's time being up."""
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
