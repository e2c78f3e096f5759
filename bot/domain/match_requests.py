"""Decide requests about matches: challenges, answers, rematches and the actions of players."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.domain.players import is_robot, is_team
from bot.domain.robot_players import robot_player
from bot.domain.terms import CLOCKS, USUAL_CLOCK
from bot.domain.terms_parser import terms
from bot.interface import AcceptChallenge, CallRobot, CancelChallenge, DeclineChallenge, OfferChallenge
from bot.interface.registry import MatchAction
from bot.interface.requests import Choose, KeepWaiting, LayOpen, Resign, TypeMove
from games import GAMES, actions
from games.actions import PlayMove, Reason, RefusedByMatch
from games.events import ACCEPTER, MATCH_ID_LENGTH, ChallengeOffered, LaidOpen, MatchId, PlayerId
from games.game import HEAD_START, SEATS, Seat
from games.match import Decision, Match, Phase, fold, plies_text
from games.record import Ply

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without look-alikes
MOST_REMATCHES = 20  # declined or withdrawn before one is played
MOST_OPEN = 20  # unanswered challenges of one person

ChallengeAnswer = AcceptChallenge | DeclineChallenge | CancelChallenge | CallRobot
MakeEntropy = Callable[[str, str], str]
"""Makes the entropy of an acceptance from the entropy of the challenge and the accepting player's words."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a new challenge starts with, besides its terms."""

    at: int
    """Seconds since 1970."""
    zone: str
    """The challenger's time zone."""
    seed: bytes
    """32 bytes."""
    code: bytes
    """At least six bytes, for the id of the match."""
    lock: str


def challenge(
    request: OfferChallenge, challenger: PlayerId, invited: PlayerId | None, start: Start
) -> ChallengeOffered:
    """Create a challenge, by a person or a channel; their zone is stored only if weekends are off.

    Raises:
        UnknownHouseRule, DuplicateTerm: the house rules are invalid.
        RefusedByMatch: OWN_CHALLENGE, if the challenger invites themselves.
    """
    if invited == challenger:
        raise RefusedByMatch(Reason.OWN_CHALLENGE)
    game = GAMES[request.game]
    robot, channel = is_robot(invited), is_team(challenger)
    agreed = terms(request.game, request.house_rules, robot=robot, channel=channel)
    return ChallengeOffered(
        at=start.at,
        match=match_id(start.code),
        game=game.key,
        game_version=game.version,
        house_rules=agreed.house_rules,
        challenger=challenger,
        invited=invited,
        first={"me": challenger, "you": invited or ACCEPTER}.get(agreed.begins),
        seed=start.seed.hex(),
        entropy=start.lock,
        clock=agreed.clock,
        increment=agreed.increment,
        weekends_off=agreed.weekends_off,
        zone=start.zone if agreed.weekends_off else "",
        rated=agreed.rated and not robot,
        vote=agreed.vote,
    )


def open_challenge(opened: ChallengeOffered, *, make_entropy: MakeEntropy) -> Decision:
    """Open a match with a challenge, which an invited robot accepts at once.

    `make_entropy` is called only for a robot.
    """
    invited = opened.invited
    if invited is None or not is_robot(invited):
        return Decision((opened,), fold([opened]))
    return open_accepted(opened, invited, make_entropy=make_entropy)


def open_accepted(
    opened: ChallengeOffered, player: PlayerId, zone: str = "UTC", *, make_entropy: MakeEntropy
) -> Decision:
    """Open a match with a challenge that this player accepts at once, so that it is never open."""
    acceptance = actions.AcceptChallenge(player, make_entropy(opened.entropy, ""), zone=zone)
    accepted = fold([opened]).decide(acceptance, opened.at)
    return Decision((opened, *accepted.events), accepted.after)


def respond(
    match: Match,
    player: PlayerId,
    request: ChallengeAnswer,
    *,
    make_entropy: MakeEntropy,
    at: int,
    zone: str = "UTC",
) -> Decision:
    """Decide an answer to a challenge; `make_entropy` is called once, if it is accepted while it is open.

    Raises:
        RefusedByMatch: the answer is not allowed.
    """
    is_open = match.phase is Phase.CHALLENGE
    match request:
        case AcceptChallenge(own_words=words):
            if is_open and words and match.opened.continues is not None:
                raise RefusedByMatch(Reason.NOTHING_DRAWN)
            entropy = make_entropy(match.opened.entropy, words) if is_open else ""
            return match.decide(actions.AcceptChallenge(player, entropy, zone=zone), at)
        case CallRobot(level=level):
            if is_open and player != match.opened.challenger:
                raise RefusedByMatch(Reason.NOT_YOURS_TO_GIVE)
            entropy = make_entropy(match.opened.entropy, "") if is_open else ""
            return match.decide(actions.AcceptChallenge(robot_player(level), entropy, called=True), at)
        case DeclineChallenge():
            return match.decide(actions.DeclineChallenge(player), at)
        case CancelChallenge():
            return match.decide(actions.CancelChallenge(player), at)


