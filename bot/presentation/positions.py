"""Positions of no match as screens: what puzzles and guided first games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.interface import Account, Button, Choose, Picture, Request, Screen
from bot.presentation.alt_texts import described, length, position
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import Rows, place_in, prompt
from games.events import MatchId, PlayerId
from games.game import View
from games.match import MatchView, Phase
from games.words import Tree, Words

PLAYERS = PlayerId("first"), PlayerId("second")


def position_screen(
    match: MatchView,
    title: str,
    words: Words,
    lines: Sequence[str],
    rows: Rows,
    named: Phrasing,
    *,
    solved: bool,
    text_only: bool,
) -> Screen:
    """Picture, sentences, buttons.

    Args:
        match: as `as_match` makes it.
        title: of the message.
        words: chosen so far.
        lines: what is said.
        rows: the buttons.
        named: the reader's, as `named_as_in_rules` makes it.
        solved: nothing is asked any more.
        text_only: without a picture; the text tells all that it would show.
    """
    view, limits = match.view, named.capabilities
    if view is None:
        raise ValueError("a position has a view")
    rules = named.house_rules(match.game, match.house_rules)
    lines = [*([named.texts("challenge.house_rules", rules=rules)] if rules else []), *lines]
    after = lines if text_only else ()
    room = limits.text - length([title]) if text_only else limits.alt_text
    if solved:
        told = position(match, view, named, after, room)
    else:
        told = described(match, view, named, place_in(match, words), after, room)
    picture = Picture(match.game, view, named.plain_names(match), words, " ".join(told))
    return Screen(
        title=title,
        text="\n".join(told if text_only else lines),
        picture=None if text_only else picture,
        rows=rows,
        text_only=text_only,
    )


def choices(
    match: MatchView, place: Tree, page: int, phrasing: Phrasing, answer: Callable[[Choose], Request]
) -> Rows:
    """The buttons of a match, each of which asks for something else than a move.

    Args:
        match: as `as_match` makes it.
        place: where the words chosen so far lead.
        page: of the choices, from 0.
        phrasing: the reader's.
        answer: what is asked in place of a choice.
    """

    def instead(button: Button) -> Button:
        if not isinstance(button.request, Choose):
            raise TypeError("a choice has buttons for choices only")
        return replace(button, request=answer(button.request))

    return tuple(tuple(map(instead, row)) for row in prompt(match, place, page, phrasing))


def named_as_in_rules(phrasing: Phrasing) -> Phrasing:
    """With the names of the signs that the seats have in pictures: nobody of them is there."""
    called = zip(PLAYERS, (phrasing.texts("puzzle.sun"), phrasing.texts("puzzle.moon")), strict=True)
    return replace(phrasing, cast={player: Account("", player, name) for player, name in called})


def as_match(code: str, game: str, view: View, house_rules: Mapping[str, str]) -> MatchView:
    """A match that the position could be of, for what is shown of matches."""
    return MatchView(
        match=MatchId(code),
        version=0,
        phase=Phase.RUNNING,
        viewer=view.viewer,
        game=game,
        house_rules=house_rules,
        challenger=PLAYERS[0],
        invited=PLAYERS[1],
        players=PLAYERS,
        view=view,
        awaited=view.to_act,
        offer=None,
        take_back=None,
        can_take_back=(),
        late=(),
        clock=0,
        rated=False,
        forewarned=False,
        ending=None,
        seal="",
        words="",
        since=0,
    )
