"""When somebody is away: what they say, what their opponents are told, and when they are back."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.domain import absences
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal
from bot.interface import Answer, Note, Screen
from games import actions
from games.match import Decision, Phase
from games.match.pauses import Period

EXAMPLE = "/away 24.12. 6.1."
OFF = "off"


@answers(interface.TellAway)
async def tell_away(context: RequestContext, request: interface.TellAway) -> Answer:
    """From one day to another, `off`, or nothing: then what is known is told."""
    chosen, at = await context.services.preferences.of(context.player), context.at
    try:
        match request.words:
            case ():
                kept = chosen.away
            case (word,) if word.lower() == OFF:
                kept = absences.ended(chosen.away, at)
            case (first, last):
                new = absences.period(first, last, chosen.zone, at)
                kept = absences.added(chosen.away, new, chosen.zone)
            case _:
                raise absences.NotAllowed("date")
    except absences.NotAllowed as wrong:
        raise Refusal(f"no.away.{wrong.why}", most=absences.MOST_DAYS, example=EXAMPLE) from None
    if kept != chosen.away:
        await context.services.preferences.change(context.player, lambda before: replace(before, away=kept))
    if request.words:  # also what is kept already: the bot may have been killed before all was told
        await _tell(context, kept)
    return Note(_absences_page(context, absences.to_come(kept, at)))


async def _tell(context: RequestContext, kept: tuple[Period, ...]) -> None:
    """In each match that goes on, what its log does not tell yet."""
    for row in await context.store.matches.matches_of(context.player, (Phase.RUNNING.value,)):
        async with context.services.transactions.begin(row.match) as transaction:
            match = transaction.match
            seat = match.seat_of(context.player)
            if match.phase is not Phase.RUNNING or seat is None or not match.heeds_absences:
                continue
            decision = Decision((), match)
            for begin, end in absences.untold(match.away[seat], kept, context.at):
                asked = actions.TellAway(context.player, begin, end)
                more = decision.after.decide(asked, context.at)
                decision = Decision((*decision.events, *more.events), more.after)
            if decision.events:
                await transaction.commit(decision, press=f"{context.press}:{row.match}")


def _absences_page(context: RequestContext, periods: tuple[Period, ...]) -> Screen:
    texts, zone = context.texts, context.preferences.zone
    lines = [
        texts("away.line", start=texts.moment(begin, zone), end=texts.moment(end, zone))
        for begin, end in periods
    ]
    how = texts("away.how", example=EXAMPLE, off=f"/away {OFF}", most=absences.MOST_DAYS)
    moments = tuple((texts.moment(at, zone), at) for period in periods for at in period)
    return Screen("\n".join([texts("away.yours" if lines else "away.none"), *lines, how]), moments=moments)
