"""The standing message of a group chat: its matches and its puzzle of the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.interface import AcceptListed, Button, KeepStanding, Link, PickGame, Screen
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing
from bot.texts import Texts, joined
from games.events import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A running match, or an open challenge."""

    match: MatchId
    game: str
    players: tuple[PlayerId, ...]
    """Of a challenge the challenger, and the invited player if it names one."""
    awaited: tuple[PlayerId, ...]
    since: int
    """Start of the current turn, or of the challenge, in seconds since 1970."""
    thread: Link | None = None
    """The thread of the chat in which it is played, if it is played in one."""


@dataclass(frozen=True, slots=True)
class PuzzleLead:
    """Who has solved the puzzle of the day of a chat."""

    count: int
    """How many have solved it."""
    leader: PlayerId | None = None
    """The first solver who agreed to be named; those who solved it at the first try come first."""
    first_try: bool = False
    """Whether the leader solved it at the first try."""


@dataclass(frozen=True, slots=True)
class ChatOverview:
    """The contents of a standing message, the longest untouched first."""

    running: Sequence[MatchEntry]
    challenges: Sequence[MatchEntry]
    left_out: int
    """Further matches and challenges, which are not listed."""
    puzzle: PuzzleLead | None = None


def standing_page(overview: ChatOverview, phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    running = [_running_line(match, phrasing) for match in overview.running]
    offered = [_challenge_line(challenge, phrasing) for challenge in overview.challenges]
    lines = running + offered or [texts("watch.none_here")]
    if overview.left_out:
        lines.append(texts("watch.more", count=overview.left_out))
    if overview.puzzle:
        lines.append(_puzzle_line(overview.puzzle, phrasing))
    accept = [
        Button(texts("button.accept_one", match=challenge.match), AcceptListed(challenge.match), "main")
        for challenge in overview.challenges
        if len(challenge.players) == 1
    ]
    begin = Button(texts("button.new_game"), PickGame(None))
    threads = tuple(one.thread for one in (*overview.running, *overview.challenges) if one.thread)
    return Screen(
        "\n".join(lines),
        texts("standing.title"),
        rows=in_rows([*accept, begin]),
        links=threads,
        moments=phrasing.moments(match.since for match in overview.running),
    )


def _running_line(match: MatchEntry, phrasing: Phrasing) -> str:
    awaited = [phrasing.name(player) for player in match.awaited]
    line = phrasing.texts(
        "standing.turn" if len(awaited) == 1 else "standing.turns",
        game=phrasing.game(match.game),
        **phrasing.pair(match.players[0], match.players[-1]),
        match=match.match,
        name=awaited[0] if awaited else "",
        moment=phrasing.moment(match.since),
    )
    return joined([line, phrasing.texts("moved_away")]) if match.thread else line


def _challenge_line(challenge: MatchEntry, phrasing: Phrasing) -> str:
    invited = challenge.players[1] if len(challenge.players) > 1 else None
    return phrasing.texts(
        "standing.challenge" if invited else "standing.open_challenge",
        game=phrasing.game(challenge.game),
        **phrasing.pair(challenge.players[0], invited),
        match=challenge.match,
    )


def _puzzle_line(lead: PuzzleLead, phrasing: Phrasing) -> str:
    texts = phrasing.texts
    if not lead.count:
        return texts("standing.no_solver")
    solved = texts("standing.solvers", count=lead.count)
    if lead.leader is None:
        return solved
    key = "standing.leader_at_once" if lead.first_try else "standing.leader"
    return joined([solved, texts(key, name=phrasing.name(lead.leader))])


def standing_started(texts: Texts) -> Screen:
    """Confirm to the admin that the chat has a standing message from now on."""
    stop = Button(texts("button.standing_off"), KeepStanding(on=False))
    return Screen(texts("standing.kept"), rows=in_rows([stop]))
