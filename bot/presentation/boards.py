"""The board of a match: what happened, what can be done, and the buttons, until the end and after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import filterfalse
from typing import NamedTuple

from bot import interface
from bot.domain.players import is_robot, is_team
from bot.interface import Button, Capabilities, Link, MoveList, Picture, Rows, Screen, Turn
from bot.presentation.alt_texts import changed, described, length, position
from bot.presentation.button_rows import in_rows
from bot.presentation.challenges import challenge_screen, given_to_robot
from bot.presentation.more import USUALLY, Circumstances, may_lay_open, unreached_lines
from bot.presentation.phrasing import Phrasing
from bot.presentation.play_on import retry_line
from bot.presentation.prompts import (
    Prompt,
    against_robot,
    choices_after,
    next_deal,
    place_in,
    plays_openly,
    prompt,
)
from bot.presentation.results import headline, how_it_ended, rating_lines
from bot.presentation.teams import ballot_lines, closing_times, marked_rows, motion_buttons
from bot.presentation.tournaments import standings_button
from bot.texts import joined
from games.events import DrawDeclined, PlayerId, TakebackAccepted, TakebackDeclined, TimeGiven
from games.game import OUTSIDE, SEATS, Fact, Result, Seat, View, other
from games.match import Ending, MatchView, Phase
from games.words import Tree, Words

MOST_WORDS = 40  # above the board of somebody who is new to a game
FIRST_BOARD = 3  # the version after the challenge, its acceptance and a ply of the opponent


class Hint(NamedTuple):
    """What the only reader of a board was told to play."""

    move: Words
    text: str


class PastTurns(NamedTuple):
    """The newest turns of a match, as its viewer saw them."""

    told: tuple[tuple[int, tuple[Fact, ...]], ...]
    """For each turn the number of plies up to its end, and what it did."""


NO_TURNS = PastTurns(())


def board(
    match: MatchView,
    phrasing: Phrasing,
    *,
    reader: PlayerId | None = None,
    words: Words | None = None,
    page: int = 0,
    hint: Hint | None = None,
    known: Circumstances = USUALLY,
    past: PastTurns = NO_TURNS,
) -> Screen:
    """The screen of a match for its viewer, with the choices after the words chosen so far.

    Args:
        match: the reader's view.
        phrasing: language and names.
        reader: the only reader; None for a shared board.
        words: chosen so far; None: none, and a round that has just ended is shown before the next deal.
        page: of the choices, from 0.
        hint: given to its only reader; its words stand in place of the task, and the picture marks its move.
        known: deadlines, consequences of the end and so on.
        past: the turns to list beside the picture.
    """
    if match.view is None:
        return challenge_screen(match, phrasing, reader, known)
    if reader is not None and reader == match.invited and reader not in (match.players or ()):
        return given_to_robot(match, phrasing)
    view, place, asked = _position_and_prompt(match, match.view, words, page, phrasing, reader)
    hint = hint if asked.rows else None  # what cannot be played here is of no help
    title = phrasing.about("title.match", match, known.tournament)
    news, asks = _above_picture(match, view, phrasing, place, hint, known, begins=not words)
    lines = [*news, *asks]
    if phrasing.text_only:
        room = phrasing.capabilities.text - length([title])
        lines = _in_words(match, view, phrasing, place, news, asks, room)
    room = _room_beside(asked.rows, phrasing.capabilities)
    rows = (*asked.rows, *_match_buttons(match, phrasing, reader, room, known))
    return Screen(
        title=title,
        text="\n".join(lines),
        picture=None if phrasing.text_only else _picture(match, view, phrasing, place, asked, hint),
        text_only=phrasing.text_only,
        rows=marked_rows(rows, place, known.ballots) if known.ballots else rows,
        moments=phrasing.moments([*known.up.values(), *(closing_times(known) if known.ballots else ())]),
        awaits=phrasing.accounts_of(filterfalse(is_team, _awaited_players(match))),  # nobody calls a channel
        players=phrasing.accounts_of(match.players or ()),
        turn=_turn(match),
        headline=headline(match, phrasing) if match.ending else None,
        moves=_moves(match, past, phrasing) if past.told else None,
    )


def position_page(match: MatchView, view: View, phrasing: Phrasing) -> Screen:
    """The position in words, then the latest turn."""
    room = phrasing.capabilities.text
    return Screen("\n".join(position(match, view, replace(phrasing, changes=False), (), room)))


def moved_down(phrasing: Phrasing, link: Link, *, away: bool = False) -> Screen:
    """Replace a board by a link to its successor further down or, if `away`, in a thread."""
    return Screen(phrasing.texts("moved_away" if away else "moved_down"), links=(link,))


def short_time(match: MatchView, seat: Seat, left: int, due: int, phrasing: Phrasing) -> Screen:
    """Tell the player of a seat how many seconds are left, and until when, apart from a board."""
    until = phrasing.moment(due)
    return Screen(
        joined([_reminder(match, seat, left, phrasing), phrasing.texts("turn.until", moment=until)]),
        phrasing.about("title.match", match),
        rows=((Button(phrasing.texts("button.table_open"), interface.OpenMatch(match.match)),),),
        moments=((until, due),),
    )


def _position_and_prompt(
    match: MatchView, view: View, words: Words | None, page: int, phrasing: Phrasing, reader: PlayerId | None
) -> tuple[View, Tree, Prompt]:
    """The position to show, and what can be chosen there; arguments as of `board`."""
    place = place_in(match, words or ())
    if words is None and match.ending is None and view.before_deal:
        view, place, asked = view.before_deal, Tree(()), Prompt(next_deal(match, place, phrasing))
    else:
        whole_moves = 0 if reader else phrasing.capabilities.whole_moves
        asked = prompt(match, place, page, phrasing, whole_moves=whole_moves)
    watches = reader is not None and match.viewer is None
    return view, place, Prompt(()) if watches else asked


def _turn(match: MatchView) -> Turn:
    """Whether the viewer is to move or waits, or the match is over; a shared board waits until the end."""
    if match.ending is not None:
        return "over"
    return "yours" if match.viewer is not None and match.viewer in match.awaited else "waiting"


def _awaited_players(match: MatchView) -> list[PlayerId]:
    return [match.players[seat] for seat in match.awaited] if match.players else []


# The lines


def _above_picture(
    match: MatchView,
    view: View,
    phrasing: Phrasing,
    place: Tree,
    hint: Hint | None,
    known: Circumstances,
    *,
    begins: bool,
) -> tuple[list[str], list[str]]:
    """What happened and what follows from it, and what to do: a line for each.

    What happened is the news or, above a picture, the last turn: a text tells that turn in full.

    `begins`: whether no word has been chosen so far, so that a newcomer may be told the aim.
    """
    offered = _offers(match, phrasing, own=False)
    happened = _news(match, phrasing, known)
    if not (happened or offered or phrasing.text_only):
        happened = phrasing.tell(match, view.tell_last())
    follows = rating_lines(known.summary, phrasing) if known.summary else _whose_turn(match, phrasing, known)
    waits_in_vain = known.cut_off is not None and known.cut_off.player in _awaited_players(match)
    asks = unreached_lines(match, phrasing, known) if waits_in_vain else _task(match, place, phrasing)
    if hint and _is_first_choice(match, place):
        asks = [hint.text]
    asks = [*offered, *asks]
    if hint is None and known.new and match.ending is None and begins:
        happened, asks = _with_aim(happened, follows, asks, match, phrasing)
    return [joined(told) for told in (happened, follows) if told], [joined(asks)] if asks else []


def _in_words(
    match: MatchView, view: View, phrasing: Phrasing, place: Tree, news: list[str], asks: list[str], room: int
) -> list[str]:
    """The lines with the position, or only with what has changed in it."""
    if phrasing.changes and view is match.view:
        return changed(match, phrasing, place, news, asks, room)
    return described(match, view, phrasing, place, news, asks, room)


def _news(match: MatchView, phrasing: Phrasing, known: Circumstances) -> list[str]:
    """What happened last beside the moves: the end, or what the viewer asked, or what just got an answer."""
    if match.ending is not None:
        return [*how_it_ended(match, phrasing), *_hidden(match, phrasing, known)]
    retry = [] if match.continues is None else retry_line(match, phrasing)
    return [*_offers(match, phrasing, own=True), *_just_now(match, phrasing), *retry]


def _offers(match: MatchView, phrasing: Phrasing, *, own: bool) -> list[str]:
    """What waits for an answer: what the viewer asked or, if not `own`, what anybody else did."""
    if match.ending is not None or (match.offer is None and match.take_back is None):
        return []
    offers = (("offer.stands", match.offer), ("take_back.stands", match.take_back))
    return [
        phrasing.texts(key, name=phrasing.seat(match, seat))
        for key, seat in offers
        if seat is not None and (seat == match.viewer) == own
    ]


def _hidden(match: MatchView, phrasing: Phrasing, known: Circumstances) -> list[str]:
    """How the players of a finished match show everybody what was hidden, or that one of them wants to."""
    texts = phrasing.texts
    if len(match.laid_open) == 1 and match.viewer not in match.laid_open:
        (seat,) = match.laid_open
        return [texts("open.asked", name=phrasing.seat(match, seat))]
    if match.laid_open or not may_lay_open(match, known):
        return []
    return [texts("open.how_alone" if against_robot(match) else "open.how")]


def _just_now(match: MatchView, phrasing: Phrasing) -> list[str]:
    """A note that an offer or a request was answered, or that time was given."""
    texts = phrasing.texts
    match match.answered:
        case TimeGiven(seat=seat, seconds=seconds):
            return [texts("time.given", time=texts.duration(seconds), **_people(match, seat, phrasing))]
        case DrawDeclined(seat=seat):
            return [texts("offer.declined", name=phrasing.seat(match, seat))]
        case TakebackDeclined(seat=seat):
            return [texts("take_back.declined", name=phrasing.seat(match, seat))]
        case TakebackAccepted():
            return [texts("note.take_back_allowed")]
    return []


def _whose_turn(match: MatchView, phrasing: Phrasing, known: Circumstances) -> list[str]:
    """Whose turn it is and until when, as an absolute time, so that the text stays correct."""
    texts = phrasing.texts
    if known.reminder is None and (match.late or match.forewarned):
        return _overdue(match, phrasing)
    due = min(known.up.values(), default=None)
    until = [] if due is None else [texts("turn.until", moment=phrasing.moment(due))]
    if known.reminder is not None:
        seat, left = known.reminder
        return [_reminder(match, seat, left, phrasing), *until]
    match match.awaited:
        case (seat,):
            key = "turn.you" if seat == match.viewer else "turn.one"
            told = texts(key, name=phrasing.seat(match, seat))
        case (_, _):
            told = phrasing.about("turn.both", match)
        case _:
            return []
    votes = ballot_lines(known, phrasing) if known.ballots else []
    return [told, *until, *votes]


def _reminder(match: MatchView, seat: Seat, left: int, phrasing: Phrasing) -> str:
    return phrasing.texts("reminder", name=phrasing.seat(match, seat), time=phrasing.texts.duration(left))


def _overdue(match: MatchView, phrasing: Phrasing) -> list[str]:
    """Whose time is up, or the warning that a match is about to be closed."""
    texts, claiming, late = phrasing.texts, seat_that_may_claim(match), match.late
    if match.forewarned and claiming is None:
        return [texts("forewarned", names=_names_of(match, match.awaited, phrasing))]
    if late and claiming is None and late != (match.viewer,):
        return [texts("late.both", names=_names_of(match, late, phrasing))]
    key = "forewarned.late" if match.forewarned else "late.you" if late == (match.viewer,) else "late.one"
    return [texts(key, **_people(match, late[0], phrasing))]


def seat_that_may_claim(match: MatchView) -> Seat | None:
    """The seat that may claim because the other's time is up."""
    claiming = (seat for seat in SEATS if other(seat) in match.late and seat not in match.awaited)
    return next(claiming, None)


