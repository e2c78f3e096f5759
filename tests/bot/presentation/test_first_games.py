"""A first game of each kind in each language: from the first question to its end, by shown buttons alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from bot.domain.players import is_robot
from bot.interface import Account, BuildChallenge, Button, Choose, OfferRematch, Screen
from bot.interface.requests import SEND
from bot.texts import DEFAULT, Plural, texts_for
from bot.texts.catalogue import read
from games import GAMES
from games.game import Seat
from tests.bot.memory_platform import House, Seen, private_chat, shown
from tests.bot.presentation.screens.holding import buttons_of, makes_sense, words_of
from tests.bot.simple_robots import FirstMoves
from tests.games.walks import KNOWN, SENSIBLE
from tests.languages import some_languages

MOST_PRESSES = 400
PLACE = re.compile(r"\{\w*\}")
WORD = re.compile(r"[^\W\d_]{3,}")
NAME = "Wí"
UNTRANSLATED = {*GAMES} - {*KNOWN}


class Newcomer:
    """Somebody alone with the bot, who knows one language and presses what they read."""

    def __init__(self, house: House, language: str) -> None:
        self.house = house
        self.account = Account("fake", "newcomer", NAME, language)
        self.chat = private_chat(self.account)
        self.back = texts_for(language)("button.back")
        self.read = set[Screen]()
        """All that they were shown."""

    @property
    def board(self) -> Screen:
        return self.house.board(self.chat).message

    async def begin(self, game: str) -> None:
        """Ask to play; the robot is the only one there is to play with."""
        await self.house.meet(self.account)
        asked = await self.house.type(self.account, "/play", self.chat)
        asked = await self._answer(asked, lambda request: request.game == game)
        await self._answer(asked, lambda request: request.page == SEND)
        self.read.add(self.board)

    async def play_to_the_end(self, game: str) -> None:
        chance = random.Random(1)
        for _ in range(MOST_PRESSES):
            choices = self._choices()
            if not choices:
                return
            fitting = await self._sensible(game, choices) if game in SENSIBLE else choices
            await self.press(chance.choice(fitting))
        raise AssertionError(f"not over after {MOST_PRESSES} presses")

    async def seat(self) -> Seat:
        match = await self.house.services.matches.load(self.house.board(self.chat).code)
        return 1 if match.players and is_robot(match.players[0]) else 0

    async def press(self, button: Button) -> None:
        """A button of the board, by its label."""
        answer = await self.house.press(self.account, button.label, self.house.board(self.chat))
        self.read |= {screen for screen in (answer.update, answer.note, self.board) if screen}

    async def _answer(self, seen: Seen, wanted: Callable[[BuildChallenge], bool]) -> Seen:
        asked = shown(seen)
        self.read.add(asked)
        (button,) = (
            button
            for button in buttons_of(asked)
            if isinstance(button.request, BuildChallenge) and wanted(button.request)
        )
        return await self.house.press_note(self.account, button.label, asked, self.chat)

    def _choices(self) -> list[Button]:
        choosing = (button for button in buttons_of(self.board) if isinstance(button.request, Choose))
        return [button for button in choosing if button.label != self.back and not button.disabled]

    async def _sensible(self, game: str, choices: list[Button]) -> list[Button]:
        """Those that bring the game to its end."""
        match = await self.house.services.matches.load(self.house.board(self.chat).code)
        assert match.state
        seat = next(iter(match.state.to_act))
        legal = match.state.legal_moves(seat)
        if len(legal) == 1:
            return choices
        wanted = tuple(str(SENSIBLE[game](match.state.view(seat), legal)).split())
        return [one for one in choices if isinstance(one.request, Choose) and one.request.words == wanted]


@cache
def vocabulary(language: str) -> frozenset[str]:
    """The words of all texts of a language, but for those of games that only English may have so far."""
    found = set[str]()
    for message in (said for key, said in read(language).items() if key.split(".")[0] not in UNTRANSLATED):
        for text in message.forms if isinstance(message, Plural) else (message,):
            found |= {word.casefold() for word in WORD.findall(PLACE.sub(" ", text))}
    return frozenset(found)


def english_left(screen: Screen, language: str) -> set[str]:
    """English words that no text of the language has."""
    told = {word.casefold() for words in words_of(screen) for word in WORD.findall(words)}
    return told & vocabulary(DEFAULT) - vocabulary(language)


def aim_of(game: str, seat: Seat, language: str) -> list[str]:
    """What the player of a seat reads before and after the name of the opponent."""
    texts = texts_for(language)
    aim = texts(f"{game}.aim", name=NAME)
    return (texts.get(f"{game}.aim_second", aim, name=NAME) if seat else aim).split(NAME)


@pytest.mark.parametrize("game", GAMES)
@some_languages
async def test_a_first_game_is_played_to_its_end(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: b"")
    async with House(tmp_path, robots=FirstMoves()) as house:
        newcomer = Newcomer(house, language)
        await newcomer.begin(game)
        aim = aim_of(game, await newcomer.seat(), language)
        assert all(part in newcomer.board.text for part in aim), "a first board tells the aim"
        await newcomer.play_to_the_end(game)
        assert [button for button in buttons_of(newcomer.board) if isinstance(button.request, OfferRematch)]
    for screen in newcomer.read:
        makes_sense(screen)
        assert game in UNTRANSLATED or english_left(screen, language) == set(), screen


async def test_a_newcomer_to_sato_reads_the_colour_of_their_dots_and_what_the_score_counts(
    tmp_path: Path,
) -> None:
    """Black is the first seat; whoever moves first is drawn by lot."""
    async with House(tmp_path, robots=FirstMoves()) as house:
        newcomer = Newcomer(house, DEFAULT)
        for _ in range(4):
            await newcomer.begin("sato")
            colour = ("black", "white")[await newcomer.seat()]
            assert f"Your points are the {colour} dots that show." in newcomer.board.text
            assert "Each stone you keep gives your opponent +3." in newcomer.board.text
