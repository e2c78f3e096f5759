"""Inline mode: matches in chats that the bot is not in, sent as `@bot sahara target=30`.

Nothing is stored while a user types. The button of the sent message contains the offer itself, signed so that
nobody can challenge in another user's name. When Telegram reports that the message was sent (inline feedback,
enabled with BotFather), the dispatcher opens the challenge, and the message shows the seal of its deal before
anyone accepts. Without feedback, the dispatcher opens the challenge at the first press. From then on the
message is the board. The bot answers a guest message in the same way.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import re
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

import telegram
from cachetools import LRUCache
from telegram.error import TelegramError
from telegram.helpers import create_deep_linked_url

from bot.domain import commands, terms_parser
from bot.interface import AcceptChallenge, Account, Chat, OfferChallenge, Post, delivered
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.calls import Fields, call
from bot.platforms.telegram.interactions import Interaction
from bot.platforms.telegram.reply import RequestHandling
from bot.platforms.telegram.sender import FAULTS, HTML, NO_PREVIEW
from bot.texts import Texts
from games.events import MatchId, match_id_of
from games.words import Words

log = logging.getLogger(__name__)

MOST_RESULTS = 25
KEPT = 1000  # newest offers whose challenges were opened
_NONCE, _SEAL = 5, 7  # characters of 6 bits
_OFFER = re.compile(rf"i:([\w-]{{{_NONCE}}})([\w-]{{{_SEAL}}})(\d{{1,16}}):([^:]+)")


@dataclass(frozen=True, slots=True)
class Offer:
    """An open challenge that is not stored yet."""

    challenger: str
    """The id of the challenger's account."""
    words: Words
    """Game and house rules."""
    nonce: str
    """Derived from the id of the query; tells equal offers apart."""


class Seals:
    """Encodes offers as signed button payloads, and verifies them."""

    def __init__(self, token: str) -> None:
        """Derive the key from the bot's token, which nobody else knows."""
        self._key = hashlib.sha256(f"offers in any chat\0{token}".encode()).digest()

    def write(self, offer: Offer) -> str | None:
        """Encode an offer as a payload; None if it does not fit into a button."""
        game, *rules = offer.words
        body = f"{offer.challenger}:{' '.join((game, *terms_parser.briefly(game, tuple(rules))))}"
        payload = f"i:{offer.nonce}{self._seal(offer.nonce, body)}{body}"
        return payload if len(payload.encode()) <= callback_data.PAYLOAD_MAX_BYTES else None

    def read(self, payload: str) -> Offer | None:
        """Decode the offer of a payload; None unless its signature is ours."""
        found = _OFFER.fullmatch(payload)
        if found is None:
            return None
        nonce, seal, challenger, words = found.groups()
        expected = self._seal(nonce, f"{challenger}:{words}")
        known = hmac.compare_digest(seal.encode(), expected.encode())
        if not known:
            return None
        game, *rules = words.split(" ")
        return Offer(challenger, (game, *terms_parser.in_full(game, tuple(rules))), nonce)

    def _seal(self, nonce: str, body: str) -> str:
        return _letters(hmac.digest(self._key, f"{nonce}{body}".encode(), "sha256"), _SEAL)