def _people(match: MatchView, seat: Seat, phrasing: Phrasing) -> dict[str, str]:
    return {"name": phrasing.seat(match, seat), "opponent": phrasing.seat(match, other(seat))}


def _names_of(match: MatchView, seats: Sequence[Seat], phrasing: Phrasing) -> str:
    return phrasing.texts.listed(phrasing.seat(match, seat) for seat in seats)


def _task(match: MatchView, place: Tree, phrasing: Phrasing) -> list[str]:
    """What to do; above a picture that a waiting player sees, too, not before something is chosen."""
    shared = match.viewer is None and not phrasing.text_only and not against_robot(match)
    open_choice = match.view is not None and match.view.open_choice
    if shared and open_choice and _is_first_choice(match, place):
        return []
    return _asking(match, place, phrasing, seen=not phrasing.text_only)


def _is_first_choice(match: MatchView, place: Tree) -> bool:
    """Whether nobody has chosen a word of the move yet, beside those that are skipped."""
    return place.words == place_in(match, ()).words


def _asking(match: MatchView, place: Tree, phrasing: Phrasing, *, seen: bool) -> list[str]:
    """The task, after the words chosen so far unless it names them.

    `seen`: whether a picture marks what is chosen, so that a task that says what it is about is enough.
    """
    if match.awaited and match.view and not match.view.open_choice:
        return [phrasing.texts("turn.in_private")]
    words = place.words
    if match.view is None or not (place.branches or words):
        return []
    if not words:
        return phrasing.tell(match, match.view.tell_task(()))
    if question := phrasing.texts.get(f"{match.game}.prompt.{words[0]}", ""):
        return [*_chosen(words[1:], phrasing), question]
    task = match.view.tell_task(words)
    named = {value for fact in task for _, value in fact.values}
    unnamed = () if seen and named else tuple(word for word in words if word not in named)
    return [*_chosen(unnamed, phrasing), *phrasing.tell(match, task)]


