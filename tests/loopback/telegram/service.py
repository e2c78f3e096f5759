"""The service as a whole: its world, what the bot asked and said, and the settings of a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import InitVar, dataclass, field

from tests.loopback.core.clock import Clock
from tests.loopback.telegram.calls import CallLog
from tests.loopback.telegram.content import Json
from tests.loopback.telegram.faults import Faults
from tests.loopback.telegram.limits import Flood, Limits
from tests.loopback.telegram.profile import Profile
from tests.loopback.telegram.queries import Inquiry, Press, Queries, Touch
from tests.loopback.telegram.updates import Updates
from tests.loopback.telegram.webhook import Webhook
from tests.loopback.telegram.world import User, World

BOT_ID = 900
BOT_NAME = "tischrand_test_bot"


@dataclass(slots=True)
class Settings:
    """How the service is to behave; may be changed at any time."""

    main_web_app: bool = False
    """Its host has told @BotFather of a main Mini App."""
    ephemeral_replies: bool = True
    """Whether a press alone says where an ephemeral message goes: since Bot API 10.4."""
    ephemeral_edits_elsewhere: bool = True
    """Whether ephemeral messages can be edited in chats that the bot is not in; it is not published."""
    inline_feedback: bool = True
    """Whether the bot hears which inline result was chosen."""
    widgets: bool = True
    """Whether it knows widgets, as since Bot API 10.4."""
    latency: float = 0.0
    """Seconds that every call takes, but for getUpdates."""


@dataclass(slots=True)
class Service:
    """Everything that methods and people act on."""

    clock: Clock
    flood: InitVar[Flood | None] = None
    settings: Settings = field(default_factory=Settings)
    world: World = field(init=False)
    updates: Updates = field(init=False)
    webhook: Webhook = field(init=False)
    queries: Queries = field(init=False)
    limits: Limits = field(init=False)
    faults: Faults = field(default_factory=Faults)
    profile: Profile = field(default_factory=Profile)
    log: CallLog = field(default_factory=CallLog)
    unknown: list[str] = field(default_factory=list)
    """How calls differed from the description of the Bot API, as "method: difference"."""
    listeners: list[Callable[[Press | Inquiry | Touch], None]] = field(default_factory=list)

    def __post_init__(self, flood: Flood | None) -> None:
        bot = User(BOT_ID, "Tischrand", None, BOT_NAME, None, is_bot=True)
        self.world = World(self.clock, bot)
        self.updates = Updates(self.world.signal)
        self.webhook = Webhook(self.updates, self.clock, self.world.signal)
        self.queries = Queries(self.clock)
        self.limits = Limits(self.clock, flood)

    def answered(self, press: Press) -> None:
        """Somebody is shown the answer to their press; only the first counts."""
        if len(press.answers) == 1:
            self._tell(press)

    def touch_answered(self, touch: Touch) -> None:
        self._tell(touch)

    def inquiry_answered(self, inquiry: Inquiry) -> None:
        self._tell(inquiry)

    def _tell(self, what: Press | Inquiry | Touch) -> None:
        for listener in self.listeners:
            listener(what)
        self.world.signal.give()

    def me(self) -> Json:
        """The bot as getMe tells of it: inline mode on, privacy mode on."""
        return self.world.bot.to_json() | {
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": True,
            "supports_guest_queries": True,
            "can_connect_to_business": False,
            "has_main_web_app": self.settings.main_web_app,
        }