class Inline:
    """Answers inline queries and guest messages, and handles presses on the messages they produce."""

    def __init__(self, seals: Seals, requests: RequestHandling) -> None:
        self._seals, self._requests, self._front = seals, requests, requests.front
        self._sender, self._people, self._bot = requests.sender, requests.people, requests.sender.bot
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._standing: LRUCache[str, MatchId | None] = LRUCache(KEPT)  # payload -> its challenge

    # Inline queries

    async def complete(self, query: telegram.InlineQuery, account: Account) -> None:
        """Answer an inline query with the messages that the user could send."""
        texts = self._people.texts(account)
        shared = await self._shared(query, account, texts)
        offers = [] if shared else await self._offers(query.query, account, query.id)
        results = shared or [self._offered(offer, payload, account, texts) for offer, payload in offers]
        fields: Fields = {
            "inline_query_id": query.id,
            "results": results[:MOST_RESULTS],
            "cache_time": 0,
            "is_personal": True,
            "button": {"text": texts("button.open_private"), "start_parameter": "help"},
        }
        try:
            await call(self._bot, "answerInlineQuery", fields)
        except TelegramError as error:
            log.info("what was typed after @bot could not be answered: %s", type(error).__name__)

    async def _shared(self, query: telegram.InlineQuery, account: Account, texts: Texts) -> list[Fields]:
        """The result that shares an open challenge of the user's own, if its code was typed."""
        code = match_id_of(query.query.strip())
        if code is None:
            return []
        chat = chat_ids.private_chat(account.id)
        found = await self._front.complete(account, chat, f"/join {code}")
        title = texts("inline.share", match=code)
        payload = callback_data.encode(AcceptChallenge(code))
        accept = layout.button(texts("button.accept"), callback_data=payload)
        text = texts("inline.invites", name=account.name, match=code)
        return [
            _article(code, title, text, accept, description=completion.description)
            for completion in found
            if completion.line == f"/join {code}"
        ]

    async def _offers(self, typed: str, account: Account, seed: str) -> list[tuple[Offer, str]]:
        """The offers that the typed text is or completes to, each with the payload of its button."""
        before, lines = " ".join(typed.lower().split()), dict[str, None]()
        if before:
            lines[f"/play {before}"] = None
        chat = chat_ids.inline_chat("")  # it has no id before a message is sent
        for line in dict.fromkeys((f"/play {before}", f"/play {typed.lower().lstrip()}")):
            lines |= {found.line: None for found in await self._front.complete(account, chat, line)}
        nonce = _letters(hashlib.sha256(seed.encode()).digest(), _NONCE)
        offers = [Offer(account.id, tuple(line.split()[1:]), nonce) for line in lines if _is_offer(line)]
        return [(offer, payload) for offer in offers if (payload := self._seals.write(offer))]

    def _offered(self, offer: Offer, payload: str, account: Account, texts: Texts) -> Fields:
        games = {key: (name, summary) for key, name, summary in commands.games(texts)}
        (name, summary), rules = games[offer.words[0]], ", ".join(offer.words[1:])
        title = f"{name} · {rules}" if rules else name
        text = texts("inline.offer", name=account.name, game=title)
        accept = layout.button(texts("button.accept"), callback_data=payload)
        app = self._sender.app
        thumbnail = app.thumbnail(offer.words[0]) if app else None
        return _article(payload, title, text, accept, description=summary, thumbnail_url=thumbnail)

    # Guest messages

    async def summoned(self, message: telegram.Message) -> None:
        """Answer a message that mentions the bot in a chat it is not in; one answer is allowed."""
        user, query = message.from_user, message.guest_query_id
        if query is None or user is None or user.is_bot or message.sender_chat is not None:
            return
        account = self._people.remember(user)
        texts = self._people.texts(account)
        name = re.escape(f"@{self._bot.username}")
        text = re.sub(rf"(?i){name}\b", " ", message.text or "")
        text = re.sub(r"(?i)^\s*/play\b", " ", text)
        offers = await self._offers(text, account, f"guest {query}") if text.strip() else []
        result = self._offered(*offers[0], account, texts) if offers else self._how_to_play(texts)
        try:
            fields: Fields = {"guest_query_id": query, "result": result}
            sent = await call(self._bot, "answerGuestQuery", fields)
        except TelegramError as error:
            log.info("a guest message could not be answered: %s", type(error).__name__)
            return
        if offers:
            await self._stand(*offers[0], chat_ids.inline_chat(sent["inline_message_id"]))

    def _how_to_play(self, texts: Texts) -> Fields:
        games = ", ".join(key for key, _, _ in commands.games(texts))
        text = texts("guest.how", bot=f"@{self._bot.username}", games=games)
        title, way = texts("button.open_private"), create_deep_linked_url(self._bot.username, "help")
        return _article("help", title, text, layout.button(title, url=way))

    # Sent messages and presses on them

    async def sent(self, chosen: telegram.ChosenInlineResult) -> None:
        """Open the challenge of a sent message, so that the message shows its seal before anyone accepts."""
        offer = self._seals.read(chosen.result_id)
        if offer is None or chosen.inline_message_id is None or offer.challenger != str(chosen.from_user.id):
            return
        await self._stand(offer, chosen.result_id, chat_ids.inline_chat(chosen.inline_message_id))

    async def pressed(self, asked: Interaction, payload: str) -> None:
        """Handle a press on an inline message; accepting an offer opens its challenge first."""
        offer = self._seals.read(payload)
        if offer is None:
            await self._requests.handle(asked, callback_data.decode(payload))
            return
        own = offer.challenger == asked.account.id
        if not own and (match := await self._stand(offer, payload, asked.chat, earlier=True)):
            await self._requests.handle(asked, AcceptChallenge(match))
        elif asked.query is not None:
            refusal = self._people.texts(asked.account)("no.own_challenge" if own else "no.no_challenge")
            await self._sender.answer(asked.query, refusal, alert=True)

    async def _stand(
        self, offer: Offer, payload: str, message: Chat, *, earlier: bool = False
    ) -> MatchId | None:
        """Open the challenge of an offer, once for equal payloads, and show it on its message.

        Returns:
            The match, or None if the challenge could not be opened or shown.
        """
        async with self._opening.setdefault(offer.nonce, asyncio.Lock()):
            if (known := self._standing.get(payload)) is not None:
                return known  # further presses must not use up the challenger's rate limit
            challenger = self._people.account(offer.challenger) or await self._looked_up(offer.challenger)
            if challenger is None:
                return None
            asked = Interaction(challenger, message, payload)
            request = commands.read(" ".join(["/play", *offer.words]))
            answer = await self._front.handle(replace(asked.asks(request), earlier=earlier))
            if not isinstance(answer, Post):
                return None
            try:
                async with delivered(self._front, answer) as shown:
                    shown.message = await self._sender.say(message, answer.screen, message.id)
            except FAULTS as fault:
                log.info("a challenge could not be shown where it was sent: %s", type(fault).__name__)
            match = self._standing[payload] = answer.screen.match
            return match

    async def _looked_up(self, user: str) -> Account | None:
        """Ask Telegram for a user who has done nothing since the bot started."""
        try:
            found = await self._bot.get_chat(int(user))
        except (TelegramError, TypeError) as error:  # TypeError: a field that the library requires is missing
            log.info("a challenger could not be looked up: %s", type(error).__name__)
            return None
        return Account(chat_ids.PLATFORM, user, found.effective_name or user, "", found.username or "")


def _is_offer(line: str) -> bool:
    """Whether a line is an open challenge whose house rules are complete, valid and not repeated."""
    request = commands.read(line)
    if not isinstance(request, OfferChallenge) or request.opponent is not None:
        return False
    rules = request.house_rules
    once = len({rule.partition("=")[0] for rule in rules}) == len(rules)
    named = all("=" in rule for rule in rules)
    return not rules or (once and named and terms_parser.are_terms(request.game, rules))


def _article(key: str, title: str, text: str, button: layout.Key, **more: str | None) -> Fields:
    """A message to choose; `more` are Telegram's fields for what is shown beside its title."""
    return {
        "type": "article",
        "id": key,
        "title": title,
        "input_message_content": {"message_text": layout.plain(text), **HTML, **NO_PREVIEW},
        "reply_markup": layout.keyboard((button,)),
        **{name: value for name, value in more.items() if value},
    }


def _letters(drawn: bytes, count: int) -> str:
    return base64.urlsafe_b64encode(drawn).decode()[:count]
