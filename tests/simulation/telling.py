"""Who had to be told of what, by the logs of the matches; and who was, by the messages that notified them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.events import ChallengeAccepted, ChallengeDeclined, Event
from games.game import SEATS
from games.match import Match, Phase
from games.match.match import fold
from tests.loopback.core.clock import START
from tests.simulation.world import Call, World

PROMISED = 300.0  # seconds after which who has done nothing is told; so long are many gathered
AT_ONCE = 3  # that are told one by one in this time
LATE = 60.0  # seconds that a notice takes on its way, at most, where nothing is wrong
HEARD = 15.0  # seconds after which what somebody does has been heard, where nothing is wrong
RINGS_ONCE = 60.0  # seconds in which a page does so for a match, however many messages there are
TOGETHER = 60.0  # seconds in which all comes that has waited for a platform, also of one match
SKEW = 2.0  # seconds: the log counts whole ones
WITHOUT_NONCE = ("telegram",)
"""Where a message that was sent when the bot died may come twice."""
DAY = 24 * 60  # minutes
QUIET = "SELECT quiet_from, quiet_to FROM preferences WHERE player = ? AND quiet_from IS NOT NULL"
SHOWN = "SELECT platform FROM boards WHERE match = ? AND private = 0 AND moved_to IS NULL"
CODE = re.compile(r"\b[0-9A-Z]{6}\b")
REMINDER = re.compile("[Rr]eminder")


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened to a player by somebody else's doing."""

    player: str
    version: int
    at: float
    """By the clock of the loop."""
    until: float
    """When the next thing happened in the match."""


def news_of(log: Sequence[Event]) -> Iterator[News]:
    """Whose turn it became, who was answered, and for whom it ended."""
    times = [event.at - START for event in log] + [float("inf")]
    before = fold(log[:1])
    for version, event in enumerate(log[1:], 2):
        after = before.after((event,))
        for player in _concerned(before, event, after):
            yield News(player, version, times[version - 1], times[version])
        before = after


def _concerned(before: Match, event: Event, after: Match) -> set[str]:
    players = after.players or ()
    found = {players[seat] for seat in SEATS if players and (after.question(seat) or 0) > before.version}
    if before.phase is Phase.CHALLENGE and after.phase in (Phase.RUNNING, Phase.DECLINED, Phase.EXPIRED):
        found.add(after.opened.challenger)
    if before.phase is not Phase.OVER and after.phase is Phase.OVER:
        found = set(players)
    return {player for player in found if player != _actor(event, players) and not player.startswith("robot")}


def _actor(event: Event, players: Sequence[str]) -> str | None:
    """Who made it happen; nobody where a time was up."""
    if isinstance(event, (ChallengeAccepted, ChallengeDeclined)):
        return event.player
    seat = None if type(event).__name__ == "TimeExpired" else getattr(event, "seat", None)
    return None if seat is None else players[seat]


