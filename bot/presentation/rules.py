"""The rules: the list of games, pages with a position that illustrates each rule, the legend of pictures."""

from __future__ import annotations

from functools import partial

from bot import interface
from bot.interface import Button, Picture, Screen
from bot.presentation.button_rows import in_rows, turning
from bot.presentation.exercises import SEAT_NAMES
from bot.presentation.phrasing import Phrasing
from bot.presentation.results import outcome
from bot.texts import joined
from games import GAMES
from games.game import RulePage, View, position


def games_page(phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    lines = (texts("help.game", game=phrasing.game(key), summary=texts(f"{key}.summary")) for key in GAMES)
    buttons = [Button(phrasing.game(key), interface.ShowRules(key)) for key in GAMES]
    return Screen("\n".join(lines), texts("title.games"), rows=in_rows(buttons))


def rules_page(
    game: str,
    rule: str,
    example: View,
    phrasing: Phrasing,
    *,
    page: int,
    pages: int,
    robots: bool,
    plays: bool = False,
) -> Screen:
    """A paragraph of the rules (a page from 1) with the position that illustrates it.

    `plays`: whether its reader is in the middle of a match, so that no other one is offered.
    """
    texts = phrasing.texts
    sun, moon = map(texts, SEAT_NAMES)
    names, name = (sun, moon), phrasing.game(game)
    paragraph, table = texts(f"{game}.rules.{rule}"), phrasing.describe(game, names, example.tell_table())
    ending = [outcome(game, example.result, names, phrasing)] if example.result else []
    described = joined([*table, *ending])
    begins = [Button(texts("button.play", game=name), interface.OfferChallenge(game, None, ()))]
    begins += [Button(texts("button.robot"), interface.PickRobot(game))] if robots else []
    buttons = [
        *turning(page, pages, partial(interface.ShowRules, game), texts, style="main"),
        *([] if plays else begins),
        Button(texts("button.learn"), interface.ShowLesson(game)),
        Button(texts("button.legend"), interface.ShowLegend(game)),
    ]
    return Screen(
        title=texts("title.rules", game=name, page=page, pages=pages),
        text="\n".join([paragraph, described]) if phrasing.text_only else paragraph,
        picture=None if phrasing.text_only else Picture(game, example, names, (), alt=described),
        rows=in_rows(buttons),
        text_only=phrasing.text_only,
    )


def legend_page(game: str, phrasing: Phrasing) -> Screen:
    """What the marks of pictures mean; a picture shows each, with the number of its line."""
    texts, title = phrasing.texts, phrasing.texts("title.legend", game=phrasing.game(game))
    own, common = (texts(key).split("\n") for key in (f"{game}.legend", "legend.common"))
    lines = [*own, *common]
    if phrasing.text_only:
        return Screen("\n".join(lines), title, text_only=True)
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1))
    return Screen(numbered, title, table=interface.Legend(game, len(own), title))


def example(game: str, page: RulePage) -> View:
    """The viewer's view of a page's example, played from a fixed deal."""
    return position(GAMES[game], dict(page.house_rules), page.plies).view(page.viewer)
