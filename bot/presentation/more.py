"""Behind *More*: what is not told above the board of a match, and what is done less often than a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot import interface
from bot.domain.players import is_team
from bot.domain.teams import Ballot
from bot.domain.tournaments import Tournament
from bot.interface import Button, Rows, Screen, WebLink
from bot.presentation.button_rows import in_rows
from bot.presentation.fairness import seal_lines
from bot.presentation.phrasing import Phrasing, newest
from bot.presentation.play_on import continuing_lines
from bot.presentation.prompts import against_robot, is_drawn, plays_openly
from bot.presentation.results import ResultSummary, score_lines
from bot.presentation.tournaments import standings_button
from bot.texts import joined
from games import GAMES
from games.events import PlayerId
from games.game import HEAD_START, SEATS, Seat, choose, is_uneven, other
from games.match import MOST_GIFTS, MatchView, Phase


@dataclass(frozen=True, slots=True)
class CutOff:
    """A player who cannot be notified."""

    player: PlayerId
    why: Literal["closed", "away", "off"]
    """The private chat is closed, the platform is not running, or robots are switched off."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known of a match beside its view; none of it is secret. Times are in seconds since 1970."""

    up: Mapping[Seat, int] = field(default_factory=dict)
    """When the time of each awaited seat is up."""
    expiry: int | None = None
    reminder: tuple[Seat, int] | None = None
    """The seat that the posted board reminds of its move, and the seconds it has left."""
    away: tuple[tuple[PlayerId, int, int], ...] = ()
    """Absences: player, beginning, end."""
    cut_off: CutOff | None = None
    summary: ResultSummary | None = None
    """The consequences of its end."""
    robot: bool = True
    """Whether a robot plays the game."""
    ballots: Mapping[Seat, Ballot] = field(default_factory=dict)
    """The votes of each channel that plays."""
    page: str = ""
    """The address of its public page; "" if it has none."""
    new: bool = False
    """Whether a reader has never finished a match of the game."""
    tournament: Tournament | None = None
    """The tournament of the match, if it belongs to one, as of its round."""


USUALLY = Circumstances()
TURN_MAX = 200  # UTF-16 units about the latest turn, so that the buttons stay in sight on a phone


def more_page(
    match: MatchView,
    phrasing: Phrasing,
    known: Circumstances = USUALLY,
    *,
    apart: bool,
) -> Screen:
    """The panel behind *More*, for the viewer of a match that has begun.

    `apart`: whether it stands beside a board for all.
    """
    lines = score_lines(match, known.summary, phrasing) if known.summary else []  # the board tells ratings
    lines += [*continuing_lines(match, phrasing), *house_rule_lines(match, phrasing)]
    if match.phase is not Phase.OVER:
        lines += [*clock_lines(match, phrasing), *_time_kept(match, phrasing)]
    lines += away_lines(phrasing, known)
    lines += vote_lines(match, phrasing)
    lines += unreached_lines(match, phrasing, known)
    lines += _latest_turn(match, phrasing)
    if not (lines and _may_verify(match)):  # which tells the seal, too
        lines += seal_lines(match, phrasing)
    return Screen(
        "\n".join(lines),
        phrasing.about("title.match", match, known.tournament),
        rows=_panel(match, phrasing, known, apart=apart),
        moments=phrasing.moments(absence_times(known)),
        page=WebLink(phrasing.texts("button.public_page"), known.page) if known.page else None,
    )


def _latest_turn(match: MatchView, phrasing: Phrasing) -> list[str]:
    """The end of the latest turn, without what stands above the picture of a board."""
    if match.view is None:
        return []
    view = match.view.before_deal or match.view
    above = view.tell_last()
    turn = view.tell_turn() if phrasing.text_only else [one for one in view.tell_seen() if one not in above]
    turn_lines = newest(phrasing.tell(match, turn), TURN_MAX)
    return [joined(turn_lines)] if turn_lines else []


def house_rule_lines(match: MatchView, phrasing: Phrasing) -> list[str]:
    rules = phrasing.house_rules(match.game, match.house_rules)
    named = [phrasing.texts("challenge.house_rules", rules=rules)] if rules else []
    return [*named, *phrasing.together(match.game, match.house_rules)]


def clock_lines(match: MatchView, phrasing: Phrasing) -> list[str]:
    clock = phrasing.time_control("clock.", match.clock, match.increment)
    weekends = [phrasing.texts("clock.weekends")] if match.weekends_off else []
    return [clock, *weekends, *_unrated_lines(match, phrasing)]


def vote_lines(match: MatchView, phrasing: Phrasing) -> list[str]:
    """What it means that a channel plays."""
    players = match.players or (match.challenger, match.invited)
    names = [phrasing.name(player) for player in players if is_team(player)]
    time = phrasing.texts.duration(match.vote)
    return [phrasing.texts("vote.plays", name=name, time=time) for name in names]


def _unrated_lines(match: MatchView, phrasing: Phrasing) -> list[str]:
    game, texts = GAMES[match.game], phrasing.texts
    if against_robot(match):  # which may have taken a rated challenge
        return [texts("challenge.unrated")]
    if match.rated:
        return []
    if match.continues is not None:
        return [texts("challenge.unrated")]
    if HEAD_START in match.house_rules:
        return [texts("challenge.unrated_head_start")]
    uneven = is_uneven(game, choose(game.house_rules, match.house_rules))
    agreed = match.clock and match.first is not None and uneven
    return [texts("challenge.unrated_begins" if agreed else "challenge.unrated")]


