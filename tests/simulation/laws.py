"""What must be true after each life, whatever happened in it: one function a law."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, get_args

from bot.domain import ratings
from bot.domain.ratings import weighed
from bot.runtime.databases import STORE_FILE
from bot.texts import LANGUAGES
from games import GAMES
from games.events import ChallengeOffered, Event, MovePlayed, PlayerId, TimeExpired
from games.match import Match
from games.match.match import fold
from storage.boards import Board
from storage.codec import load
from storage.jobs import Kind
from storage.matches import Plan
from storage.results import Rating
from storage.sqlite.database import open_store
from storage.standing import STANDING_EDITED_AFTER
from tests.loopback.core.clock import START
from tests.loopback.discord.world import NONCE_LIFE_S
from tests.simulation.puzzles import counted
from tests.simulation.telling import WITHOUT_NONCE, Telling
from tests.simulation.world import EVERYWHERE, LIST, NAMES, World, content_of, questions, text_of, touches_of

SLACK = 130.0  # seconds: of every absence as much may be nobody's loss, or not be noticed
ANSWERED_WITHIN = 15.0  # seconds, where nothing is wrong
BLINKS = 0.01  # of the time: the library connects anew each minute, and a look just then credits one
SAME_TURN = 60.0  # seconds: two calls to one turn that are nearer than this are one too many
SOON = 5.0  # seconds within which boards follow what happens
OPENS = (
    "/play",
    "/rematch",
    "offer:",
    "again:",
    "onward:",
    "b:",
    "robot:",
    "whom:",
    "pick:",
    "/pair",
    "pr:",
    "np:",
)  # what may open a match
BOARDS = """
    SELECT boards.id, boards.platform, boards.shown, matches.version FROM boards
    JOIN matches USING (match) WHERE boards.message IS NOT NULL
"""
BOARDS_BEHIND = f"{BOARDS} AND boards.shown < matches.version"

LIVING = """
    SELECT match, platform, chat, count(*) FROM boards JOIN matches USING (match)
    WHERE message IS NOT NULL AND moved_to IS NULL AND phase = 'running'
    GROUP BY match, platform, chat, boards.player
"""
CHOICES = re.compile(r"\bc:(\w+):[0-9a-z]+:")
"""What the buttons of a match carry that choose a move."""

LISTED = re.compile(r"\((\w{6})\)")
"""A match in a standing message."""
LISTED_AFTER = STANDING_EDITED_AFTER - 2.0  # seconds between two edits: the bot counts whole ones
GOES_ON = """
    SELECT DISTINCT match FROM boards JOIN matches USING (match)
    WHERE platform = ?1 AND (chat = ?2 OR substr(chat, 1, length(?2) + 1) = ?2 || '/') AND private = 0
        AND phase IN ('challenge', 'running')
"""
GOING_ON = """
    SELECT platform,
        CASE WHEN platform = 'discord' THEN substr(message, instr(message, '/') + 1) ELSE message END
    FROM boards JOIN matches USING (match)
    WHERE phase IN ('challenge', 'running') AND message IS NOT NULL
"""
NAMES_OF = """
    SELECT name FROM people JOIN matches ON people.player = matches.awaited
    WHERE matches.phase = 'running' AND matches.match = ?1
"""
FACTS = """
    SELECT match, version, '', '' FROM matches UNION ALL
    SELECT id, platform, chat, message FROM boards UNION ALL
    SELECT key, kind, since, due FROM jobs WHERE since > 0
