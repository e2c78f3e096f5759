"""Turns views of a match into screens, without I/O. No state is used here but those imagined from a view."""

from bot.presentation.account_linking import link_code, linked
from bot.presentation.boards import CutOff, Times, board, closed, moved_down
from bot.presentation.fairness import sealed_page, verify_page
from bot.presentation.pages import (
    Listed,
    confirm_resignation,
    done,
    games_page,
    help_page,
    in_short,
    lost,
    matches_page,
    no_command,
    pick_page,
    rules_page,
    which_match,
)
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.preferences import (
    ShownSettings,
    block_button,
    blocks_page,
    chat_page,
    declined,
    hours_page,
    not_allowed,
    quiet_page,
    regions_page,
    settings_page,
    zones_page,
)
from bot.presentation.privacy import forget_page, privacy_page
from bot.presentation.profiles import (
    Leaderboard,
    OwnRank,
    PastMatch,
    Profile,
    Rated,
    leaderboard_page,
    profile_page,
)
from bot.presentation.prompts import legal_moves
from bot.presentation.records import record_lines, unreadable
from bot.presentation.refusals import challenge_refusal, misspoken, refusal
from bot.presentation.replay import ReplayPosition, clip_alt, clip_text, export_text, replay_page
from bot.presentation.results import RatingChange, ResultSummary, Score

__all__ = [
    "CutOff",
    "Leaderboard",
    "Listed",
    "OwnRank",
    "PastMatch",
    "Phrasing",
    "Profile",
    "Rated",
    "RatingChange",
    "ReplayPosition",
    "ResultSummary",
    "Score",
    "ShownSettings",
    "Times",
    "block_button",
    "blocks_page",
    "board",
    "challenge_refusal",
    "chat_page",
    "clip_alt",
    "clip_text",
    "closed",
    "confirm_resignation",
    "declined",
    "done",
    "export_text",
    "forget_page",
    "games_page",
    "help_page",
    "hours_page",
    "in_short",
    "leaderboard_page",
    "legal_moves",
    "link_code",
    "linked",
    "lost",
    "matches_page",
    "misspoken",
    "moved_down",
    "no_command",
    "not_allowed",
    "pick_page",
    "privacy_page",
    "profile_page",
    "quiet_page",
    "quoted",
    "record_lines",
    "refusal",
    "regions_page",
    "replay_page",
    "rules_page",
    "sealed_page",
    "settings_page",
    "unreadable",
    "verify_page",
    "which_match",
    "zones_page",
]
