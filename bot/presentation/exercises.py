"""Positions that are not part of a match: what puzzles and lessons have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.interface import Account, Button, Choose, Picture, Request, Screen
from bot.presentation.alt_texts import described, length, position
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import Rows, in_rows, place_in, prompt
from games.events import MatchId, PlayerId
from games.game import View
from games.match import MatchView, Phase
from games.words import Words

PLAYERS = PlayerId("first"), PlayerId("second")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A position where one seat is to move, and what its reader has chosen so far."""

    view: View
    words: Words = ()
    page: int = 0
    """The page of the choices, from 0."""

    @property
    def match(self) -> MatchView:
        raise NotImplementedError

    def title(self, phrasing: Phrasing) -> str:
        raise NotImplementedError

    def answer(self, chosen: Choose) -> Request:
        """The request of a button that would choose this in a match."""
        raise NotImplementedError

    def asked(
        self, lines: Sequence[str], buttons: Sequence[Button], phrasing: Phrasing, *, text_only: bool
    ) -> Screen:
        """The position with the choices after the words chosen so far, and other buttons below."""
        match, named = self.match, named_as_in_rules(phrasing)
        place = place_in(match, self.words)
        asked = prompt(match, place, self.page, named)
        choices = (tuple(self._choice(button) for button in row) for row in asked.rows)
        shown = self._screen(
            lines, (*choices, *in_rows(buttons)), place.words, named, solved=False, text_only=text_only
        )
        unlisted = tuple(map(self.answer, asked.unlisted))
        return replace(shown, picture=shown.picture and replace(shown.picture, unlisted=unlisted))

    def solved(
        self,
        lines: Sequence[str],
        buttons: Sequence[Button],
        phrasing: Phrasing,
        *,
        words: Words = (),
        text_only: bool,
    ) -> Screen:
        """The position when nothing is asked any more, with the `words` of a move marked."""
        named = named_as_in_rules(phrasing)
        return self._screen(lines, in_rows(buttons), words, named, solved=True, text_only=text_only)

    def _choice(self, button: Button) -> Button:
        assert isinstance(button.request, Choose)  # noqa: S101 - a prompt has no other buttons
        return replace(button, request=self.answer(button.request))

    def _screen(
        self,
        lines: Sequence[str],
        rows: Rows,
        words: Words,
        named: Phrasing,
        *,
        solved: bool,
        text_only: bool,
    ) -> Screen:
        match, view, title, limits = self.match, self.view, self.title(named), named.capabilities
        rules = named.house_rules(match.game, match.house_rules)
        lines = [*([named.texts("challenge.house_rules", rules=rules)] if rules else []), *lines]
        after = lines if text_only else ()
        room = limits.text - length([title]) if text_only else limits.alt_text
        if solved:
            description = position(match, view, named, after, room)
        else:
            description = described(match, view, named, place_in(match, words), after, room)
        picture = Picture(match.game, view, named.plain_names(match), words, " ".join(description))
        return Screen(
            title=title,
            text="\n".join(description if text_only else lines),
            picture=None if text_only else picture,
            rows=rows,
            text_only=text_only,
        )


def named_as_in_rules(phrasing: Phrasing) -> Phrasing:
    """Name the seats by their symbols in pictures, as there are no players."""
    symbols = zip(PLAYERS, (phrasing.texts("puzzle.sun"), phrasing.texts("puzzle.moon")), strict=True)
    return replace(phrasing, cast={player: Account("", player, name) for player, name in symbols})


def as_match(code: str, game: str, view: View, house_rules: Mapping[str, str]) -> MatchView:
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
