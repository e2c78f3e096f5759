"""Settings of players and chats, and blocked players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot import interface, presentation
from bot.domain.commands import QUOTED
from bot.domain.puzzles import DAILY_HOUR
from bot.domain.refusals import Refused
from bot.domain.settings_parser import (
    BLOCKING,
    CHOICES,
    DAILY,
    OF_CHATS,
    OFF,
    ON,
    PERSONAL,
    RESULTS,
    NotAllowed,
    Pairs,
    adjusted,
    as_words,
    pairs,
)
from bot.domain.time_zones import REGIONS, next_hour, zones_of
from bot.handlers import puzzles, responses
from bot.handlers.context import RequestContext, answers
from bot.handlers.jobs import chats
from bot.interface import Answer, InteractionRequired, Note, RetryLater, Screen, Unreachable
from bot.presentation import ShownSettings
from bot.presentation import preferences as pages
from games.events import PlayerId
from games.match import UNDER_WAY
from storage.jobs import Job
from storage.people import Preferences

PAGE_OF = {
    **dict.fromkeys(("theme", "text", "touch"), pages.LOOKS),
    "reminders": pages.REMINDERS,
    **dict.fromkeys(("quiet", "zone"), pages.QUIET),
    **dict.fromkeys(("words", "named", "pages"), pages.OTHERS),
    **dict.fromkeys(BLOCKING, pages.BLOCKS),
}
"""The page that shows a setting, unless it is the first."""
PLAIN: Mapping[str, Callable[[ShownSettings], Screen]] = {
    pages.LANGUAGE: pages.language_page,
    pages.LOOKS: pages.looks_page,
    pages.REMINDERS: pages.reminders_page,
    pages.QUIET: pages.quiet_page,
}
"""The pages that show nothing but settings."""
CHAT_PAGE_OF = {
    **dict.fromkeys(("theme", "text"), pages.CHAT_LOOKS),
    **dict.fromkeys(("words", "seeks", "challengers"), pages.CHAT_OTHERS),
}
OF_CHAT: Mapping[str, Callable[[pages.ChatSettings], Screen]] = {
    pages.CHAT: pages.chat_page,
    pages.CHAT_LANGUAGE: pages.language_page,
    pages.CHAT_LOOKS: pages.looks_page,
    pages.CHAT_OTHERS: pages.chat_others_page,
}
"""The pages of a chat's settings; `CHAT_PAGE_OF` names that of a setting, unless it is the first."""
SUBJECT = "settings"
MUTED_LISTED = 5  # muted players with a button, listed beside the blocked ones


@answers(interface.ShowSettings)
async def show_settings(context: RequestContext, request: interface.ShowSettings) -> Answer:
    page = await _settings_page(context, request)
    return _card(context, page) if request.page else Note(replace(page, subject=SUBJECT))


def _card(context: RequestContext, page: Screen) -> Answer:
    return responses.page(context, replace(page, subject=SUBJECT))


async def _settings_page(context: RequestContext, request: interface.ShowSettings) -> Screen:
    place, number = request.place or context.place, request.number
    form = pages.Form(context.texts, place)
    match request.page:
        case str(name) if name in OF_CHAT and place is not None:
            return OF_CHAT[name](await _chat_settings(context, place))
        case pages.OTHERS:
            blocked = await context.store.settings.blocked_by(context.player)
            return presentation.others_page(await shown_settings(context, place), len(blocked))
        case pages.FROM:
            return presentation.hours_page(None, form)
        case pages.TO:
            return presentation.hours_page(number % len(pages.HOURS), form)
        case pages.ZONE:
            return presentation.regions_page(REGIONS, form)
        case str(region) if region in REGIONS:
            return presentation.zones_page(region, zones_of(region), number, form)
        case pages.BLOCKS:
            return await _blocks_page(context, form, number)
    plain = PLAIN.get(request.page or pages.MINE, presentation.settings_page)
    return plain(await shown_settings(context, place))


async def shown_settings(context: RequestContext, place: str | None) -> ShownSettings:
    services = context.services
    return ShownSettings(
        context.texts,
        place,
        as_words(await services.preferences.of(context.player)),
        CHOICES,
        manages=place is not None and context.incoming.manages,
        widgets=services.screens.has_widgets(context.chat.platform),
        pages=services.pages.are_served,
        odd=services.access.odd_sentences,
    )


@answers(interface.ChangeSettings)
async def change_settings(context: RequestContext, request: interface.ChangeSettings) -> Answer:
    """Change the player's settings: all that were given, or none if one is not allowed."""
    try:
        given = pairs(request.words, (*PERSONAL, *BLOCKING))
        preferences = tuple(pair for pair in given if pair[0] in PERSONAL)
        # Tried and found first: nobody is blocked if one of the settings is not allowed.
        adjusted(await context.services.preferences.of(context.player), preferences)
        blocks = [
            (await _blockable(context, name), setting == "block")
            for setting, name in given
            if setting in BLOCKING
        ]
        for player, on in blocks:
            await _block(context, player, on=on)
        context = await _adjust(context, preferences) if preferences else context
    except NotAllowed as wrong:
        shown = await shown_settings(context, None)
        page = presentation.not_allowed_page(wrong.setting, wrong.said[:QUOTED], shown)
        return Note(page, succeeded=False)
    name = PAGE_OF.get(given[-1][0], pages.MINE) if given else pages.MINE
    return _card(context, await _settings_page(context, interface.ShowSettings(name, place=request.place)))


