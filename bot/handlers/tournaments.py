"""The pages of tournaments, with names and languages."""

from __future__ import annotations

from collections.abc import Sequence

from bot import presentation
from bot.delivery.routing import chat_of
from bot.handlers.services import Services
from bot.interface import Chat, Link, Screen
from bot.interface.screens import DisplayPreferences
from bot.presentation import Phrasing
from games.events import PlayerId
from storage.tournaments import Tournament


async def page_for_all(services: Services, tournament: Tournament) -> Screen:
    """The page that is posted in the chat of the tournament."""
    return await _page(services, tournament, await _shared(services, tournament), None)


async def sign_up_page(services: Services, tournament: Tournament) -> Screen:
    """The sign-up page, open or closed."""
    chosen = await _shared(services, tournament)
    shown = presentation.sign_up_page(tournament, await _phrasing(services, tournament, chosen))
    return services.screens.page(shown, chosen)


async def page_for_reader(
    services: Services, tournament: Tournament, reader: PlayerId, chosen: DisplayPreferences
) -> Screen:
    """The page for one reader, with buttons to the other tournaments of the place."""
    here = await services.store.tournaments.tournaments_under_way(tournament.platform, tournament.place)
    others = [one for one in here if one.id != tournament.id]
    return await _page(services, tournament, chosen, reader, others)


async def crosstable_page(
    services: Services, tournament: Tournament, reader: PlayerId, chosen: DisplayPreferences
) -> Screen:
    """The crosstable, with links to the matches of the round."""
    shown = presentation.crosstable_page(
        tournament,
        await _phrasing(services, tournament, chosen),
        await _links(services, tournament),
        reader=reader,
        text_only=chosen.text_only,
    )
    return services.screens.page(shown, chosen)


async def _links(services: Services, tournament: Tournament) -> list[Link]:
    """Links to the newest boards of the round's matches in the place of the tournament."""
    here, links = (tournament.platform, tournament.place), list[Link]()
    for one in tournament.pairings:
        if one.round != tournament.round or not one.match:
            continue
        boards = await services.store.boards.boards_of(one.match)
        standing = [
            board
            for board in boards
            if board.message
            and not board.private
            and board.moved_to is None
            and (board.platform, chat_of(board).place) == here
        ]
        if standing:
            board = max(standing, key=lambda each: each.made)
            links.append(Link(one.match, chat_of(board), board.message or "", one.match))
    return links


async def _shared(services: Services, tournament: Tournament) -> DisplayPreferences:
    """Preferences of the chat; without a chosen language, that of the players."""
    chat = Chat(tournament.platform, tournament.chat, private=False)
    return await services.screens.preferences_shared(chat, _people(tournament))


async def _page(
    services: Services,
    tournament: Tournament,
    chosen: DisplayPreferences,
    reader: PlayerId | None,
    others: Sequence[Tournament] = (),
) -> Screen:
    phrasing = await _phrasing(services, tournament, chosen)
    shown = presentation.tournament_page(
        tournament, phrasing, reader=reader, text_only=chosen.text_only, others=others
    )
    return services.screens.page(shown, chosen)


async def _phrasing(services: Services, tournament: Tournament, chosen: DisplayPreferences) -> Phrasing:
    cast = await services.accounts.cast(_people(tournament), tournament.platform)
    return Phrasing(chosen.texts, cast)


def _people(tournament: Tournament) -> tuple[PlayerId, ...]:
    """The organiser, and all present and former players."""
    return (tournament.organiser, *(one.player for one in tournament.entrants))
