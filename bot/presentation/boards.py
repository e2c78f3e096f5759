"""Screens of a match: challenge, running board, final board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot import interface
from bot.domain.guided import steps
from bot.domain.robot_players import is_robot
from bot.interface import Account, Button, Link, Picture, Request, Screen
from bot.interface.screens import Capabilities, Turn
from bot.presentation.alt_texts import described, how_it_ended, length
from bot.presentation.fairness import seal_lines
from bot.presentation.more import (
    TIMELESS,
    CutOff,
    Times,
    away_lines,
    clock_lines,
    house_rule_lines,
    moments_of,
    plays_openly,
    unreached_lines,
)
from bot.presentation.phrasing import Phrasing
from bot.presentation.preferences import block_button
from bot.presentation.prompts import Prompt, Rows, in_rows, next_deal, place_in, prompt
from bot.presentation.results import ResultSummary, headline, rating_lines
from games.events import ACCEPTER, DrawDeclined, PlayerId, TakebackDeclined, TimeGiven
from games.game import OUTSIDE, SEATS, Result, Seat, View, other
from games.match import Ending, MatchView, Phase
from games.words import Tree, Words


@dataclass(frozen=True, slots=True)
class Offered:
    """Further offers on a challenge."""

    robot: bool = True
    """Whether a robot plays the game."""
    new: bool = False
    """Whether a reader has never finished a match of the game."""


USUALLY = Offered()
MOST_WORDS = 40  # above a board


def board(
    match: MatchView,
    phrasing: Phrasing,
    *,
    reader: PlayerId | None = None,
    words: Words | None = None,
    page: int = 0,
    cut_off: CutOff | None = None,
    text_only: bool = False,
    summary: ResultSummary | None = None,
    times: Times = TIMELESS,
    offered: Offered = USUALLY,
) -> Screen:
    """The screen of a match for its viewer, with the choices after the words chosen so far.

    Args:
        match: the reader's view.
        phrasing: language and names.
        reader: the only reader; None for a shared board.
        words: chosen so far; None: none, and a round that has just ended is shown before the next deal.
        page: of the choices, from 0.
        cut_off: a player whom the bot cannot notify.
        text_only: whether the text describes everything, without a picture.
        summary: the consequences of the end of the match.
        times: deadlines and absences.
        offered: further offers on a challenge.
    """
    if match.view is None:
        return _challenge(match, phrasing, reader, cut_off, times, offered)
    if reader is not None and reader == match.invited and reader not in (match.players or ()):
        return _given_to_robot(match, phrasing)
    place, limits = place_in(match, words or ()), phrasing.capabilities
    asked = prompt(match, place, page, phrasing, whole_moves=0 if reader else limits.whole_moves)
    view = match.view
    if words is None and match.ending is None and (round_end := view.before_deal):
        view, place, asked = round_end, Tree(()), Prompt(next_deal(match, place, phrasing))
    asked = Prompt(()) if reader is not None and match.viewer is None else asked
    title, news = phrasing.about("title.match", match), _news(match, phrasing)
    last = () if news or text_only else view.tell_last()
    happened = [*news, *phrasing.describe(match.game, phrasing.names(match), last)]
    follows = rating_lines(summary, phrasing) if summary else _whose_turn(match, phrasing, times)
    waits_in_vain = cut_off is not None and cut_off.player in _awaited_players(match)
    asks = unreached_lines(match, phrasing, cut_off) if waits_in_vain else _asking(match, place, phrasing)
    if offered.new and match.ending is None:
        asks = _with_aim(asks, [*happened, *follows], match, phrasing)
    lines = [" ".join(line) for line in (happened, follows, asks) if line]
    if text_only:
        lines = described(match, view, phrasing, place, lines, limits.text - length([title]))
    return Screen(
        title=title,
        text="\n".join(lines),
        picture=None if text_only else _picture(match, view, phrasing, place, asked.unlisted),
        text_only=text_only,
        rows=_rows(match, asked.rows, phrasing, reader),
        moments=moments_of(times, phrasing),
        awaits=_awaited(match, phrasing),
        turn=_turn(match),
        headline=headline(match, phrasing),
    )


def _turn(match: MatchView) -> Turn:
    """Whether the viewer is to move or waits, or the match is over; a shared board waits until the end."""
    if match.ending is not None:
        return "over"
    return "yours" if match.viewer is not None and match.viewer in match.awaited else "waiting"


def _rows(match: MatchView, asked: Rows, phrasing: Phrasing, reader: PlayerId | None) -> Rows:
    room = _room_beside(asked, phrasing.capabilities)
    return (*asked, *_match_buttons(match, phrasing, reader, room))


def _awaited(match: MatchView, phrasing: Phrasing) -> tuple[Account, ...]:
    return tuple(phrasing.cast[player] for player in _awaited_players(match) if player in phrasing.cast)


def _awaited_players(match: MatchView) -> list[PlayerId]:
    return [match.players[seat] for seat in match.awaited] if match.players else []


def moved_down(phrasing: Phrasing, link: Link, *, away: bool = False) -> Screen:
    """Replace a board by a link to its successor further down or, if `away`, in a thread."""
    return Screen(phrasing.texts("moved_away" if away else "moved_down"), links=(link,))


def _challenge(
    match: MatchView,
    phrasing: Phrasing,
    reader: PlayerId | None,
    cut_off: CutOff | None,
    times: Times,
    offered: Offered,
) -> Screen:
    texts, game = phrasing.texts, phrasing.game(match.game)
    challenger, invited = phrasing.name(match.challenger), phrasing.name(match.invited)
    about = partial(texts, challenger=challenger, invited=invited, game=game)
    title = texts("title.challenge", game=game, match=match.match)
    if match.phase is not Phase.CHALLENGE:
        rows = _afterwards(match, phrasing, reader)
        return Screen(about(f"challenge.{match.phase}"), title, rows=rows)
    lines = [about("challenge.named" if match.invited else "challenge.open")]
    lines += house_rule_lines(match, phrasing)
    lines += [*_begins(match, phrasing), *clock_lines(match, phrasing)]
    lines += seal_lines(match, phrasing)
    lines.append(texts("challenge.code", match=match.match))
    lines += away_lines(phrasing, times)
    if times.expiry is not None:
        lines.append(texts("challenge.until", moment=texts.moment(times.expiry, times.zone)))
    lines += unreached_lines(match, phrasing, cut_off)
    asked = phrasing.cast.get(match.invited) if match.invited else None
    return Screen(
        "\n".join(lines),
        title,
        rows=_answers(match, phrasing, reader, offered),
        awaits=(asked,) if asked else (),
        moments=moments_of(times, phrasing),
    )


def _given_to_robot(match: MatchView, phrasing: Phrasing) -> Screen:
    texts, game = phrasing.texts, phrasing.game(match.game)
    text = texts("challenge.given_to_robot", challenger=phrasing.name(match.challenger), game=game)
    return Screen(text, texts("title.challenge", game=game, match=match.match))


def _afterwards(match: MatchView, phrasing: Phrasing, reader: PlayerId | None) -> Rows:
    """The buttons of a challenge that was declined, withdrawn or not accepted in time."""
    if match.phase is Phase.EXPIRED and reader in (None, match.challenger):
        return ((Button(phrasing.texts("button.challenge_again"), interface.OfferRematch(match.match)),),)
    if match.phase is Phase.DECLINED and reader is not None and reader == match.invited:
        return ((block_button(match.challenger, phrasing),),)
    return ()


def _begins(match: MatchView, phrasing: Phrasing) -> list[str]:
    if match.first is None:
        return []
    if match.first == ACCEPTER:
        return [phrasing.texts("challenge.accepter_begins")]
    return [phrasing.texts("challenge.begins", name=phrasing.name(match.first))]


def _answers(match: MatchView, phrasing: Phrasing, reader: PlayerId | None, offered: Offered) -> Rows:
    texts = phrasing.texts
    buttons = []
    if reader != match.challenger:
        buttons.append(Button(texts("button.accept"), interface.AcceptChallenge(match.match), "main"))
        if match.invited:
            buttons.append(Button(texts("button.decline"), interface.DeclineChallenge(match.match)))
    if reader in (None, match.challenger):
        if offered.robot:
            buttons.append(Button(texts("button.robot"), interface.CallRobot(match.match, 0)))
        buttons.append(Button(texts("button.cancel"), interface.CancelChallenge(match.match)))
    buttons.append(Button(texts("button.rules"), interface.ShowRules(match.game)))
    if offered.new and steps(match.game):
        buttons.append(Button(texts("button.learn"), interface.ShowLesson(match.game, 0)))
    return in_rows(buttons)


def _news(match: MatchView, phrasing: Phrasing) -> list[str]:
    """What happened last beside the moves: the end, or what waits for an answer or just got one."""
    if match.ending is not None:
        return how_it_ended(match, phrasing)
    texts, lines = phrasing.texts, list[str]()
    if match.offer is not None:
        lines.append(texts("offer.stands", name=phrasing.seat(match, match.offer)))
    if match.take_back is not None:
        lines.append(texts("take_back.stands", name=phrasing.seat(match, match.take_back)))
    return [*lines, *_just_now(match, phrasing)]


def _just_now(match: MatchView, phrasing: Phrasing) -> list[str]:
    """A note that an offer or a request was declined, or that time was given."""
    texts = phrasing.texts
    match match.declined:
        case TimeGiven(seat=seat, seconds=seconds):
            return [texts("time.given", time=texts.duration(seconds), **_both(match, seat, phrasing))]
        case DrawDeclined(seat=seat):
            return [texts("offer.declined", name=phrasing.seat(match, seat))]
        case TakebackDeclined(seat=seat):
            return [texts("take_back.declined", name=phrasing.seat(match, seat))]
    return []


def _whose_turn(match: MatchView, phrasing: Phrasing, times: Times) -> list[str]:
    """Whose turn it is and until when, as an absolute time, so that the text stays correct."""
    texts = phrasing.texts
    if times.reminder is None and (match.late or match.forewarned):
        return _overdue(match, phrasing)
    due = min((times.up[seat] for seat in match.awaited if seat in times.up), default=None)
    until = [] if due is None else [texts("turn.until", moment=texts.moment(due, times.zone))]
    if times.reminder is not None:
        seat, left = times.reminder
        return [texts("reminder", name=phrasing.seat(match, seat), time=texts.duration(left)), *until]
    match match.awaited:
        case (seat,):
            key = "turn.you" if seat == match.viewer else "turn.one"
            return [texts(key, name=phrasing.seat(match, seat)), *until]
        case (_, _):
            return [phrasing.about("turn.both", match), *until]
    return []


def _overdue(match: MatchView, phrasing: Phrasing) -> list[str]:
    """Whose time is up, or the warning that a match is about to be closed."""
    texts, claiming, late = phrasing.texts, seat_that_may_claim(match), match.late
    if match.forewarned and claiming is None:
        return [texts("forewarned", names=_joined(match, match.awaited, phrasing))]
    if late and claiming is None and late != (match.viewer,):
        return [texts("late.both", names=_joined(match, late, phrasing))]
    key = "forewarned.late" if match.forewarned else "late.you" if late == (match.viewer,) else "late.one"
    return [texts(key, **_both(match, late[0], phrasing))]


def _both(match: MatchView, seat: Seat, phrasing: Phrasing) -> dict[str, str]:
    return {"name": phrasing.seat(match, seat), "opponent": phrasing.seat(match, other(seat))}


def _joined(match: MatchView, seats: Sequence[Seat], phrasing: Phrasing) -> str:
    return phrasing.texts.listed(phrasing.seat(match, seat) for seat in seats)


def _asking(match: MatchView, place: Tree, phrasing: Phrasing) -> list[str]:
    """The task, after the words chosen so far unless it names them."""
    if match.awaited and match.view and not match.view.open_choice:
        return [phrasing.texts("turn.in_private")]
    words = place.words
    if match.view is None or not (place.branches or words):
        return []
    question = phrasing.texts.get(f"{match.game}.prompt.{words[0]}", "") if words else ""
    task = () if question else match.view.tell_task(words)
    named = {value for fact in task for _, value in fact.values}
    chosen = words[1:] if question else words
    lines = [] if named.issuperset(chosen) else [phrasing.texts("chosen", words=" ".join(chosen))]
    told = phrasing.describe(match.game, phrasing.names(match), task)
    return [*lines, *([question] if question else told)]


def _picture(
    match: MatchView, view: View, phrasing: Phrasing, place: Tree, unlisted: tuple[Request, ...]
) -> Picture:
    """The picture; offers and answers stand in the text alone, so that the words for the picture are few."""
    brief = phrasing.brief()
    news = how_it_ended(match, brief) or _whose_turn(match, brief, TIMELESS)
    asking = [*news, *_asking(match, place, brief)]
    alt = " ".join(described(match, view, brief, place, asking, phrasing.capabilities.alt_text))
    names = phrasing.plain_names(match)
    return Picture(match.game, closed(view, match.ending), names, place.words, alt, unlisted)


def closed(view: View, ending: Ending | None) -> View:
    """The view; if the match ended otherwise than by the rules, with a result."""
    if ending is None or ending.result is not None:
        return view
    closed: View = replace(view, result=Result(ending.winner, (0, 0), OUTSIDE))  # type: ignore[type-var]
    return closed


def _with_aim(asks: list[str], before: list[str], match: MatchView, phrasing: Phrasing) -> list[str]:
    """Before the task, what the viewer or, on a shared board, the robot's opponent has to do to win."""
    seats = [seat for seat in SEATS if match.players and is_robot(match.players[seat])]
    opponent = other(match.viewer) if match.viewer is not None else next(iter(seats), None)
    if opponent is None:
        return asks
    told = [phrasing.texts(f"{match.game}.aim", name=phrasing.seat(match, opponent)), *asks]
    return told if len(" ".join([*before, *told]).split()) <= MOST_WORDS else asks