"""
_JOINED = re.compile(r"(\w+) – \1\b")
"""A match that was over before its players were joined by /link: boards follow when painted again."""
_PASSING = re.compile("Chosen so far|'Back'|Next: |The robot would play: ")
"""Shown to who has just pressed, and stored nowhere: a process that dies meanwhile takes it along."""

_PLANNED = re.compile(r"If … ·|your plan came true|no answer yet|, you play ")
FORGOTTEN = "someone"  # their messages stay as they are
_SCORES = re.compile(r"in \w+: \d+ : \d+(, \d+ draws?)?")  # of later matches, on older boards
_FIRST_GAME = re.compile(r"(, )?\{[^{}]*'learn:[^{}]*\}(, )?")  # a challenge offers it until a match is over
_AIMS = (
    texts.get(f"{game}.{told}", "", name="\0")
    for texts in LANGUAGES.values()
    for game in GAMES
    for told in ("aim", "aim_second", "aim_next")
)
_AIMED = "|".join(re.escape(aim).replace("\0", r"[^.]{1,40}?") for aim in _AIMS if aim)
_AIM = re.compile(rf"({_AIMED}) |\\n({_AIMED})(?! )")  # before a question, or as the last line
"""Boards of a newcomer tell it until a match is over."""
_CUT_OFFS = (
    texts(f"cut_off.{phase}", name="\0", match="\0")
    for texts in LANGUAGES.values()
    for phase in ("match", "challenge")
)
_CUT_OFF = re.compile("|".join(rf"\\n{re.escape(told)}".replace("\0", ".{1,40}?") for told in _CUT_OFFS))
"""That a private chat is closed is known to the process that has tried it."""
_NAMES = re.compile("|".join(NAMES))
_TIMES = re.compile(r"<t:\d+|\w+ \d+ \w+, \d\d:\d\d")  # boards tell small credits when something happens
_KINDS = ", ".join(f"'{kind}'" for kind in get_args(Kind))
DEADLINES = f"""
    SELECT substr(key, 1, instr(key, '/') - 1), kind, CAST(substr(key, -1) AS INTEGER), since, due
    FROM jobs WHERE kind IN ({_KINDS})
"""  # noqa: S608 - the kinds are those of the store

PAIRINGS = """
    SELECT tournament, round, pairings.first, pairings.second, pairings.match, outcome, reason
    FROM tournament_pairings AS pairings LEFT JOIN results ON results.match = pairings.match