def _time_kept(match: MatchView, phrasing: Phrasing) -> list[str]:
    """With an increment, the time left of the player not to move."""
    if match.phase is not Phase.RUNNING or not match.increment:
        return []
    texts = phrasing.texts
    return [
        texts("clock.kept", name=phrasing.seat(match, seat), time=texts.duration(match.left[seat]))
        for seat in SEATS
        if seat not in match.awaited
    ]


def away_lines(phrasing: Phrasing, known: Circumstances) -> list[str]:
    return [
        phrasing.texts(
            "away.board",
            name=phrasing.name(player),
            start=phrasing.moment(begin),
            end=phrasing.moment(end),
        )
        for player, begin, end in known.away
    ]


def absence_times(known: Circumstances) -> list[int]:
    """The times that `away_lines` tell."""
    return [at for _, *times in known.away for at in times]


def unreached_lines(match: MatchView, phrasing: Phrasing, known: Circumstances) -> list[str]:
    """A note that a player cannot be notified, and how they can open the match."""
    cut_off = known.cut_off
    if cut_off is None:
        return []
    key = "cut_off.challenge" if match.phase is Phase.CHALLENGE else "cut_off.match"
    key = key if cut_off.why == "closed" else f"cut_off.{cut_off.why}"
    return [phrasing.texts(key, name=phrasing.name(cut_off.player), match=match.match)]


# Buttons


def _panel(match: MatchView, phrasing: Phrasing, known: Circumstances, *, apart: bool) -> Rows:
    """What shows something stands before what acts in the match; *Resign* is last."""
    texts, code, over = phrasing.texts, match.match, match.phase is Phase.OVER
    acts = [*_say(match, phrasing), *_lay_open(match, known, phrasing)]
    acts += [] if match.viewer is None or over else _actions(match, phrasing)
    shows = [] if over else _other_boards(match, phrasing, apart=apart)
    if known.tournament and match.viewer is not None and not over:
        shows.insert(0, standings_button(known.tournament, phrasing))
    if _may_verify(match):
        shows.append(Button(texts("button.verify"), interface.VerifyDeal(code)))
    if over:
        shows.append(Button(texts("button.clip"), interface.PostClip(code)))
    shows.append(Button(texts("button.rules"), interface.ShowRules(match.game)))
    shows.append(Button(texts("button.legend"), interface.ShowLegend(match.game)))
    return (*in_rows(shows), *in_rows(acts))


def _may_verify(match: MatchView) -> bool:
    """Whether the match is over, with something to verify that this viewer may see."""
    all_seen = plays_openly(match) or len(match.laid_open) == len(SEATS)
    return match.phase is Phase.OVER and is_drawn(match) and (match.viewer is not None or all_seen)


def _actions(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """What a player may do besides a move; *Resign* is last."""
    texts, code, own, buttons = phrasing.texts, match.match, match.viewer, list[Button]()
    if match.offer is None and own is not None and not match.draw_waits[own]:
        buttons.append(Button(texts("button.draw"), interface.OfferDraw(code)))
    if match.offer is not None and own == match.offer:
        buttons.append(Button(texts("button.withdraw_draw"), interface.WithdrawDraw(code)))
    if match.take_back is None and own in match.can_take_back:
        buttons.append(Button(texts("button.take_back"), interface.RequestTakeback(code)))
    if match.awaited and own not in match.awaited and plays_openly(match):
        buttons.append(Button(texts("button.plan"), interface.PlanMoves((), code)))
    if _may_give_time(match):
        buttons.append(Button(texts("button.more_time"), interface.GiveTime(code)))
    return [*buttons, Button(texts("button.resign"), interface.Resign(code, sure=False), "danger")]


def _lay_open(match: MatchView, known: Circumstances, phrasing: Phrasing) -> list[Button]:
    if not may_lay_open(match, known):
        return []
    return [Button(phrasing.texts("button.lay_open"), interface.LayOpen(match.match))]


def may_lay_open(match: MatchView, known: Circumstances) -> bool:
    """What was hidden in a match that is over can be shown on its public page, if both players want that."""
    if not known.page or match.viewer is None:
        return False
    return match.viewer not in match.laid_open and not plays_openly(match)


def _may_give_time(match: MatchView) -> bool:
    if not match.clock or match.players is None or len(match.awaited) != 1:
        return False
    if match.given[other(match.awaited[0])] >= MOST_GIFTS:
        return False
    return match.viewer not in match.awaited and not against_robot(match)


def _say(match: MatchView, phrasing: Phrasing) -> list[Button]:
    if match.viewer is None or match.players is None or against_robot(match):
        return []
    return [Button(phrasing.texts("button.say"), interface.ShowPhrases(match.match))]


def _other_boards(match: MatchView, phrasing: Phrasing, *, apart: bool) -> list[Button]:
    texts, code, buttons = phrasing.texts, match.match, list[Button]()
    if apart and match.viewer is not None and plays_openly(match):
        buttons.append(Button(texts("button.view"), interface.ShowHand(code)))
    if phrasing.pages and not phrasing.embedded:
        buttons.append(Button(texts("button.table"), interface.OpenPage(code)))
    if not apart and match.viewer is None:
        buttons.append(Button(texts("button.unwatch"), interface.Unwatch(code)))
    return buttons
