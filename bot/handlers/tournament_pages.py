"""The pages of tournaments: for everybody in their chat, and for one reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot import presentation
from bot.delivery.routing import chat_of
from bot.domain.tournaments import as_of
from bot.handlers.context import RequestContext
from bot.handlers.services import Services
from bot.interface import Chat, DisplayPreferences, Link, Screen, SharedMessage
from bot.presentation import Phrasing
from games.events import PlayerId
from storage.boards import Board
from storage.tournaments import UNFINISHED, Tournament

SIGN_UP, END = "0", "end"
"""What a page for all is about, if not a round."""


async def page_for_all(services: Services, tournament: Tournament, language: str = "") -> Screen:
    """The page that is posted in the chat of the tournament; `language`: see `Front.shared_view`."""
    part = str(tournament.round) if tournament.stage in UNFINISHED else END
    return await _for_all(services, tournament, part, presentation.tournament_page, language)


async def sign_up_page(services: Services, tournament: Tournament, language: str = "") -> Screen:
    """The sign-up page in the chat of the tournament, open or closed."""
    return await _for_all(services, tournament, SIGN_UP, presentation.sign_up_page, language)


async def page_again(services: Services, about: SharedMessage, key: str, language: str) -> Screen | None:
    """A page for all in a language of some who read it."""
    code, _, part = key.partition("/")
    tournament = await services.store.tournaments.tournament(code)
    if tournament is None:
        return None
    if part == SIGN_UP:
        return await sign_up_page(services, tournament, language)
    at = tournament if part == END else as_of(tournament, int(part))
    return await page_for_all(services, at, language)


async def _for_all(
    services: Services,
    tournament: Tournament,
    part: str,
    page: Callable[[Tournament, Phrasing], Screen],
    language: str,
) -> Screen:
    chosen = await _shared(services, tournament, language)
    shown = page(tournament, await _phrasing(services, tournament, chosen))
    return services.screens.page(replace(shown, subject=f"tournament {tournament.id}/{part}"), chosen)


async def page_for_reader(context: RequestContext, tournament: Tournament) -> Screen:
    """The page for one reader, with buttons to the other tournaments of the place."""
    phrasing = await _phrasing(context.services, tournament, context.preferences)
    here = await context.store.tournaments.tournaments_under_way(tournament.platform, tournament.place)
    others = [one for one in here if one.id != tournament.id]
    return presentation.tournament_page(tournament, phrasing, reader=context.player, others=others)


async def crosstable_page(context: RequestContext, tournament: Tournament) -> Screen:
    """The crosstable for one reader, with links to the matches of the round."""
    phrasing = await _phrasing(context.services, tournament, context.preferences)
    links = await _links(context.services, tournament)
    return presentation.crosstable_page(tournament, phrasing, links, reader=context.player)


async def _links(services: Services, tournament: Tournament) -> list[Link]:
    """Links to the newest boards of the round's matches in the place of the tournament."""
    links = list[Link]()
    for one in tournament.pairings:
        if one.round != tournament.round or not one.match:
            continue
        boards = await services.store.boards.boards_of(one.match)
        standing = [board for board in boards if _stands_there(board, tournament)]
        if standing:
            board = max(standing, key=lambda each: each.made)
            links.append(Link(one.match, chat_of(board), board.message or "", one.match))
    return links


def _stands_there(board: Board, tournament: Tournament) -> bool:
    """Whether everybody in the place of a tournament can read a board."""
    if board.private or not board.message or board.moved_to is not None:
        return False
    return (board.platform, chat_of(board).place) == (tournament.platform, tournament.place)


async def _shared(services: Services, tournament: Tournament, language: str) -> DisplayPreferences:
    """Preferences of the chat; without a chosen language, `language` or that of the players."""
    chat = Chat(tournament.platform, tournament.chat, private=False)
    return await services.screens.preferences_shared(chat, _people(tournament), language=language)


async def _phrasing(services: Services, tournament: Tournament, chosen: DisplayPreferences) -> Phrasing:
    return Phrasing.of(chosen, await services.accounts.of(_people(tournament), tournament.platform))


def _people(tournament: Tournament) -> tuple[PlayerId, ...]:
    """The organiser, and all present and former players."""
    return (tournament.organiser, *(one.player for one in tournament.entrants))