"""
PRESSES = "SELECT press FROM presses WHERE press LIKE 'house:%'"
DUE = re.compile(r"house:\w+:[a-z_]+\d?:\d+(?: of \d+)?")

KNOWN_AS = "SELECT name FROM people WHERE player = ?"
BROWSERS = "SELECT account FROM people WHERE player = ? AND platform = 'guest' AND account NOT LIKE '@%'"
"""Without the placeholder that was challenged, which stays for ten minutes."""
WHO_PLAYED = "SELECT first FROM results UNION SELECT second FROM results"


class Check:
    """Notes each time that a law is put to the test, and what breaks it."""

    def __init__(self, world: World, law: str) -> None:
        self._world = world
        self._law = law

    def __call__(self, holds: bool, what: str) -> None:
        """what: told if it does not hold."""
        self._world.eye.tally.tested[self._law] += 1
        if not holds:
            self._world.story.broken.append(what)


Law = Callable[[World, Check], Awaitable[None]]


async def try_laws(world: World, laws: Iterable[Law]) -> None:
    """One after the other."""
    for law in laws:
        await law(world, Check(world, law.__name__))


async def answered(world: World, check: Check) -> None:
    """Every press is answered, where the bot and the platform were well when it came."""
    for ask in world.story.asks:
        if not world.troubled(ask.platform, ask.at - 1.0, ask.at + ANSWERED_WITHIN):
            check(ask.answered(), f"nobody answered {ask.who}: {ask.what}")


async def called_once(world: World, check: Check) -> None:
    """Nobody is called twice to one turn, but by a reminder; Telegram repeats what it never confirmed."""
    called: dict[tuple[str, str, int], float] = {}
    for ping in world.story.pings:
        key = (ping.who, ping.match, ping.version)
        before = called.get(key)
        called[key] = ping.at
        repeats = before is not None and world.troubled("telegram", before - 1.0, ping.at)
        if repeats and ping.platform == "telegram":
            continue
        once = before is None or ping.at - before > SAME_TURN or _asked_for(world, ping.who, ping.at)
        check(once, f"{ping.who} was called twice to version {ping.version} of {ping.match}")


def _asked_for(world: World, who: str, at: float) -> bool:
    """They had just done something themselves, or it came late: what comes may be an answer."""
    return any(
        ask.who == who
        and ask.at <= at
        and (at - ask.at <= ANSWERED_WITHIN or world.troubled(ask.platform, ask.at, at))
        for ask in world.story.asks
    )


async def boards_are_current(world: World, check: Check) -> None:
    """Every board that stands in a chat shows the newest version, wherever it is pressed or touched."""
    newest = {board: version for board, _, _, version in world.glance(BOARDS_BEHIND)}
    if newest:  # a clock may have run out just now
        await asyncio.sleep(SOON)
    for (platform, message), (_, told) in world.story.back.items():
        check(False, f"message {message} on {platform} {told}")
    for board, platform, shown, version in world.glance(BOARDS):
        current = shown >= min(version, newest.get(board, shown))
        check(current, f"board {board} on {platform} shows {shown} of {version}")
    for one in world.telegram.service.world.messages:
        if one.content.widget is not None and not one.deleted:
            asked = questions(key.value for row in one.content.keyboard for key in row)
            old = questions(touches_of(one)) - asked
            check(not old, f"touches on {one.chat.id}/{one.id} answer {old}, its buttons {asked}")


async def one_board_lives(world: World, check: Check) -> None:
    """Of a match in a chat of many, and for each who reads it in the store; Telegram may repeat one."""
    for match, platform, chat, boards in world.glance(LIVING):
        check(boards == 1, f"{match} has {boards} boards in {platform} {chat}")
    for (platform, chat, match), boards in Counter(_boards_in_groups(world)).items():
        repeated = platform in WITHOUT_NONCE and world.troubled(platform, 0.0, world.loop.time())
        check(boards == 1 or repeated, f"{boards} boards of {match} can be played on in {platform} {chat}")


def _boards_in_groups(world: World) -> Iterator[tuple[str, str, str]]:
    """Platform, chat and match of each message to many that offers moves."""
    for one in world.discord.world.messages.values():
        if one.reader is None and one.channel.guild is not None:
            for match in set(CHOICES.findall(str(one.components))):
                yield "discord", str(one.channel.id), match
    for message in world.telegram.service.world.messages:
        if message.receiver is None and not message.deleted and message.chat.is_group:
            for match in set(CHOICES.findall(str(message.content.keyboard))):
                yield "telegram", str(message.chat.id), match


async def boards_are_true(world: World, check: Check) -> None:
    """Every board looks as it would if it were painted anew: showing all of them again changes nothing."""
    process = world.process
    if process is None or process.service is None or process.ended:
        check(False, "there is no bot when all is well")
        return
    dispatcher = process.service.dispatcher
    boards: list[Board] = []
    for (match,) in world.glance("SELECT DISTINCT match FROM boards"):
        boards += await process.run(dispatcher.services.store.boards.boards_of(match))
    facts, before = world.glance(FACTS), _all_messages(world)
    world.eye.unchanged(world.unchanged)
    for state in dispatcher.services.boards.states.values():
        state.appears(None)  # edits are made, and whole ones, though nothing has changed
    await process.run(dispatcher.services.boards.redraw(boards))
    await asyncio.sleep(10.0)
    world.eye.unchanged(world.unchanged, by_law=True)
    after = _all_messages(world)
    if world.glance(FACTS) != facts:
        return  # something else has happened, as a robot that moved or a time that was up
    joined, going_on = world.glance("SELECT 1 FROM former_players"), set(world.glance(GOING_ON))
    for key in before:
        one, other = (_lasting(str(seen.get(key))) for seen in (before, after))
        if joined and key not in going_on:  # names follow when it changes next
            one, other = (_NAMES.sub("Ada", text) for text in (one, other))
        if len(world.bots) > 1:
            one, other = (_CUT_OFF.sub("", text) for text in (one, other))
        renamed = FORGOTTEN in other or _JOINED.search(other)
        # What is half chosen is known to the process that was asked: another one may have edited since.
        passing = _PASSING.search(f"{one} {other}" if len(world.bots) > 1 else one)
        if key in after and not passing and not renamed:
            told = "" if one == other else _difference(one, other)
            check(one == other, f"{key[0]} message {key[1]} was not what it should have been: {told}")


def _lasting(text: str) -> str:
    """What other matches do not change."""
    return _SCORES.sub("", _TIMES.sub("then", _FIRST_GAME.sub("", _AIM.sub("", text))))


def _all_messages(world: World) -> dict[tuple[str, str], object]:
    """What stands in all chats, but for messages that are as they came: those say why they came."""
    found: dict[tuple[str, str], object] = {}
    for one in world.discord.world.messages.values():
        if one.reader is None and not _is_as_it_came(world, one):
            found["discord", str(one.id)] = content_of(one)
    for message in world.telegram.service.world.messages:
        if message.receiver is None and not message.deleted and message.edited is not None:
            content = message.content
            found["telegram", f"{message.chat.id}/{message.id}"] = (
                content.text,
                content.keyboard,
                content.widget and content.widget.data,
            )
    return found


def _is_as_it_came(world: World, message: Any) -> bool:
    """Never edited on Discord, or only sent once more by an edit, as an answer whose first call failed."""
    if message.edited is None:
        return True
    at = message.edited - START
    return world.troubled("discord", at, at) and content_of(message) == world.story.came[message.id]


def _difference(one: str, other: str) -> str:
    """Where two texts differ first, and how they go on."""
    place = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), 0)
    return f"{one[max(0, place - 40) : place + 60]!r} is {other[max(0, place - 40) : place + 60]!r}"


async def puzzles_are_counted(world: World, check: Check) -> None:
    """The message of a puzzle of the day says how many have solved it."""
    for told, solved in counted(world):
        check(told == solved, f"{told} are said to have solved a puzzle, {solved} did")


async def lists_are_true(world: World, check: Check) -> None:
    """The standing message of a chat shows what goes on there, when nothing is due for it any more."""
    for _ in range(20):
        if not world.glance("SELECT 1 FROM jobs WHERE kind = 'standing'"):
            break
        await asyncio.sleep(SOON)
    stand = _lists(world)
    for platform, chat, message in world.glance("SELECT platform, chat, message FROM standing_messages"):
        if (platform, message) not in stand:  # deleted by hand
            continue
        text = stand[platform, message][1]
        codes, here = set(LISTED.findall(text)), {one for (one,) in world.glance(GOES_ON, platform, chat)}
        whole = codes == here or (codes < here and " more" in text)
        check(whole, f"the list of {platform} {chat} has {codes}, there are {here}: {text}")
        for line in text.split("\n"):
            for match in LISTED.findall(line):
                names = [name for (name,) in world.glance(NAMES_OF, match)]
                told = not names or any(f"{name} is to move" in line for name in names)
                check(told or "Both are" in line, f"{names} is to move in {match}: {line}")


async def lists_are_quiet(world: World, check: Check) -> None:
    """There is one in a chat at most; it is edited once a minute at most, and calls nobody."""
    came = defaultdict[tuple[str, str], list[float]](list)
    for (platform, message), (chat, _) in _lists(world).items():
        came[platform, chat].append(min(world.story.lists[platform, message]))
    for (platform, chat), times in came.items():
        repeated = platform in WITHOUT_NONCE and world.troubled(platform, 0.0, world.loop.time())
        once = len(times) == 1 or repeated or _nonce_forgotten(world, platform, times)
        check(once, f"{len(times)} lists stand in {platform} {chat}")
    for (platform, message), said in world.story.lists.items():
        for before, after in pairwise(said):
            slow = after - before >= LISTED_AFTER - world.put_on_at_most
            edited = f"the list {message} on {platform} was edited after {after - before:.0f} s"
            again = any(before < at <= after for at in world.story.repeats)  # the page is posted to again
            check(slow or again or world.troubled(platform, before - 1.0, after), edited)
    for call in world.story.calls.values():
        check(LIST not in call.text, f"{call.who} was called by a list: {call.text[:200]}")


def _nonce_forgotten(world: World, platform: str, times: Sequence[float]) -> bool:
    """The bot was cut off when one had just come, and tried again when Discord no longer knew its nonce."""
    spans = [*world.story.troubles[platform], *world.story.troubles[EVERYWHERE]]
    long = [span for span in spans if span[1] - span[0] > NONCE_LIFE_S] if platform == "discord" else []
    return any(begin - 1.0 <= min(times) and max(times) <= end for begin, end in long)


def _lists(world: World) -> dict[tuple[str, str], tuple[str, str]]:
    """By platform and message: the chat and the text of all standing messages that are there."""
    found = dict[tuple[str, str], tuple[str, str]]()
    for one in world.discord.world.messages.values():
        if one.reader is None and LIST in (text := text_of(one)):
            found["discord", f"{one.channel.id}/{one.id}"] = (str(one.channel.id), text)
    for message in world.telegram.service.world.messages:
        stands = message.receiver is None and not message.deleted and message.chat.alive
        if stands and LIST in message.content.text:
            found["telegram", f"{message.chat.id}/{message.id}"] = (
                str(message.chat.id),
                message.content.text,
            )
    for person in world.people.values():
        for shown in person.page.messages.values() if person.platform == "web" else ():
            if shown["kind"] == "bot" and LIST in shown["title"]:
                found["web", shown["id"]] = (shown["chat"], shown["text"])
    return found


async def nothing_unforeseen(world: World, check: Check) -> None:
    """The bot's log tells of no error but those of the disk."""
    for record in world.story.errors:
        fault = record.exc_info[1] if record.exc_info else None
        simulated = fault is not None and "simulated" in f"{fault!r} {fault.__cause__!r}"
        check(simulated, f"log: {record.getMessage()} {fault!r}")
    for context in world.loop.mishaps:
        told = f"{context.get('message')} {context.get('exception')!r} {context.get('task')!r}"
        check(_is_of_a_server(context.get("exception")), f"loop: {told}")