async def _adjust(context: RequestContext, changes: Pairs) -> RequestContext:
    """Change the player's preferences; the context returned answers in line with them."""
    preferences, player = context.services.preferences, context.player
    before = await preferences.of(player)
    after = await preferences.change(player, lambda chosen: adjusted(chosen, changes))
    if before.named != after.named:
        await puzzles.refresh_names(context)
    if _looks(before) != _looks(after):
        await _redraw_own_boards(context)
    display = await preferences.display_of(player, context.incoming.account.language)
    return replace(context, preferences=display)


def _looks(chosen: Preferences) -> tuple[str, str, str, bool]:
    """What the player's own boards depend on."""
    return chosen.language, chosen.theme, chosen.text, chosen.touch


async def _redraw_own_boards(context: RequestContext) -> None:
    for row in await context.store.matches.matches_of(context.player, UNDER_WAY):
        boards = await context.store.boards.boards_of(row.match)
        own = [board for board in boards if board.player == context.player]
        await context.services.boards.redraw(own)


async def _blockable(context: RequestContext, name: str) -> PlayerId:
    player = await context.services.accounts.find(context.chat.platform, name)
    _refuse_own(context, player)
    return player


# Settings of a chat


async def _chat_settings(context: RequestContext, place: str) -> pages.ChatSettings:
    """The settings of a place, for who may change them.

    Raises:
        Refused: the person may not.
    """
    _must_manage(context)
    chosen = await context.services.preferences.of_chat(context.chat.platform, place)
    values = as_words(chosen)
    values |= {DAILY: ON, "zone": chosen.zone} if chosen.puzzles else {DAILY: OFF}
    if context.in_channel:
        here = "here" if chosen.results == context.chat.id else "elsewhere"
        values[RESULTS] = here if chosen.results else OFF
    return pages.ChatSettings(context.texts, place, values, CHOICES)


@answers(interface.ChangeChat)
async def change_chat(context: RequestContext, request: interface.ChangeChat) -> Answer:
    _must_manage(context)
    try:
        given = dict(pairs(request.words, (*OF_CHATS, DAILY, RESULTS)))
        setting = next(reversed(given), "")
        daily, results = given.pop(DAILY, None), given.pop(RESULTS, None)
        await context.services.preferences.change_chat(
            context.chat.platform, request.place, lambda chosen: adjusted(chosen, tuple(given.items()))
        )
        if daily is not None:
            await _change_daily(context, request.place, on=daily == ON)
        if results is not None:
            await _change_results(context, request.place, on=results == ON)
    except NotAllowed:
        raise Refused("no.unreadable") from None  # not from a button of the bot
    name = CHAT_PAGE_OF.get(setting, pages.CHAT)
    page = await _settings_page(context, interface.ShowSettings(name, place=request.place))
    return _card(context, page)


async def _change_daily(context: RequestContext, place: str, *, on: bool) -> None:
    """Turn the daily puzzle on (in this chat if it is in the place, and in the admin's time zone) or off."""
    preferences, platform = context.services.preferences, context.chat.platform
    if not on:
        await preferences.change_chat(platform, place, lambda chosen: replace(chosen, puzzles=""))
        return
    chat = context.chat.id if context.place == place else place
    zone = (await preferences.of(context.player)).zone
    due = next_hour(DAILY_HOUR, zone, context.at)  # its job first: without the setting it posts nothing
    await context.store.jobs.put(Job("puzzle", f"{platform}:{place}", due, platform))
    await preferences.change_chat(platform, place, lambda chosen: replace(chosen, puzzles=chat, zone=zone))


async def _change_results(context: RequestContext, place: str, *, on: bool) -> None:
    if not on:
        await chats.keep_results(context.services, context.chat.platform, place, "")
        return
    if not context.in_channel or context.place != place:
        raise Refused("no.unreadable")  # not from a button of the bot
    try:
        await chats.choose_results(context.services, context.chat, context.press)
    except (Unreachable, InteractionRequired, RetryLater):
        raise Refused("no.results_here") from None


def _must_manage(context: RequestContext) -> None:
    if not context.incoming.manages:
        raise Refused("no.not_manager")


# Blocked players


async def _blocks_page(context: RequestContext, form: pages.Form, number: int) -> Screen:
    blocked = [block.blocked for block in await context.store.settings.blocked_by(context.player)]
    muted = (await context.store.talk.muted_by(context.player))[:MUTED_LISTED]
    return presentation.blocks_page(blocked, number, form, await context.naming([*blocked, *muted]), muted)


@answers(interface.BlockPlayer)
async def block_player(context: RequestContext, request: interface.BlockPlayer) -> Answer:
    player = request.player
    _refuse_own(context, player)
    if request.on and not await context.services.accounts.accounts(player):
        raise Refused("no.unreadable")
    await _block(context, player, on=request.on)
    if not request.on:
        return _card(context, await _blocks_page(context, pages.Form(context.texts, request.place), 1))
    phrasing = await context.naming([player])
    done = Screen(context.texts("note.blocked", name=phrasing.name(player)))
    # A pressed board stays as it is.
    return responses.page(context, done) if context.incoming.ephemeral else Note(done)


def _refuse_own(context: RequestContext, player: PlayerId) -> None:
    if player == context.player:
        raise Refused("no.block_yourself")


async def _block(context: RequestContext, player: PlayerId, *, on: bool) -> None:
    if not on:
        await context.store.settings.drop_block(context.player, player)
        return
    await context.services.preferences.block(context.player, player, context.at)
