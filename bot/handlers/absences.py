"""Absences of players, which the matches that are running know as well."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.domain import absences
from bot.handlers.context import RequestContext, answers
from bot.handlers.transactions import match_transaction
from bot.interface import Answer, Note, Screen
from games.match import Decision, Phase
from games.match.pauses import Period

NO_MORE = "off"


@answers(interface.TellAway)
async def tell_away(context: RequestContext, request: interface.TellAway) -> Answer:
    chosen, at = await context.services.preferences.of(context.player), context.at
    match request.words:
        case ():
            kept = chosen.away
        case (word,) if word.lower() == NO_MORE:
            kept = absences.ended(chosen.away, at)
        case (first, last):
            new = absences.period(first, last, chosen.zone, at)
            kept = absences.added(chosen.away, new, chosen.zone)
        case _:
            raise absences.refused("date")
    if kept != chosen.away:
        await context.services.preferences.change(context.player, lambda before: replace(before, away=kept))
    if request.words:  # even if nothing changed: the bot may have been killed before all matches knew
        await _tell(context, kept)
    return Note(_absences_page(context, absences.remaining(kept, at)))


async def _tell(context: RequestContext, kept: tuple[Period, ...]) -> None:
    """Add the absences to the logs of the player's running matches, as far as they are missing there."""
    for row in await context.store.matches.matches_of(context.player, (Phase.RUNNING,)):
        async with match_transaction(context.services, row.match) as transaction:
            match = transaction.match
            seat = match.seat_of(context.player)
            if match.phase is not Phase.RUNNING or seat is None or not match.allows_absences:
                continue
            news = absences.unreported(match.away[seat], kept, context.at)
            decision = absences.with_absences(Decision((), match), context.player, news, context.at)
            if decision.events:
                await transaction.commit(decision, press=f"{context.press}:{row.match}")


def _absences_page(context: RequestContext, periods: tuple[Period, ...]) -> Screen:
    texts, zone = context.texts, context.preferences.zone
    lines = [
        texts("away.line", start=texts.moment(begin, zone), end=texts.moment(end, zone))
        for begin, end in periods
    ]
    how = texts("away.how", example=absences.EXAMPLE, off=f"/away {NO_MORE}", most=absences.MOST_DAYS)
    moments = tuple((texts.moment(at, zone), at) for period in periods for at in period)
    return Screen("\n".join([texts("away.yours" if lines else "away.none"), *lines, how]), moments=moments)