def _is_of_a_server(fault: BaseException | None) -> bool:
    """A server of aiohttp to which a connection came that had ended already."""
    trace = fault.__traceback__ if fault else None
    return trace is not None and trace.tb_frame.f_code.co_filename.endswith("web_protocol.py")


def runs_out(world: World, within: float) -> bool:
    """Whether something becomes due within so many seconds."""
    return any(due <= world.now() + within for *_, due in world.glance(DEADLINES))


async def settled(world: World, check: Check) -> None:
    """Nothing is overdue."""
    late = world.now() - 120
    for match, kind, _, _, due in world.glance(DEADLINES):
        check(due >= late, f"the {kind} of {match} is overdue by {world.now() - due} s")


async def told_in_time(world: World, check: Check) -> None:
    """Whom it concerns is told of each turn, answer and end, unless they do something themselves."""
    telling = Telling(world)
    for match in _matches(world):
        for told, what in telling.due(match, _log(world, match)):
            check(told, what)


async def told_once(world: World, check: Check) -> None:
    """Nobody is told the same twice; where no nonce prevents it, a message may come again after a failure."""
    telling = Telling(world)
    for match in _matches(world):
        for call, before in telling.calls(match, _log(world, match)):
            after_failure = before is not None and world.troubled(call.platform, before - 1.0, call.at)
            if after_failure and call.platform in WITHOUT_NONCE:
                world.eye.tally.doubled += 1
                continue
            check(before is None, f"{call.who} was told twice of {match}: {call.text[:300]}")