def _chosen(words: Words, phrasing: Phrasing) -> list[str]:
    return [phrasing.texts("chosen", words=" ".join(words))] if words else []


def _with_aim(
    happened: list[str], follows: list[str], asks: list[str], match: MatchView, phrasing: Phrasing
) -> tuple[list[str], list[str]]:
    """What happened and the task, which tells first what the newcomer has to do to win, or what helps to.

    The newcomer is the viewer or, on a shared board, the robot's opponent. Where there is little room above
    the first picture, it matters more than what happened.
    """
    seats = [seat for seat in SEATS if match.players and is_robot(match.players[seat])]
    opponent = other(match.viewer) if match.viewer is not None else next(iter(seats), None)
    if opponent is None:
        return happened, asks
    name = phrasing.seat(match, opponent)
    aim = phrasing.texts(f"{match.game}.aim", name=name)
    if opponent == 0:
        aim = phrasing.texts.get(f"{match.game}.aim_second", aim, name=name)
    if match.version > FIRST_BOARD:
        aim = phrasing.texts.get(f"{match.game}.aim_next", aim, name=name)
    aimed = [aim, *asks]
    if _word_count([*happened, *follows, *aimed]) <= MOST_WORDS:
        return happened, aimed
    is_first = match.version <= FIRST_BOARD and not phrasing.text_only
    if is_first and _word_count([*follows, *aimed]) <= MOST_WORDS:
        return [], aimed
    return happened, asks


