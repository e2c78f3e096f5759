"""Presses and inline questions that wait for the bot's answer; they expire by the service's clock."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.loopback.core.clock import Clock
from tests.loopback.telegram.content import Content, Json
from tests.loopback.telegram.refusals import STALE_QUERY, bad
from tests.loopback.telegram.world import Chat, Message, User

CALLBACK_LIFE = 15.0
INLINE_LIFE = 10.0
EPHEMERAL_LIFE = 15.0
"""Seconds within which a press or a question must be answered, or an ephemeral message sent to it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot said to a press: nothing, a passing line, or an alert that must be closed."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass(eq=False, slots=True)
class Press:
    """A button that was pressed; the button turns until it is answered."""

    id: str
    user: User
    message: Message
    data: str
    at: float
    answers: list[Answer] = field(default_factory=list)
    """All of them; people are shown the first."""

    @property
    def answer(self) -> Answer | None:
        return self.answers[0] if self.answers else None


@dataclass(frozen=True, slots=True)
class Result:
    """One thing to choose in inline mode."""

    id: str
    title: str
    description: str
    content: Content
    thumbnail: str = ""
    """Where the picture beside it is."""


@dataclass(eq=False, slots=True)
class Inquiry:
    """A question in inline mode, and the results it got."""

    id: str
    user: User
    query: str
    at: float
    answered: bool = False
    results: tuple[Result, ...] = ()
    button: Json | None = None
    """What stands above the results: a way into the private chat."""


@dataclass(eq=False, slots=True)
class Guest:
    """Somebody called the bot where it is not; it may answer by one message."""

    id: str
    user: User
    chat: Chat
    at: float
    answer: Message | None = None


@dataclass(eq=False, slots=True)
class Touch:
    """A query of a widget that somebody touched."""

    id: str
    user: User
    message: Message
    data: str
    at: float
    answer: str | None = None


class Queries:
    """All presses and inquiries by id."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.presses: dict[str, Press] = {}
        self.inquiries: dict[str, Inquiry] = {}
        self.guests: dict[str, Guest] = {}
        self.touches: dict[str, Touch] = {}

    def press(self, user: User, message: Message, data: str) -> Press:
        number = f"44{len(self.presses) + 1:016}"
        press = self.presses[number] = Press(number, user, message, data, self._clock.now())
        return press

    def touch(self, user: User, message: Message, data: str) -> Touch:
        number = f"88{len(self.touches) + 1:016}"
        touch = self.touches[number] = Touch(number, user, message, data, self._clock.now())
        return touch

    def live_touch(self, number: str) -> Touch:
        """The touch of this id, or `Refusal` where there is none that may still be answered."""
        touch = self.touches.get(number)
        if touch is None or touch.answer is not None or self._clock.now() > touch.at + CALLBACK_LIFE:
            raise bad(STALE_QUERY)
        return touch

    def inquire(self, user: User, query: str) -> Inquiry:
        number = f"55{len(self.inquiries) + 1:016}"
        inquiry = self.inquiries[number] = Inquiry(number, user, query, self._clock.now())
        return inquiry

    def call_guest(self, user: User, chat: Chat) -> Guest:
        number = f"77{len(self.guests) + 1:016}"
        guest = self.guests[number] = Guest(number, user, chat, self._clock.now())
        return guest

    def live_guest(self, number: str) -> Guest:
        """The call of this id, or `Refusal` where there is none that may still be answered."""
        guest = self.guests.get(number)
        if guest is None or guest.answer is not None or self._clock.now() > guest.at + INLINE_LIFE:
            raise bad(STALE_QUERY)
        return guest

    def live_press(self, number: str) -> Press:
        """The press of this id, or `Refusal` where there is none that may still be answered."""
        press = self.presses.get(number)
        if press is None or self._clock.now() > press.at + CALLBACK_LIFE:
            raise bad(STALE_QUERY)
        return press

    def live_inquiry(self, number: str) -> Inquiry:
        inquiry = self.inquiries.get(number)
        if inquiry is None or inquiry.answered or self._clock.now() > inquiry.at + INLINE_LIFE:
            raise bad(STALE_QUERY)
        return inquiry

    def may_whisper(self, number: str, user: User | None = None, chat: Chat | None = None) -> Press:
        """The press that allows an ephemeral message to its person, in its chat; else `Refusal`."""
        press = self.presses.get(number)
        if press is None or user not in (None, press.user) or chat not in (None, press.message.chat):
            raise bad(STALE_QUERY)
        if self._clock.now() > press.at + EPHEMERAL_LIFE:
            raise bad(STALE_QUERY)
        return press