# Buttons beside the move


def _room_beside(rows: Rows, limits: Capabilities) -> int:
    """The number of buttons that fit beside these rows of choices, a text and a picture."""
    left = limits.components - 2 - sum(1 + len(row) for row in rows)
    return left * limits.row_buttons // (limits.row_buttons + 1)


def _match_buttons(match: MatchView, phrasing: Phrasing, reader: PlayerId | None, room: int) -> Rows:
    """The buttons below the choices; *More* is the last one, all others have commands too."""
    texts = phrasing.texts
    more = Button(texts("button.more"), interface.ShowMore(match.match))
    if match.phase is Phase.OVER:
        replay = Button(texts("button.replay"), interface.Replay(match.match, 0))
        rematch = Button(texts("button.rematch"), interface.OfferRematch(match.match), "main")
        review = Button(texts("button.review"), interface.AskReview(match.match))
        watches = reader is not None and match.viewer is None
        return in_rows([replay, more] if watches else [rematch, review, replay, more])
    buttons = [*_answers_to_question(match, phrasing), *_own_view(match, phrasing, reader)]
    buttons = [*buttons, *_hint(match, phrasing)][: room - 1]
    return in_rows([*buttons, more])


def _own_view(match: MatchView, phrasing: Phrasing, reader: PlayerId | None) -> list[Button]:
    """Below a shared board that does not show what its players know."""
    if reader is not None or plays_openly(match):
        return []
    return [Button(phrasing.texts("button.view"), interface.ShowHand(match.match))]


