"""The time that is left stands on boards and in lists, costs no press a look into the database, tells nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.archive import Archive
from bot.deadlines import deadlines_after
from bot.terms import DAY, HOUR, MINUTE
from games.events import Accepted, Challenged, MovePlayed
from games.game import SEATS
from games.match import Match, fold
from storage.store import Preferences
from tests.bot.playground import ADA, BEN, House, private_chat
from tests.bot.two_platforms import TwoPlatforms
from tests.games.walks import random_line
from tests.platforms.twins import SECRETIVE, twin_of
