"""Challenges in chats that the bot is not in: `@bot sahara target=30`, sent by way of it.

Nothing is stored while somebody types. What they send carries the offer itself in its button, sealed, so
that nobody can offer in another's name. When Telegram tells that it was sent (inline feedback, to be
switched on with BotFather), the dispatcher opens the challenge, and the seal of its deal stands on it before
anybody accepts. Without feedback the dispatcher opens it when it is pressed. The boards are in the private
chats.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import re
from collections import defaultdict
from dataclasses import dataclass

import telegram
from telegram import (
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    LinkPreviewOptions,
)
from telegram.error import TelegramError

from bot.domain import commands, terms
from bot.interface import (
    AcceptChallenge,
    Account,
    Front,
    Message,
    MessageGone,
    OfferChallenge,
    Request,
    Response,
    RetryLater,
    Unreachable,
    delivered,
)
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.interaction import Interaction
from bot.platforms.telegram.known_users import KnownUsers
from bot.platforms.telegram.sender import HTML, Sender
from bot.texts import Texts, texts_for
from games.events import MatchId, match_id_of
from games.words import Words

log = logging.getLogger(__name__)

MOST_RESULTS = 25
_NONCE, _SEAL = 5, 7  # characters of 6 bits
_OFFER = re.compile(rf"i:([\w-]{{{_NONCE}}})([\w-]{{{_SEAL}}})(\d{{1,16}}):([^:]+)")


@dataclass(frozen=True, slots=True)
class Offer:
    """An open challenge that nobody has taken up."""

    challenger: str
    """The id of their account."""
    words: Words
    """Game and house rules."""
    nonce: str
    """What makes it count once."""

    @property
    def request(self) -> Request:
        """What the challenger asks for."""
        return commands.read(" ".join(["/play", *self.words]))


class Seals:
    """Writes offers into buttons, and knows its own again."""

    def __init__(self, token: str) -> None:
        """The key is made from the bot's token, which nobody else knows."""
        self._key = hashlib.sha256(f"offers in any chat\0{token}".encode()).digest()

    def write(self, offer: Offer) -> str | None:
        """The payload of its button; None if it does not fit."""
        game, *rules = offer.words
        body = f"{offer.challenger}:{' '.join((game, *terms.briefly(game, tuple(rules))))}"
        payload = f"i:{offer.nonce}{self._seal(offer.nonce, body)}{body}"
        return payload if len(payload.encode()) <= callback_data.PAYLOAD_MAX_BYTES else None

    def read(self, payload: str) -> Offer | None:
        """The offer of a payload that we have written."""
        found = _OFFER.fullmatch(payload)
        if found is None:
            return None
        nonce, seal, challenger, words = found.groups()
        expected = self._seal(nonce, f"{challenger}:{words}")
        known = hmac.compare_digest(seal.encode(), expected.encode())
        if not known:
            return None
        game, *rules = words.split(" ")
        return Offer(challenger, (game, *terms.in_full(game, tuple(rules))), nonce)

    def _seal(self, nonce: str, body: str) -> str:
        return _letters(hmac.digest(self._key, f"{nonce}{body}".encode(), "sha256"), _SEAL)


