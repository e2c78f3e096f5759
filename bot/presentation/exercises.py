"""Positions that are not part of a match: what puzzles and lessons have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.interface import Account, Button, Choose, DisplayPreferences, Picture, Request, Rows, Screen
from bot.presentation.alt_texts import described, length, position
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import place_in, prompt
from bot.texts import Texts, joined
from games.events import MatchId, PlayerId
from games.game import View
from games.match import MatchView, Phase
from games.words import Words

PLAYERS = PlayerId("first"), PlayerId("second")
SEAT_NAMES = "puzzle.sun", "puzzle.moon"
"""The keys of the seats' names: there are no players, so the seats are called by their symbols."""

Describe = Callable[[Sequence[str], int], list[str]]
"""Describes a position and adds the given sentences, in at most so many UTF-16 units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A position where one seat is to move, and what its reader has chosen so far."""

    view: View
    preferences: DisplayPreferences
    """The reader's."""
    words: Words = ()
    page: int = 0
    """The page of the choices, from 0."""

    @property
    def match(self) -> MatchView:
        """The position as one of a match, see `as_match`."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        raise NotImplementedError

    def answer(self, chosen: Choose) -> Request:
        """The request of a button that would choose this in a match."""
        raise NotImplementedError

    @property
    def texts(self) -> Texts:
        return self.preferences.texts

    @property
    def phrasing(self) -> Phrasing:
        names = zip(PLAYERS, map(self.texts, SEAT_NAMES), strict=True)
        return Phrasing.of(self.preferences, {player: Account("", player, name) for player, name in names})

    def question(
        self, lines: Sequence[str], buttons: Sequence[Button], wrong: Words = (), hinted: Words = ()
    ) -> Screen:
        """The position with the choices after the words chosen so far, and other buttons below.

        A move that was tried and is `wrong` is marked, or one that is `hinted`.
        """
        match, phrasing = self.match, self.phrasing
        place = place_in(match, self.words)
        choices = prompt(match, place, self.page, phrasing)
        rows = (*self._answering(choices.rows), *in_rows(buttons))
        unlisted = tuple(map(self.answer, choices.unlisted))
        describe = partial(described, match, self.view, phrasing, place, ())
        screen = self._screen(lines, rows, describe, place.words, unlisted, hinted=hinted)
        return replace(screen, picture=screen.picture and replace(screen.picture, refuted=wrong))

    def solution(self, lines: Sequence[str], buttons: Sequence[Button], words: Words = ()) -> Screen:
        """The position when nothing is asked any more, with the `words` of a move marked as a hint is."""
        describe = partial(position, self.match, self.view, self.phrasing)
        return self._screen(lines, in_rows(buttons), describe, hinted=words)

    def played(self, lines: Sequence[str], buttons: Sequence[Button], before: View) -> Screen:
        """The position after the move that answers a question, which is seen to move."""
        screen = self.solution(lines, buttons)
        picture = screen.picture and replace(screen.picture, before=lambda: before, turn=1, past=True)
        return replace(screen, picture=picture)

    def _answering(self, rows: Rows) -> Rows:
        """The buttons of a match, each with the answer to this exercise instead."""

        def answering(button: Button) -> Button:
            assert isinstance(button.request, Choose)  # noqa: S101 - a prompt has no other buttons
            return replace(button, request=self.answer(button.request))

        return tuple(tuple(map(answering, row)) for row in rows)

    def _screen(
        self,
        lines: Sequence[str],
        rows: Rows,
        describe: Describe,
        chosen: Words = (),
        unlisted: tuple[Request, ...] = (),
        *,
        hinted: Words = (),
    ) -> Screen:
        match, phrasing = self.match, self.phrasing
        limits = phrasing.capabilities
        if rules := phrasing.house_rules(match.game, match.house_rules):
            lines = [self.texts("challenge.house_rules", rules=rules), *lines]
        if self.preferences.text_only:
            text = "\n".join(describe(lines, limits.text - length([self.title])))
            return Screen(text, self.title, rows=rows, text_only=True)
        alt = joined(describe((), limits.alt_text))
        names = phrasing.plain_names(match)
        picture = Picture(match.game, self.view, names, chosen, alt, unlisted, hinted=hinted)
        return Screen("\n".join(lines), self.title, rows=rows, picture=picture)


def as_match(code: str, game: str, view: View, house_rules: Mapping[str, str]) -> MatchView:
    """A position as one of a running match without a clock, an offer or a past."""
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
        can_take_back=(),
        clock=0,
        rated=False,
        seal="",
        words="",
    )
