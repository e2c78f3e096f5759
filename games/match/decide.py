"""What happens in a match when somebody asks something, or why nothing does."""

from __future__ import annotations

from typing import assert_never

from games.catalog import GAMES
from games.events import (
    Abandoned,
    Accepted,
    Cancelled,
    Declined,
    DrawAgreed,
    DrawDeclined,
    DrawnOnTime,
    DrawOffered,
    Event,
    Expired,
    Forewarned,
    MovePlayed,
    PlayerId,
    Resigned,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
    TimeForfeited,
    TimeRanOut,
)
from games.game import NotYourTurn, Seat, other
from games.match.status import Standing
from games.match.views import Phase
from games.requests import (
    Abandon,
    AboutDraw,
    AboutTakeBack,
    AboutTime,
    Accept,
    AgreeToDraw,
    Answering,
    Cancel,
    ClaimTime,
    Decline,
    DeclineDraw,
    DenyTakeBack,
    DrawOnTime,
    Expire,
    Forewarn,
    GrantTakeBack,
    NoteTime,
    OfferDraw,
    OfTheHouse,
    Play,
    Reason,
    RefusedByMatch,
    Request,
    RequestTakeBack,
    Resign,
)


def ruled(match: Standing, request: Request, at: int) -> Event:
    """What follows from a request at this time (seconds since 1970).

    Raises:
        Refused: nothing happens, and why.
    """
    match request:
        case Accept() | Decline() | Cancel():
            return _answer_challenge(match, request, at)
        case Play():
            return _play(match, request, at)
        case Resign():
            return Resigned(at=at, seat=seated(match, request.player))
        case OfferDraw() | AgreeToDraw() | DeclineDraw():
            return _about_draw(match, request, at)
        case RequestTakeBack() | GrantTakeBack() | DenyTakeBack():
            return _about_take_back(match, request, at)
        case ClaimTime() | DrawOnTime():
            return _about_time(match, request, at)
        case Expire() | NoteTime() | Forewarn() | Abandon():
            return _by_the_house(match, request, at)
        case _ as never:
            assert_never(never)


def seated(match: Standing, player: PlayerId) -> Seat:
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


def chooser(match: Standing, player: PlayerId, version: int | None) -> Seat:
    """The seat for which a player may choose now, on a board that showed this version.

    Raises:
        NotYourTurn: his seat is not awaited.
        RefusedByMatch: NO_SEAT, NOT_RUNNING, or STALE when the board showed another question.
    """
    seat = seated(match, player)
    # A board may also show what came after a copy of the database that was brought back.
    if version is not None and not match.asked[seat] <= version <= match.version:
        raise RefusedByMatch(Reason.STALE)
    if seat not in match.awaited:
        raise NotYourTurn(seat)
    return seat


def _answer_challenge(match: Standing, request: Answering, at: int) -> Event:
    if match.phase is not Phase.CHALLENGE:
        raise RefusedByMatch(Reason.NO_CHALLENGE)
    own = request.player == match.opened.challenger
    if isinstance(request, Cancel):
        if not own:
            raise RefusedByMatch(Reason.NOT_YOURS_TO_CANCEL)
        return Cancelled(at=at, player=request.player)
    if own:
        raise RefusedByMatch(Reason.OWN_CHALLENGE)
    invited = match.opened.invited
    if isinstance(request, Decline):
        if invited != request.player:  # An open challenge is nobody's to decline.
            raise RefusedByMatch(Reason.NOT_INVITED)
        return Declined(at=at, player=request.player)
    if invited not in (None, request.player):
        raise RefusedByMatch(Reason.NOT_INVITED)
    return Accepted(at=at, player=request.player, entropy=request.entropy)


def _play(match: Standing, request: Play, at: int) -> Event:
    seat = chooser(match, request.player, request.version)
    assert match.state is not None  # noqa: S101 - a running match has been dealt
    move = GAMES[match.opened.game].parse(request.notation)
    match.state.play(seat, move)  # raises IllegalMove
    return MovePlayed(at=at, seat=seat, notation=str(move))


def _about_draw(match: Standing, request: AboutDraw, at: int) -> Event:
    seat = seated(match, request.player)
    match request:
        case OfferDraw():
            if match.offer == seat:
                raise RefusedByMatch(Reason.ALREADY_OFFERED)
            return (DrawOffered if match.offer is None else DrawAgreed)(at=at, seat=seat)
        case AgreeToDraw() | DeclineDraw():
            if match.offer is None:
                raise RefusedByMatch(Reason.NO_OFFER)
            if match.offer == seat:
                raise RefusedByMatch(Reason.OWN_OFFER)
            kind = DrawAgreed if isinstance(request, AgreeToDraw) else DrawDeclined
            return kind(at=at, seat=seat)


def _about_take_back(match: Standing, request: AboutTakeBack, at: int) -> Event:
    """Needs the opponent's consent, and is impossible once a secret was shown or a card turned."""
    seat = seated(match, request.player)
    match request:
        case RequestTakeBack():
            if match.take_back is not None:
                own = match.take_back == seat
                raise RefusedByMatch(Reason.ALREADY_ASKED if own else Reason.OTHER_ASKED)
            if seat not in match.can_take_back:
                raise RefusedByMatch(Reason.NOTHING_TO_TAKE_BACK)
            return TakeBackAsked(at=at, seat=seat)
        case GrantTakeBack() | DenyTakeBack():
            if match.take_back is None:
                raise RefusedByMatch(Reason.NO_TAKE_BACK)
            if match.take_back == seat:
                raise RefusedByMatch(Reason.OWN_TAKE_BACK)
            if isinstance(request, GrantTakeBack):
                return TakenBack(at=at, seat=match.take_back)
            return TakeBackRefused(at=at, seat=seat)


def _about_time(match: Standing, request: AboutTime, at: int) -> Event:
    """Only a seat that is not awaited itself may make something of the opponent's time being up."""
    seat = seated(match, request.player)
    if other(seat) not in match.late:
        raise RefusedByMatch(Reason.TIME_NOT_UP)
    if seat in match.awaited:
        raise RefusedByMatch(Reason.ALSO_AWAITED)
    return (TimeForfeited if isinstance(request, ClaimTime) else DrawnOnTime)(at=at, seat=other(seat))


def _by_the_house(match: Standing, request: OfTheHouse, at: int) -> Event:
    """What the house finds due; a person may have been quicker, and then it is not."""
    if isinstance(request, Expire):
        if match.phase is not Phase.CHALLENGE:
            raise RefusedByMatch(Reason.NO_CHALLENGE)
        return Expired(at=at)
    if match.phase is not Phase.RUNNING:
        raise RefusedByMatch(Reason.NOT_RUNNING)
    if isinstance(request, NoteTime):
        due = match.due(request.seat)
        if due is None or at < due:
            raise RefusedByMatch(Reason.TIME_NOT_UP)
        return TimeRanOut(at=at, seat=request.seat)
    if match.forewarned is isinstance(request, Forewarn):
        raise RefusedByMatch(Reason.NOT_DUE)
    return (Forewarned if isinstance(request, Forewarn) else Abandoned)(at=at)
