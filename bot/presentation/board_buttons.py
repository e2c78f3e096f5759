"""The buttons of a board that have nothing to do with the move: answers, offers, resigning."""

from __future__ import annotations

from bot import interface
from bot.domain.robot_players import is_robot
from bot.interface import Button
from bot.interface.capabilities import Capabilities
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import Rows, in_rows
from games.events import PlayerId
from games.game import SEATS, Seat, other
from games.match import MOST_GIFTS, MatchView, Phase


def room_beside(rows: Rows, limits: Capabilities) -> int:
    """How many buttons fit beside these rows of choices, a text and a picture."""
    left = limits.components - 2 - sum(1 + len(row) for row in rows)
    return left * limits.row_buttons // (limits.row_buttons + 1)


def match_buttons(match: MatchView, phrasing: Phrasing, reader: PlayerId | None, room: int) -> Rows:
    """The buttons below the choices; a private board of a spectator has few.

    Where there is room for `room` of them only, those are left out that commands can replace.
    """
    texts = phrasing.texts
    rules = Button(texts("button.rules"), interface.ShowRules(match.game))
    signs = Button(texts("button.legend"), interface.ShowLegend(match.game))
    table = [Button(texts("button.table"), interface.OpenTable(match.match))] if phrasing.pages else []
    over = [
        Button(texts("button.verify"), interface.VerifyDeal(match.match)),
        Button(texts("button.replay"), interface.Replay(match.match, 0)),
        Button(texts("button.clip"), interface.MakeClip(match.match)),
    ]
    if reader is not None and match.viewer is None:
        stop = [Button(texts("button.unwatch"), interface.Unwatch(match.match))]
        return in_rows([*(over[1:] if match.phase is Phase.OVER else [*table, *stop]), rules, signs])
    if match.phase is Phase.OVER:
        rematch = Button(texts("button.rematch"), interface.OfferRematch(match.match), "main")
        review = Button(texts("button.review"), interface.AskReview(match.match))
        return in_rows([rematch, review, *_say(match, phrasing), *over, signs])
    view = [Button(texts("button.view"), interface.ShowHand(match.match))] if match.viewer is None else []
    resign = Button(texts("button.resign"), interface.Resign(match.match, sure=False), "danger")
    asked = [*_hint(match, phrasing), *_answers(match, phrasing), *_preferences(match, phrasing)]
    buttons = [*view, *table, *asked, resign, *_say(match, phrasing), rules, signs]
    return in_rows(buttons[:room])


def _hint(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """For the person who is to move against a robot."""
    against_robot = match.players is not None and any(map(is_robot, match.players))
    people = [seat for seat in match.awaited if match.players and not is_robot(match.players[seat])]
    if not against_robot or not people or match.viewer not in (None, *people):
        return []
    return [Button(phrasing.texts("button.hint"), interface.AskHint(match.match))]


def _say(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """For players who do not play against a robot."""
    if match.players is None or any(map(is_robot, match.players)):
        return []
    return [Button(phrasing.texts("button.say"), interface.ShowPhrases(match.match))]


def seat_that_may_claim(match: MatchView) -> Seat | None:
    """The seat that may make something of it that the other one's time is up."""
    claiming = (seat for seat in SEATS if other(seat) in match.late and seat not in match.awaited)
    return next(claiming, None)


def _may_give_time(match: MatchView) -> bool:
    """Whether a person is to move whose time runs or is up, and this viewer may be who waits for them."""
    if not match.clock or match.players is None or len(match.awaited) != 1:
        return False
    if match.given[other(match.awaited[0])] >= MOST_GIFTS:
        return False
    return match.viewer not in match.awaited and not any(map(is_robot, match.players))


def _answers(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """The answers to a question for this viewer; on a board that everybody sees, for the seat it concerns."""
    texts, code, buttons = phrasing.texts, match.match, list[Button]()
    claiming = seat_that_may_claim(match)
    if claiming is not None and match.viewer in (None, claiming):
        buttons.append(Button(texts("button.claim_win"), interface.ClaimWin(code), "main"))
        buttons.append(Button(texts("button.claim_draw"), interface.ClaimDraw(code)))
        buttons.append(Button(texts("button.wait"), interface.KeepWaiting(code)))
    if _may_give_time(match):
        buttons.append(Button(texts("button.more_time"), interface.GiveTime(code)))
    if match.offer is not None and match.viewer != match.offer:
        buttons.append(Button(texts("button.accept_draw"), interface.AcceptDraw(code), "main"))
        buttons.append(Button(texts("button.decline_draw"), interface.DeclineDraw(code)))
    if match.take_back is not None and match.viewer != match.take_back:
        buttons.append(Button(texts("button.allow_take_back"), interface.AcceptTakeback(code), "main"))
        buttons.append(Button(texts("button.refuse_take_back"), interface.DeclineTakeback(code)))
    return buttons


def _preferences(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """What this viewer may ask of the opponent; *Take move back* not first, which would be next to *Back*."""
    texts, buttons = phrasing.texts, list[Button]()
    readers = SEATS if match.viewer is None else (match.viewer,)
    if match.offer is None and any(not match.draw_waits[seat] for seat in readers):
        buttons.append(Button(texts("button.draw"), interface.OfferDraw(match.match)))
    if match.offer is not None and match.viewer in (None, match.offer):
        buttons.append(Button(texts("button.withdraw_draw"), interface.WithdrawDraw(match.match)))
    asking = [seat for seat in match.can_take_back if match.players and not is_robot(match.players[seat])]
    if match.take_back is None and (asking if match.viewer is None else match.viewer in asking):
        buttons.append(Button(texts("button.take_back"), interface.RequestTakeback(match.match)))
    return buttons
