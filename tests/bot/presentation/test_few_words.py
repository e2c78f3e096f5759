"""Above a board stand three lines and forty words at most; beside the moves, a handful of buttons."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

from bot import interface, presentation
from bot.domain.robot_players import robot_player
from bot.interface import EVERYWHERE, Choose, Screen
from bot.platforms.discord.settings import CAPABILITIES as DISCORD
from bot.platforms.telegram.capabilities import CAPABILITIES as TELEGRAM
from bot.presentation import Circumstances
from bot.presentation.prompts import plays_openly
from bot.texts import texts_for
from games import actions
from games.game import VIEWERS, Viewer
from games.match import Ending, Match, Phase
from tests.bot.delivery.test_result_summary import SUMMARY
from tests.bot.presentation.running_matches import PHRASING, match_of
from tests.bot.presentation.test_limits import PLAYERS, asked_everything, buttons_of
from tests.games.sampling import every_case
from tests.games.walks import Case, random_line
from tests.languages import cases_in_languages

MOST_WORDS, MOST_LINES = 40, 3
KNOWN = Circumstances(up={0: 1_764_000_000, 1: 1_764_000_000})
WORD = re.compile(r"\w[^\s]*")


def words_above(shown: Screen) -> int:
    """Of the lines; the heading only names the match."""
    return len(WORD.findall(shown.text))


def controls(shown: Screen) -> list[interface.Request]:
    """The requests of the buttons beside the moves."""
    return [button.request for button in buttons_of(shown) if not isinstance(button.request, Choose)]


def phases(case: Case) -> Iterator[Match]:
    """Matches with people and with a robot, in some of their states, and ended."""
    chance, states = random.Random(3), random_line(case, 3).states
    for state in (states[0], *chance.sample(states[1:-1], 6)):
        match = match_of(case, state)
        yield match
        yield replace(match, players=(PLAYERS[0], robot_player(1)))
    resigned = match_of(case, states[1]).decide(actions.Resign(PLAYERS[0]), 500).after
    yield resigned
    if result := states[-1].result:
        ending = Ending(result.winner, "rules", result)
        yield replace(match_of(case, states[-1]), phase=Phase.OVER, ending=ending)


def board(match: Match, viewer: Viewer, language: str) -> Iterator[Screen]:
    """On every platform, as a newcomer sees it."""
    reader = None if viewer is None else PLAYERS[viewer]
    robots = any(player not in PLAYERS for player in match.players or ())
    for limits in (DISCORD, TELEGRAM, EVERYWHERE):
        yield presentation.board(
            match.seen_by(viewer),
            replace(PHRASING, texts=texts_for(language), capabilities=limits),
            reader=reader,
            known=replace(KNOWN, summary=SUMMARY if match.ending else None, new=viewer is not None or robots),
        )


@cases_in_languages
def test_above_a_board_there_is_little_to_read(case: Case, language: str) -> None:
    for match in phases(case):
        for viewer in VIEWERS:
            for asked in (match, asked_everything(match)):
                for shown in board(asked, viewer, language):
                    assert len(shown.text.splitlines()) <= MOST_LINES
                    assert words_above(shown) <= MOST_WORDS, shown.text


@every_case
def test_beside_the_moves_are_the_hint_more_and_answers_to_what_is_asked(case: Case) -> None:
    for match in phases(case):
        secret = not plays_openly(match.seen_by(None))
        for viewer in VIEWERS:
            for shown in board(match, viewer, "en"):
                asked = controls(shown)
                assert isinstance(asked[-1], interface.ShowMore)
                assert len(asked) <= (4 if match.ending else 2 + (secret and viewer is None))