class Inline:
    """What is typed after `@bot` in any chat, and pressed on what was sent so."""

    def __init__(
        self, bot: telegram.Bot, seals: Seals, front: Front, writer: Sender, people: KnownUsers
    ) -> None:
        """Nothing is on offer yet.

        Args:
            bot: started.
            seals: of its offers.
            front: the dispatcher.
            writer: of the same bot.
            people: who was heard.
        """
        self._bot, self._seals, self._front = bot, seals, front
        self._writer, self._people = writer, people
        self._opening: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    # While somebody types

    async def complete(self, query: telegram.InlineQuery, account: Account) -> None:
        """Show what could be sent."""
        texts = texts_for(self._people.language(account.id))
        shared = await self._shared(query, account, texts)
        results = shared or await self._offers(query, account, texts)
        start = InlineQueryResultsButton(texts("inline.start"), start_parameter="help")
        try:
            await query.answer(results[:MOST_RESULTS], cache_time=0, is_personal=True, button=start)
        except TelegramError as error:
            log.info("what was typed after @bot could not be answered: %s", type(error).__name__)

    async def _shared(
        self, query: telegram.InlineQuery, account: Account, texts: Texts
    ) -> list[InlineQueryResultArticle]:
        """A challenge of their own that stands already, by its code."""
        code = match_id_of(query.query.strip())
        if code is None:
            return []
        chat = chat_ids.private_chat(account.id)
        found = await self._front.complete(account, chat, f"/join {code}")
        title = texts("inline.share", match=code)
        payload = callback_data.encode(AcceptChallenge(code))
        told = texts("inline.invites", name=account.name, match=code)
        return [
            _article(code, title, one.told, told, payload, texts)
            for one in found
            if one.line == f"/join {code}"
        ]

    async def _offers(
        self, query: telegram.InlineQuery, account: Account, texts: Texts
    ) -> list[InlineQueryResultArticle]:
        """Challenges of which nothing is known yet."""
        nonce = _letters(hashlib.sha256(query.id.encode()).digest(), _NONCE)
        games = {key: (name, summary) for key, name, summary in commands.games(texts.language)}
        results = []
        for words in await self._possible(query.query, account):
            payload = self._seals.write(Offer(account.id, words, nonce))
            if payload is None:
                continue
            (name, summary), rules = games[words[0]], ", ".join(words[1:])
            title = f"{name} · {rules}" if rules else name
            told = texts("inline.offer", name=account.name, game=title)
            results.append(_article(payload, title, summary, told, payload, texts))
        return results

    async def _possible(self, typed: str, account: Account) -> list[Words]:
        """Games and house rules that what was typed is, or could go on to."""
        before = " ".join(typed.lower().split())
        known = dict[str, bool]()  # the lines that were asked about, and whether the dispatcher offers them
        for line in dict.fromkeys((f"/play {before}", f"/play {typed.lower().lstrip()}")):
            known |= await self._completed(line, account)
        lines = {f"/play {before}": True} | known if before else dict(known)
        return [tuple(line.split()[1:]) for line in lines if await self._is_allowed(line, account, known)]

    async def _is_allowed(self, line: str, account: Account, known: dict[str, bool]) -> bool:
        """Every word of it, as it would be completed, leads to itself."""
        request, words = commands.read(line), line.split()
        if not isinstance(request, OfferChallenge) or request.opponent is not None:
            return False
        for count in range(2, len(words) + 1):
            begun = " ".join(words[:count])
            if begun not in known:
                known |= {begun: False} | await self._completed(begun, account)
            if not known[begun]:
                return False
        return True

    async def _completed(self, line: str, account: Account) -> dict[str, bool]:
        """The lines that one typed so far could go on to."""
        chat = chat_ids.private_chat(account.id)
        return {found.line: True for found in await self._front.complete(account, chat, line)}

    # When it was sent, and when it is pressed

    async def sent(self, chosen: telegram.ChosenInlineResult) -> None:
        """It stands in a chat: the challenge is opened, and its seal stands on it before it is accepted."""
        offer = self._seals.read(chosen.result_id)
        if offer is None or chosen.inline_message_id is None or offer.challenger != str(chosen.from_user.id):
            return
        answer = await self._open(offer, chosen.result_id)
        try:
            if answer is None or answer.post is None or (match := layout.match_of(answer.post)) is None:
                return
            texts = texts_for(self._people.language(offer.challenger))
            told = layout.shape(
                Message(answer.post.text, answer.post.title), chat_ids.private_chat(offer.challenger)
            )
            markup = _accept(callback_data.encode(AcceptChallenge(match)), texts)
            await self._edit(chosen.inline_message_id, layout.Shape(told.text, markup))
        finally:
            await self._later(answer)

    async def pressed(self, query: telegram.CallbackQuery, account: Account) -> None:
        """Somebody accepts; their board, and the other one's, come to their private chats."""
        texts, data = texts_for(self._people.language(account.id)), query.data or ""
        offer, request = self._seals.read(data), callback_data.decode(data)
        if offer is not None:
            if offer.challenger == account.id:
                await self._writer.answer(query.id, texts("no.own_challenge"), alert=True)
                return
            async with self._opening[offer.nonce]:
                await self._take_up(query, account, offer, data)
            self._opening.pop(offer.nonce, None)
        elif isinstance(request, AcceptChallenge):
            await self._accept(query, account, request.match)
        else:
            answer = await self._front.handle(_alone(account, query).asks(request))
            told = layout.told_plainly(answer.note) if answer.note else ""
            await self._writer.answer(query.id, layout.fit(told, layout.ALERT_MAX), alert=True)

    async def _take_up(
        self, query: telegram.CallbackQuery, account: Account, offer: Offer, payload: str
    ) -> None:
        opened = await self._open(offer, payload)
        try:
            match = layout.match_of(opened.post) if opened and opened.post else None
            if match is None:
                told = texts_for(self._people.language(account.id))("no.no_challenge")
                await self._writer.answer(query.id, told, alert=True)
                return
            await self._accept(query, account, match)
        finally:
            await self._later(opened)

    async def _open(self, offer: Offer, payload: str) -> Response | None:
        """The answer to the challenger; the same payload opens one challenge only."""
        challenger = self._people.account(offer.challenger) or await self._looked_up(offer.challenger)
        if challenger is None:
            return None
        asked = Interaction(challenger, chat_ids.private_chat(challenger.id), payload)
        return await self._front.handle(asked.asks(offer.request))

    async def _later(self, answer: Response | None) -> None:
        """The dispatcher brings the challenger's board by itself, as it is then."""
        if answer is not None and answer.delivery is not None:
            await self._front.delivered(answer.delivery, None)

    async def _accept(self, query: telegram.CallbackQuery, account: Account, match: MatchId) -> None:
        occasion, texts = _alone(account, query), texts_for(self._people.language(account.id))
        answer = await self._front.handle(occasion.asks(AcceptChallenge(match)))
        board = answer.post or answer.update
        if board is None:
            told = layout.told_plainly(answer.note) if answer.note else ""
            await self._writer.answer(query.id, layout.fit(told, layout.ALERT_MAX), alert=True)
            return
        async with delivered(self._front, answer) as shown:
            shown.message = await self._shown(occasion, board, match)
        way = chat_ids.deep_link(self._bot.username, f"hand_{match}")
        if shown.message is None:
            await self._writer.answer(query.id, url=way)
        else:
            await self._writer.answer(query.id, texts("note.in_private"))
        told = layout.plain(f"{board.title}\n{texts('inline.begun')}")
        opener = layout.button(texts("button.open_board"), url=way)
        if query.inline_message_id is not None:
            shape = layout.Shape(told, InlineKeyboardMarkup([[opener]]))
            await self._edit(query.inline_message_id, shape)

    async def _shown(self, occasion: Interaction, board: Message, match: MatchId) -> str | None:
        """The board in the private chat of whoever accepted."""
        await self._writer.turn(int(occasion.account.id), f"inline {match}")
        try:
            return await self._writer.post(occasion.chat, board)
        except (Unreachable, RetryLater) as fault:
            log.info("a board could not be brought to a private chat: %s", type(fault).__name__)
            return None

    async def _edit(self, inline: str, shape: layout.Shape) -> None:
        for _ in range(2):
            try:
                await self._writer.edit_inline(inline, shape)
            except RetryLater as hiccup:
                await self._writer.pause(hiccup.after)
            except (Unreachable, MessageGone):
                return
            else:
                return

    async def _looked_up(self, user: str) -> Account | None:
        """Somebody whom we have not heard since we run."""
        try:
            found = await self._bot.get_chat(int(user))
        except (
            TelegramError,
            TypeError,
        ) as error:  # the latter where Telegram tells less than the library wants
            log.info("a challenger could not be looked up: %s", type(error).__name__)
            return None
        return Account(chat_ids.PLATFORM, user, found.effective_name or user, "", found.username or "")


def _alone(account: Account, query: telegram.CallbackQuery) -> Interaction:
    """As if it was asked in the private chat: where the press was made, nobody knows."""
    return Interaction(account, chat_ids.private_chat(account.id), query.id)


def _article(
    key: str, title: str, told: str, text: str, payload: str, texts: Texts
) -> InlineQueryResultArticle:
    content = InputTextMessageContent(
        layout.plain(text), link_preview_options=LinkPreviewOptions(is_disabled=True), **HTML
    )
    markup = _accept(payload, texts)
    return InlineQueryResultArticle(key, title, content, reply_markup=markup, description=told or None)


def _accept(payload: str, texts: Texts) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[layout.button(texts("button.accept"), payload=payload)]])


def _letters(drawn: bytes, count: int) -> str:
    return base64.urlsafe_b64encode(drawn).decode()[:count]
