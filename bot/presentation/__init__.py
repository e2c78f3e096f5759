"""Turns views of a match into screens, without I/O. No state is used here but those imagined from a view."""

from bot.presentation.account_linking import link_code, linked, unlink_page, unlinked
from bot.presentation.boards import CutOff, Offered, Times, board, closed, moved_down
from bot.presentation.challenge_builder import (
    Building,
    against_whom_page,
    overview_page,
    sent_page,
    term_page,
    which_game_page,
)
from bot.presentation.fairness import sealed_page, verify_page
from bot.presentation.guided import Guided, lesson_done_page, lesson_page, lessons_page
from bot.presentation.inbox import Listed, Mark, in_short, matches_page, which_match
from bot.presentation.lessons import JudgedPly, hint_text, review_page
from bot.presentation.pages import (
    confirm_resignation,
    done,
    games_page,
    help_page,
    legend_page,
    lost,
    no_command,
    pick_robot_level_page,
    rules_page,
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
from bot.presentation.puzzles import Attempt, puzzle_page, solved_page
from bot.presentation.records import record_lines, unreadable
from bot.presentation.refusals import challenge_refusal, misspoken, refusal
from bot.presentation.replay import ReplayPosition, clip_alt, clip_text, export_text, match_line, replay_page
from bot.presentation.results import RatingChange, ResultSummary, Score

__all__ = [
    "Attempt",
    "Building",
    "CutOff",
    "Guided",
    "JudgedPly",
    "Leaderboard",
    "Listed",
    "Mark",
    "Offered",
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
    "against_whom_page",
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
    "hint_text",
    "hours_page",
    "in_short",
    "leaderboard_page",
    "legal_moves",
    "legend_page",
    "lesson_done_page",
    "lesson_page",
    "lessons_page",
    "link_code",
    "linked",
    "lost",
    "match_line",
    "matches_page",
    "misspoken",
    "moved_down",
    "no_command",
    "not_allowed",
    "overview_page",
    "pick_robot_level_page",
    "privacy_page",
    "profile_page",
    "puzzle_page",
    "quiet_page",
    "quoted",
    "record_lines",
    "refusal",
    "regions_page",
    "replay_page",
    "review_page",
    "rules_page",
    "sealed_page",
    "sent_page",
    "settings_page",
    "solved_page",
    "term_page",
    "unlink_page",
    "unlinked",
    "unreadable",
    "verify_page",
    "which_game_page",
    "which_match",
    "zones_page",
]