def decide(match: Match, player: PlayerId, request: MatchAction, at: int, due: int | None = None) -> Decision:
    """Decide a player's request; without events while a choice or a confirmation is pending.

    `due` is when the player's time is up, credits included; None to follow the log.

    Raises:
        Refused: the request is not allowed.
    """
    match request:
        case Choose(words=words, version=version, final=True):
            return match.decide(PlayMove(player, " ".join(words), version, due), at)
        case Choose(version=version):
            match.chooser(player, version)
            return Decision((), match)
        case TypeMove(words=words):
            return match.decide(PlayMove(player, " ".join(words), None, due), at)
        case LayOpen():
            decision = _laid_open(match, player, at)
        case _:
            decision = match.decide(request.action(player), at)
    return Decision((), match) if _needs_confirmation(request) else decision


def _laid_open(match: Match, player: PlayerId, at: int) -> Decision:
    """A player lays a match open. A robot always agrees, as whoever has both seats; a channel never does."""
    if any(map(is_team, match.players or ())):
        raise RefusedByMatch(Reason.NO_SEAT)
    events, after = match.decide(actions.LayOpen(player), at)
    for seat in SEATS:
        agrees = match.players is not None and (
            is_robot(match.players[seat]) or match.players[seat] == player
        )
        if agrees and seat not in after.laid_open:
            events = (*events, LaidOpen(at=at, seat=seat))
            after = after.apply(events[-1])
    return Decision(events, after)


def _needs_confirmation(request: MatchAction) -> bool:
    return isinstance(request, KeepWaiting) or (isinstance(request, Resign | LayOpen) and not request.sure)


def rematch(match: Match, challenger: PlayerId, start: Start) -> ChallengeOffered:
    """Offer the same match again, on the same terms, with seats swapped unless there is a head start.

    Raises:
        RefusedByMatch: NOT_OVER; NO_SEAT if the challenger did not play; OWN_CHALLENGE if both accounts
            have become one player.
    """
    if match.phase is not Phase.OVER or match.players is None:
        raise RefusedByMatch(Reason.NOT_OVER)
    if challenger not in match.players:
        raise RefusedByMatch(Reason.NO_SEAT)
    first, second = match.players
    if first == second:
        raise RefusedByMatch(Reason.OWN_CHALLENGE)
    invited = second if challenger == first else first
    return replace(
        _copy_of(match.opened, start),
        challenger=challenger,
        invited=invited,
        first=first if HEAD_START in match.opened.house_rules else second,
        rated=match.opened.rated and not is_robot(invited),
        rematch=True,
    )


def repeat(match: Match, challenger: PlayerId, start: Start) -> ChallengeOffered:
    """Offer an expired challenge again.

    Raises:
        RefusedByMatch: NOT_OVER if it has not expired, NOT_YOURS_TO_REPEAT for anyone but the challenger.
    """
    if match.phase is not Phase.EXPIRED:
        raise RefusedByMatch(Reason.NOT_OVER)
    if challenger != match.opened.challenger:
        raise RefusedByMatch(Reason.NOT_YOURS_TO_REPEAT)
    return _copy_of(match.opened, start)


def _copy_of(opened: ChallengeOffered, start: Start) -> ChallengeOffered:
    again = replace(
        opened,
        at=start.at,
        match=match_id(start.code),
        game_version=GAMES[opened.game].version,
        zone=start.zone if opened.weekends_off else "",
    )
    if opened.continues is not None:  # the position is the same again
        return again
    return replace(again, seed=start.seed.hex(), entropy=start.lock)


def play_on(
    match: Match,
    plies: Sequence[Ply],
    players: tuple[PlayerId, PlayerId | None],
    seat: Seat,
    source: MatchId,
    start: Start,
) -> ChallengeOffered:
    """Offer a casual match that goes on from a position of a finished one.

    Args:
        match: the finished match.
        plies: until the position.
        players: the challenger, and whom they invite.
        seat: the challenger's, as in the finished match.
        source: the id of the finished match; "" if it is from a record.
        start: gives the id and the time; the seed is that of the finished match.

    Raises:
        RefusedByMatch: NOT_OVER.
    """
    if match.phase is not Phase.OVER or match.accepted is None:
        raise RefusedByMatch(Reason.NOT_OVER)
    challenger, invited = players
    return replace(
        _with_clock_for(_copy_of(match.opened, start), robot=is_robot(invited)),
        challenger=challenger,
        invited=invited,
        first=challenger if seat == 0 else invited or ACCEPTER,
        rated=False,
        vote=0,
        rematch=False,
        seed=match.opened.seed,
        entropy=match.opened.entropy,
        continues=source,
        acceptance=match.accepted.entropy,
        plies=plies_text(plies),
    )


def _with_clock_for(opened: ChallengeOffered, *, robot: bool) -> ChallengeOffered:
    """The clock of the finished match between people; without one, the usual one. No clock with a robot."""
    if robot:
        return replace(opened, clock=0, increment=0, weekends_off=False, zone="")
    return opened if opened.clock else replace(opened, clock=CLOCKS[USUAL_CLOCK].base)


def rematch_ids(drawn: bytes) -> Iterator[MatchId]:
    """Yield the ids of successive rematches; sharing them keeps two players from starting two at once.

    `drawn` are secret bytes of this match, which make the ids unpredictable; see `Matches.drawn_for`.
    """
    for number in range(MOST_REMATCHES):
        yield match_id(hashlib.sha256(drawn + bytes([number])).digest())


def match_id(drawn: bytes) -> MatchId:
    """Make an id of six letters and digits from six random bytes; the slight modulo bias does no harm."""
    return MatchId(code_of(drawn[:MATCH_ID_LENGTH]))


def code_of(drawn: bytes) -> str:
    """A code that people can type, of a letter or digit for each byte."""
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)
