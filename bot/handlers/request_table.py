"""Which handler answers which request: one line for each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot import interface
from bot.domain.commands import QUOTED
from bot.handlers.absences import AbsenceHandler
from bot.handlers.account_deletion import AccountDeletionHandler
from bot.handlers.account_linking import AccountLinkingHandler
from bot.handlers.account_unlinking import AccountUnlinkingHandler
from bot.handlers.challenge_builder import ChallengeBuilderHandler
from bot.handlers.challenges import ChallengeHandler
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.data_copies import DataCopyHandler
from bot.handlers.help import HelpHandler
from bot.handlers.hints import HintHandler
from bot.handlers.inbox import InboxHandler
from bot.handlers.lessons import LessonHandler
from bot.handlers.moderation import ModerationHandler
from bot.handlers.moves import MoveHandler
from bot.handlers.preferences import PreferencesHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.puzzles import PuzzleHandler
from bot.handlers.record_imports import RecordImportHandler
from bot.handlers.rematches import RematchHandler
from bot.handlers.replays import ReplayHandler
from bot.handlers.responses import ResponseBuilder
from bot.handlers.reviews import ReviewHandler
from bot.handlers.seeks import SeekHandler
from bot.handlers.showing import ShowingHandler
from bot.handlers.table_pages import TablePageHandler
from bot.handlers.talking import TalkHandler
from bot.handlers.tournaments import TournamentHandler
from bot.handlers.verification import VerificationHandler
from bot.handlers.watching import WatchHandler
from bot.interface import Response
from games import GAMES

Handler = Callable[[RequestContext, Any], Awaitable[Response]]
MatchHandler = Callable[[MatchContext, Any], Awaitable[Response]]
"""Answers requests about a match, which is known by then."""


@dataclass(frozen=True, slots=True)
class Handlers:
    """All handlers."""

    help: HelpHandler
    inbox: InboxHandler
    challenges: ChallengeHandler
    builder: ChallengeBuilderHandler
    rematches: RematchHandler
    moves: MoveHandler
    absences: AbsenceHandler
    boards: ResponseBuilder
    hints: HintHandler
    reviews: ReviewHandler
    puzzles: PuzzleHandler
    lessons: LessonHandler
    seeks: SeekHandler
    watching: WatchHandler
    showing: ShowingHandler
    profiles: ProfileHandler
    preferences: PreferencesHandler
    replays: ReplayHandler
    verification: VerificationHandler
    imports: RecordImportHandler
    linking: AccountLinkingHandler
    unlinking: AccountUnlinkingHandler
    deletion: AccountDeletionHandler
    copies: DataCopyHandler
    talk: TalkHandler
    moderation: ModerationHandler
    tournaments: TournamentHandler
    table_pages: TablePageHandler


def request_table(handlers: Handlers) -> Mapping[type[interface.Request], Handler]:
    """By type of request, what answers those that are about no match."""
    return {
        interface.Help: handlers.help.help,
        interface.ShowRules: handlers.help.rules,
        interface.ShowPrivacy: handlers.help.privacy,
        interface.ListMatches: handlers.inbox.matches,
        interface.ShowInbox: handlers.inbox.page,
        interface.ShowHistory: handlers.inbox.history,
        interface.ShowMatchWith: handlers.inbox.show_with,
        interface.Dismiss: handlers.help.dismiss,
        interface.InvalidCommand: handlers.help.misspoken,
        interface.InvalidPayload: handlers.help.unreadable,
        interface.OfferChallenge: handlers.challenges.offer,
        interface.PickGame: handlers.builder.pick_game,
        interface.PickOpponent: handlers.builder.pick_opponent,
        interface.PickRobot: handlers.builder.pick_robot,
        interface.BuildChallenge: handlers.builder.build,
        interface.ShowProfile: handlers.profiles.profile,
        interface.ShowLeaderboard: handlers.profiles.leaderboard,
        interface.ShowSettings: handlers.preferences.show,
        interface.ChangeSettings: handlers.preferences.change,
        interface.ChangeChat: handlers.preferences.change_chat,
        interface.BlockPlayer: handlers.preferences.block,
        interface.ShowPuzzle: handlers.puzzles.show,
        interface.AnswerPuzzle: handlers.puzzles.answer,
        interface.SolvePuzzle: handlers.puzzles.solve,
        interface.ShowSeeks: handlers.seeks.show,
        interface.SeekOpponent: handlers.seeks.seek,
        interface.TakeSeek: handlers.seeks.take,
        interface.WithdrawSeek: handlers.seeks.withdraw,
        interface.ShowRunning: handlers.watching.running,
        interface.ShowToAll: handlers.showing.show,
        interface.ShowLesson: handlers.lessons.show,
        interface.AnswerLesson: handlers.lessons.answer,
        interface.ShowLegend: handlers.help.legend,
        interface.ImportRecord: handlers.imports.answer,
        interface.OpenTournament: handlers.tournaments.open,
        interface.ShowTournament: handlers.tournaments.show,
        interface.JoinTournament: handlers.tournaments.join,
        interface.LeaveTournament: handlers.tournaments.leave,
        interface.BeginTournament: handlers.tournaments.begin,
        interface.CancelTournament: handlers.tournaments.cancel,
        interface.EndTournament: handlers.tournaments.end,
        interface.TakeTournament: handlers.tournaments.take,
        interface.ShowCrosstable: handlers.tournaments.crosstable,
        interface.TellAway: handlers.absences.answer,
        interface.LinkAccounts: handlers.linking.answer,
        interface.UnlinkAccount: handlers.unlinking.answer,
        interface.ShowMyData: handlers.copies.answer,
        interface.ForgetMe: handlers.deletion.answer,
        interface.MutePlayer: handlers.talk.mute,
        interface.ReportRemark: handlers.moderation.report,
        interface.ShowModeration: handlers.moderation.show,
        interface.StopMatch: handlers.moderation.stop,
        interface.HideWords: handlers.moderation.hide,
    }


def match_request_table(handlers: Handlers) -> Mapping[type[interface.MatchRequest], MatchHandler]:
    """By type of request, what answers those that are about a match."""
    return {
        interface.AcceptChallenge: handlers.challenges.accept,
        interface.DeclineChallenge: handlers.challenges.decline,
        interface.CancelChallenge: handlers.moves.act,
        interface.CallRobot: handlers.challenges.call_robot,
        interface.OfferRematch: handlers.rematches.play_again,
        interface.Choose: handlers.moves.act,
        interface.TypeMove: handlers.moves.act,
        interface.Resign: handlers.moves.act,
        interface.OfferDraw: handlers.moves.act,
        interface.AcceptDraw: handlers.moves.act,
        interface.DeclineDraw: handlers.moves.act,
        interface.WithdrawDraw: handlers.moves.act,
        interface.RequestTakeback: handlers.moves.act,
        interface.AcceptTakeback: handlers.moves.act,
        interface.DeclineTakeback: handlers.moves.act,
        interface.ClaimWin: handlers.moves.act,
        interface.ClaimDraw: handlers.moves.act,
        interface.KeepWaiting: handlers.moves.act,
        interface.GiveTime: handlers.moves.act,
        interface.ShowBoard: handlers.boards.show_board_to,
        interface.ShowHand: handlers.boards.show_hand,
        interface.OpenMatch: handlers.inbox.open,
        interface.AskHint: handlers.hints.hint,
        interface.AskReview: handlers.reviews.review,
        interface.Watch: handlers.watching.watch,
        interface.Unwatch: handlers.watching.unwatch,
        interface.OpenTable: handlers.table_pages.link,
        interface.VerifyDeal: handlers.verification.verify,
        interface.Replay: handlers.replays.answer,
        interface.ReplayBoth: handlers.replays.answer,
        interface.ShowPly: handlers.replays.answer,
        interface.ReplayFrom: handlers.replays.answer,
        interface.MakeClip: handlers.replays.answer,
        interface.ExportMatch: handlers.replays.answer,
        interface.ShowPhrases: handlers.talk.phrases,
        interface.SayPhrase: handlers.talk.say_phrase,
        interface.SayWords: handlers.talk.say_words,
    }


def understood(request: interface.Request) -> interface.Request:
    """What is asked; a button may name a game that is not there any more."""
    if not isinstance(request, interface.AboutGame) or request.game is None or request.game in GAMES:
        return request
    return interface.InvalidCommand("unknown_game", "", request.game[:QUOTED])