async def settled_once(world: World, check: Check) -> None:
    """What was due happened once: by the name of a deadline, whatever else the press is called."""
    presses = Counter(found[0] for (press,) in world.glance(PRESSES) if (found := DUE.match(press)))
    for press, times in presses.items():
        check(times == 1, f"{press} was settled {times} times")


async def credited(world: World, check: Check) -> None:
    """A time that runs is as long as was agreed, and longer by what the bot was away, no less and no more."""
    for match, _, seat, began, due in world.glance(f"{DEADLINES} AND kind = 'time'"):
        clock = (fold(_log(world, match)).due(seat) or 0) - began
        least, most = _absent(world, began, world.now()), _away(world, began, world.now())
        blinks = BLINKS * (world.now() - began)
        as_agreed = clock + least - 60 <= due - began <= clock + most + 120 + blinks
        told = f"{least:.0f} to {most:.0f} s away"
        check(as_agreed, f"a time of {clock} s in {match} is {due - began} s long, {told}")
    for match in _matches(world):
        log = _log(world, match)
        for place, event in enumerate(log):
            if isinstance(event, TimeExpired):
                before = fold(log[:place])
                passed, clock = event.at - before.turn_since, before.opened.clock
                least = clock - 60 + _absent(world, before.turn_since, event.at)
                check(passed >= least, f"a time of {clock} s in {match} was up after {passed} s")


def _absent(world: World, since: int, at: int) -> float:
    """For how long no bot was at work, as far as it must have noticed, between two times of the wall."""
    if len(world.bots) > 1:
        return 0.0
    absences = [span for span in world.story.absences if since - START < span[0] and span[1] < at - START]
    return sum(max(until - gone - SLACK, 0.0) for gone, until in absences)