def _hint(match: MatchView, phrasing: Phrasing) -> list[Button]:
    against_robot = match.players is not None and any(map(is_robot, match.players))
    people = [seat for seat in match.awaited if match.players and not is_robot(match.players[seat])]
    if not against_robot or not people or match.viewer not in (None, *people):
        return []
    return [Button(phrasing.texts("button.hint"), interface.AskHint(match.match))]


def seat_that_may_claim(match: MatchView) -> Seat | None:
    """The seat that may claim because the other's time is up."""
    claiming = (seat for seat in SEATS if other(seat) in match.late and seat not in match.awaited)
    return next(claiming, None)


def _answers_to_question(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """The buttons that answer the viewer's open questions; on a shared board, those of either player."""
    texts, code, buttons = phrasing.texts, match.match, list[Button]()
    claiming = seat_that_may_claim(match)
    if claiming is not None and match.viewer in (None, claiming):
        buttons.append(Button(texts("button.claim_win"), interface.ClaimWin(code), "main"))
        buttons.append(Button(texts("button.claim_draw"), interface.ClaimDraw(code)))
        buttons.append(Button(texts("button.wait"), interface.KeepWaiting(code)))
    if match.offer is not None and match.viewer != match.offer:
        buttons.append(Button(texts("button.accept_draw"), interface.AcceptDraw(code), "main"))
        buttons.append(Button(texts("button.decline_draw"), interface.DeclineDraw(code)))
    if match.take_back is not None and match.viewer != match.take_back:
        buttons.append(Button(texts("button.allow_take_back"), interface.AcceptTakeback(code), "main"))
        buttons.append(Button(texts("button.refuse_take_back"), interface.DeclineTakeback(code)))
    return buttons