def _word_count(sentences: Iterable[str]) -> int:
    return len(" ".join(sentences).split())


def _moves(match: MatchView, past: PastTurns, phrasing: Phrasing) -> MoveList:
    told = [(plies, joined(phrasing.tell(match, facts))) for plies, facts in past.told]
    return MoveList(tuple((plies, said, interface.ShowPly(match.match, plies)) for plies, said in told))


# The picture


def _picture(
    match: MatchView, view: View, phrasing: Phrasing, place: Tree, asked: Prompt, hint: Hint | None
) -> Picture:
    """The picture; offers and answers stand in the text alone, so that the words for the picture are few."""
    brief = phrasing.brief()
    news = how_it_ended(match, brief) if match.ending else _whose_turn(match, brief, USUALLY)
    asks = _asking(match, place, brief, seen=False)
    alt = joined(described(match, view, brief, place, news, asks, phrasing.capabilities.alt_text))
    names, hinted = phrasing.plain_names(match), hint.move if hint else ()
    hinted = hinted if hinted[: len(place.words)] == place.words else ()
    onward = partial(choices_after, match, phrasing) if asked.rows else lambda _: ()
    shown = closed(view, match.ending)
    return Picture(match.game, shown, names, place.words, alt, asked.unlisted, onward, hinted=hinted)


def closed(view: View, ending: Ending | None) -> View:
    """The view; if the match ended otherwise than by the rules, with a result."""
    if ending is None or ending.result is not None:
        return view
    closed: View = replace(view, result=Result(ending.winner, (0, 0), OUTSIDE))  # type: ignore[type-var]
    return closed


# The buttons beside the choices


def _room_beside(rows: Rows, limits: Capabilities) -> int:
    """The number of buttons that fit beside these rows of choices, a text and a picture."""
    left = limits.components - 2 - len(rows) - sum(map(len, rows))
    return left * limits.row_buttons // (limits.row_buttons + 1)