def _away(world: World, since: int, until: int) -> float:
    """For how long something may have been wrong between two times of the wall."""
    spans = [span for place in world.story.troubles for span in world.story.troubles[place]]
    begin, end = since - START, until - START
    return sum(max(0.0, min(end, last) - max(begin, first)) + 120 for first, last in spans)


async def logs_are_whole(world: World, check: Check) -> None:
    """Every log is a match from its challenge on, and its row says what it says."""
    for match, version, phase in world.glance("SELECT match, version, phase FROM matches"):
        try:
            folded: Match = fold(_log(world, match))
        except Exception as error:
            check(False, f"the log of {match} cannot be read: {error!r}")
            continue
        listed = (folded.version, folded.phase.value) == (version, phase)
        check(listed, f"{match} is {folded.version} {folded.phase}, listed as {version} {phase}")


async def asked_once(world: World, check: Check) -> None:
    """Nothing happened more often than somebody asked for it."""
    drawn = {match for (match,) in world.glance("SELECT match FROM tournament_pairings")}
    events = [event for match in _matches(world) if match not in drawn for event in _log(world, match)]
    opened = sum(isinstance(event, ChallengeOffered) for event in events)
    asked = sum(ask.what.startswith(OPENS) for ask in world.story.asks)
    check(opened <= asked, f"{opened} challenges, {asked} asked for")
    for match in _matches(world):
        played = Counter(type(event) for event in _log(world, match))[MovePlayed]
        chosen = (f"c:{match}:", f"then:{match}:")  # now, or in a plan that came true
        pressed = sum(ask.what.startswith(chosen) for ask in world.story.asks)
        if played and not _has_robot(world, match):
            check(played <= pressed, f"{played} plies in {match}, {pressed} pressed")


def _has_robot(world: World, match: str) -> bool:
    players = fold(_log(world, match)).players or ()
    return any(player.startswith("robot") for player in players)


async def ratings_follow(world: World, check: Check) -> None:
    """All ratings are those that the results make, one after the other; who was forgotten has none."""
    store = await open_store(world.folder / STORE_FILE)
    known: dict[tuple[PlayerId, str], Rating] = {}
    players = {PlayerId(player) for (player,) in world.glance(WHO_PLAYED)}
    for result in await store.results.rated_results_of(*players):
        if len(set(result.players)) == 1:
            continue  # their accounts have been joined since: it weighs nothing
        both = [
            known.get((player, result.game)) or ratings.newcomer(player, result.game)
            for player in result.players
        ]
        if result.weighed is None:
            check(False, f"the result of {result.match} has not been rated")
            continue
        taken_for = (result.weighed[0].weight, result.weighed[1].weight)
        after = weighed((both[0], both[1]), result.winner, result.ended, taken_for)
        known |= {(one.player, one.game): one for one in after}
    for (player, game), rating in known.items():
        if await store.people.people([player]):
            follows = rating in await store.results.ratings_of(player)
            check(follows, f"the rating of {player} in {game} does not follow from the results")
    await store.close()


async def results_follow(world: World, check: Check) -> None:
    """Each match that has ended with an outcome has its result once, as its log tells it."""
    stored = dict(world.glance("SELECT match, reason FROM results"))
    for match in _matches(world):
        folded = fold(_log(world, match))
        if folded.ending is None:
            check(match not in stored, f"{match} goes on and has a result")
        elif folded.players:
            check(match in stored, f"the result of {match} is missing")


async def rounds_follow(world: World, check: Check) -> None:
    """In each round of a tournament everybody has one match, which was opened; what became of it is known."""
    pairings = world.glance(PAIRINGS)
    seated = Counter(
        (cup, number, player) for cup, number, *both, _, _, _ in pairings for player in both if player
    )
    for (cup, number, player), times in seated.items():
        check(times == 1, f"{player} is paired {times} times in round {number} of {cup}")
    for cup, number, _, _, match, outcome, reason in pairings:
        opened = not match or match in _matches(world)
        check(opened, f"round {number} of {cup}: {match} was never opened")
        known = bool(outcome or not reason)
        check(known, f"round {number} of {cup} does not know what became of {match}")