class Telling:
    """What was told to whom in a life."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._skew = SKEW + world.put_on_at_most
        self._calls = defaultdict[str, list[Call]](list)
        for call in world.story.calls.values():
            self._calls[call.who].append(call)
        self._acts = defaultdict[str, list[tuple[float, float]]](list)
        for who, at in world.story.acts:
            heard = at + HEARD
            while (well := self._well_again(at, heard)) > heard:
                heard = well + HEARD
            self._acts[who].append((at, heard))

    def due(self, match: str, log: Sequence[Event]) -> Iterator[tuple[bool, str]]:
        """Whether they were told in time of something that stood, of all who did nothing meanwhile."""
        for news in news_of(log):
            people = self._people(news.player)
            due = self._due(news, people)
            if not self._reached(people, match, due) or due > min(self._world.loop.time(), news.until):
                continue
            if not self._acted(people, news.at, due):
                what = f"{' and '.join(sorted(people))} was not told of version {news.version} of {match}"
                yield self._told(people, match, news.at, due), what

    def calls(self, match: str, log: Sequence[Event]) -> Iterator[tuple[Call, float | None]]:
        """Messages that tell somebody something, and when they were told the same before without a reason."""
        known: dict[object, float] = {}
        stands = fold(log)
        players = {*(stands.players or ()), stands.opened.challenger, stands.opened.invited or ""}
        people = {who for player in players for who in self._people(player)}  # not those who are forgotten
        calls = [call for who in people for call in self._calls[who] if match in call.text]
        for call in sorted(calls, key=lambda one: one.at):
            if set(CODE.findall(call.text)) & self._matches != {match} or REMINDER.search(call.text):
                continue
            what = (call.who, *self._what(call, match, log))
            before, known[what] = known.get(what), call.at
            rings_once = call.platform == "web" and before is not None and call.at - before < RINGS_ONCE
            if before is not None and (rings_once or self._asked(call) or self._waited(before, call.at)):
                continue
            yield call, before

    @cached_property
    def _matches(self) -> set[str]:
        return {match for (match,) in self._world.glance("SELECT match FROM matches")}

    def _what(self, call: Call, match: str, log: Sequence[Event]) -> tuple[object, ...]:
        """What a board tells: the question that it asks, else what had happened to its reader by then."""
        if found := re.search(rf"c:{match}:([0-9a-z]+):", call.text):
            stands = fold(log[: int(found[1], 36)])
            return tuple(stands.question(seat) for seat in SEATS if self._is(call.who, stands, seat))
        happened = [one for one in news_of(log) if call.who in self._people(one.player)]
        since = [one.version for one in happened if one.at <= call.at + self._skew]
        # "again:" after the end, "pr:" before there is a challenge
        buttons = (word in call.text for word in ("agree:", "letback:", "again:", "pr:"))
        return ("", max(since, default=0), *buttons)

    def _is(self, who: str, match: Match, seat: int) -> bool:
        return match.players is not None and who in self._people(match.players[seat])

    def _people(self, player: str) -> set[str]:
        """By which names somebody is known in this life; none if they are forgotten."""
        known = self._world.glance("SELECT name FROM people WHERE player = ?", player)
        return {name for (name,) in known} & set(self._world.people)

    def _due(self, news: News, people: set[str]) -> float:
        """Until when they have to be told."""
        due = news.at + PROMISED
        while (well := self._well_again(news.at - self._skew, due)) > due:
            due = well + PROMISED
        due = max(self._morning(news.player, news.at), self._morning(news.player, due))
        calls = [call for who in people for call in self._calls[who] if due - PROMISED <= call.at <= due]
        return due + (PROMISED if len(calls) >= AT_ONCE else 0.0) + LATE + self._skew

    def _reached(self, people: set[str], match: str, at: float) -> bool:
        """A chat takes messages for them: a private one, or one of many that shows the match."""
        if any(self._world.story.closed.get(who, float("inf")) > at for who in people):
            return True
        shown = {platform for (platform,) in self._world.glance(SHOWN, match)}
        return any(self._world.people[who].platform in shown for who in people)

    def _morning(self, player: str, at: float) -> float:
        """When their quiet hours end, if it is in these."""
        night = self._world.glance(QUIET, player)
        if not night:
            return at
        ((begin, end),) = night
        minutes = (at + START) / 60
        passed = (minutes - begin) % DAY
        return at + 60 * ((end - begin) % DAY - passed) if passed < (end - begin) % DAY else at

    def _well_again(self, since: float, until: float) -> float:
        """When what was wrong in this time had ended: `until` where nothing was, or it had ended by then."""
        spans = [span for spans in self._world.story.troubles.values() for span in spans]
        return max([until, *(end for begin, end in spans if begin <= until and since <= end)])

    def _waited(self, first: float, second: float) -> bool:
        """Two boards came one after the other when a trouble was over: both had waited for its end."""
        ends = [end for spans in self._world.story.troubles.values() for _, end in spans]
        return second - first < TOGETHER and any(first - TOGETHER <= end <= second for end in ends)

    def _acted(self, people: set[str], since: float, until: float) -> bool:
        """They did something then, or before and were heard then."""
        acts = [act for who in people for act in self._acts[who]]
        return any(at <= until and heard >= since - self._skew for at, heard in acts)

    def _told(self, people: set[str], match: str, since: float, until: float) -> bool:
        calls = [call for who in people for call in self._calls[who] if match in call.text]
        return any(since - self._skew <= call.at <= until for call in calls)

    def _asked(self, call: Call) -> bool:
        """They had just done something themselves: it may be the answer."""
        return any(at <= call.at <= heard for at, heard in self._acts[call.who])