def _match_buttons(
    match: MatchView, phrasing: Phrasing, reader: PlayerId | None, room: int, known: Circumstances
) -> Rows:
    """The buttons below the choices; *More* is the last one, all others have commands too."""
    texts = phrasing.texts
    more = Button(texts("button.more"), interface.ShowMore(match.match))
    if match.phase is Phase.OVER:
        replay = Button(texts("button.replay"), interface.Replay(match.match, 0))
        again = Button(texts("button.rematch"), interface.OfferRematch(match.match))
        (rematch,) = _of_seats([again], match, (0, 1), phrasing)
        leads_on = standings_button(known.tournament, phrasing) if known.tournament else rematch
        review = Button(texts("button.review"), interface.AskReview(match.match))
        watches = reader is not None and match.viewer is None
        shows = [replay, *_position(match, phrasing), more]
        return in_rows(shows if watches else [replace(leads_on, style="main"), review, *shows])
    buttons = _answers_to_question(match, phrasing)
    if known.ballots:
        buttons += motion_buttons(match, known.ballots, phrasing)
    buttons += [*_own_view(match, phrasing, reader), *_position(match, phrasing)]
    if phrasing.embedded:  # opens the page of the match, which the platform shows in a frame of its own
        buttons.append(Button(texts("button.table_embedded"), interface.OpenPage(match.match)))
    buttons += _hint(match, phrasing)
    return in_rows([*buttons[: room - 1], more])


def _answers_to_question(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """The buttons that answer the viewer's open questions; on a shared board, those of either player."""
    texts, code, buttons = phrasing.texts, match.match, list[Button]()
    claiming = seat_that_may_claim(match) if match.late else None
    if claiming is not None and match.viewer in (None, claiming):
        asked: tuple[Button, ...] = (
            Button(texts("button.claim_win"), interface.ClaimWin(code), "main"),
            Button(texts("button.claim_draw"), interface.ClaimDraw(code)),
            Button(texts("button.wait"), interface.KeepWaiting(code)),
        )
        buttons += _of_seats(asked, match, [claiming], phrasing)
    if match.offer is not None and match.viewer != match.offer:
        asked = (
            Button(texts("button.accept_draw"), interface.AcceptDraw(code), "main"),
            Button(texts("button.decline_draw"), interface.DeclineDraw(code)),
        )
        buttons += _of_seats(asked, match, [other(match.offer)], phrasing)
    if match.take_back is not None and match.viewer != match.take_back:
        asked = (
            Button(texts("button.allow_take_back"), interface.AcceptTakeback(code), "main"),
            Button(texts("button.refuse_take_back"), interface.DeclineTakeback(code)),
        )
        buttons += _of_seats(asked, match, [other(match.take_back)], phrasing)
    return buttons


def _of_seats(
    buttons: Sequence[Button], match: MatchView, seats: Iterable[Seat], phrasing: Phrasing
) -> list[Button]:
    """The buttons, on a shared board as those of these seats alone."""
    players = [match.players[seat] for seat in seats] if match.players else []
    if match.viewer is not None or any(map(is_team, players)):
        return list(buttons)
    return [replace(button, only_for=phrasing.accounts_of(players)) for button in buttons]


def _own_view(match: MatchView, phrasing: Phrasing, reader: PlayerId | None) -> list[Button]:
    """Below a shared board that does not show what its players know."""
    if reader is not None or plays_openly(match):
        return []
    view = Button(phrasing.texts("button.view"), interface.ShowHand(match.match))
    if not any(map(is_team, match.players or ())):
        return _of_seats([view], match, SEATS, phrasing)
    return [Button(phrasing.texts("button.join_team"), interface.TakeSide(match.match)), view]


def _position(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """Tells the presser alone what a board for readers of changes leaves out."""
    if not phrasing.changes:
        return []
    return [Button(phrasing.texts("button.position"), interface.AskWhere((interface.POSITION,), match.match))]


def _hint(match: MatchView, phrasing: Phrasing) -> list[Button]:
    if not against_robot(match):
        return []
    people = [seat for seat in match.awaited if match.players and not is_robot(match.players[seat])]
    if not people or match.viewer not in (None, *people):
        return []
    return [Button(phrasing.texts("button.hint"), interface.AskHint(match.match))]