async def pairs_agreed(world: World, check: Check) -> None:
    """A proposed match is played by the two whom it was proposed to, and each of them has said so."""
    proposed = {frozenset(ask.what.split()[1:3]) for ask in world.story.asks if ask.what.startswith("/pair")}
    for match in _matches(world):
        agreed = {ask.who for ask in world.story.asks if ask.what.startswith(f"pr:{match}:")}
        players = fold(_log(world, match)).players
        if not agreed or players is None:
            continue
        accepts = (f"ok:{match}", f"join:{match}", f"/join {match}")
        agreed |= {ask.who for ask in world.story.asks if ask.what.startswith(accepts)}
        names = frozenset(name for player in players for (name,) in world.glance(KNOWN_AS, player))
        if len(names) == len(players):  # nobody is forgotten or joined by /link
            check(names in proposed and names <= agreed, f"{names} play {match}, {agreed} agreed")


async def seats_are_kept(world: World, check: Check) -> None:
    """A seat by a link is one browser's, its match is not rated, and no message to many has the link."""
    for match in _matches(world):
        folded = fold(_log(world, match))
        guests = [len(world.glance(BROWSERS, player)) for player in folded.players or ()]
        if any(guests):
            check(max(guests) == 1, f"the seat of {match} has browsers {guests}")
            check(not folded.opened.rated, f"{match} is rated")
    for text in _texts_for_many(world):
        check("#seat=" not in text, "many see the link of a seat")


async def plans_come_true(world: World, check: Check) -> None:
    """A planned answer is played in the very change that makes it come true, and nothing else is."""
    for plan, decision in world.loop.followed:
        plies = [event for event in decision.events if isinstance(event, MovePlayed)]
        log = _log(world, decision.after.opened.match)[: decision.after.version]
        stored = [event for event in log if isinstance(event, MovePlayed)]
        if plies and stored[-len(plies) :] == plies and len(log) == decision.after.version:
            right = _as_planned(plan, plies, decision.after)
            check(right, f"{decision.after.opened.match}: {plies} with {plan and plan.lines}")


def _as_planned(plan: Plan | None, plies: Sequence[MovePlayed], after: Match) -> bool:
    """Whether plies of one change are one of the opponent and the answers that a plan has to it."""
    lines = plan.lines if plan else ()
    for number, ply in enumerate(plies):
        answers = {line[0] for line in lines}
        if number and (plan is None or ply.seat != plan.seat or answers != {ply.notation}):
            return False
        lines = tuple(line[1:] for line in lines if line[0] == ply.notation and len(line) > 1)
    return not lines or plan is None or after.awaited != (plan.seat,)


async def plans_are_seen_by_their_owners(world: World, check: Check) -> None:
    """No message to many tells what somebody has planned."""
    for text in _texts_for_many(world):
        check(not _PLANNED.search(text), f"many see a plan: {text[:200]}")


def _texts_for_many(world: World) -> Iterator[str]:
    for one in world.discord.world.messages.values():
        if one.reader is None and one.channel.guild is not None:
            yield f"{one.content} {one.components}"
    for message in world.telegram.service.world.messages:
        if message.receiver is None and message.chat.is_group:
            yield message.content.text


def _matches(world: World) -> list[str]:
    return [match for (match,) in world.glance("SELECT match FROM matches ORDER BY match")]


def _log(world: World, match: str) -> list[Event]:
    rows = world.glance("SELECT kind, body FROM events WHERE match = ? ORDER BY version", match)
    return [load(kind, body) for kind, body in rows]


OF_THE_LIVING = (
    answered,
    called_once,
    boards_are_current,
    one_board_lives,
    lists_are_true,
    lists_are_quiet,
    boards_are_true,
    puzzles_are_counted,
    nothing_unforeseen,
)
"""They hold while the bot is at work and nothing has been wrong for a while."""
OF_TIME = (settled, settled_once, credited, told_in_time, told_once)
"""They are about what is due, when all that is short has become due."""
OF_THE_STORE = (
    logs_are_whole,
    asked_once,
    pairs_agreed,
    seats_are_kept,
    plans_come_true,
    plans_are_seen_by_their_owners,
    results_follow,
    ratings_follow,
    rounds_follow,
)
"""They are about what is left when the bot has ended."""
NAMES_OF_LAWS = tuple(law.__name__ for law in (*OF_THE_LIVING, *OF_TIME, *OF_THE_STORE))
