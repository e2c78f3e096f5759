"""Turn match views into screens, without I/O. The only game states used are those imagined from a view.

Each file has one subject, and no name is in two files: handlers say `presentation.NAME`, wherever that is.
"""

from bot.presentation.accounts import *
from bot.presentation.boards import *
from bot.presentation.button_rows import *
from bot.presentation.challenge_builder import *
from bot.presentation.challenges import *
from bot.presentation.confirmations import *
from bot.presentation.fairness import *
from bot.presentation.greetings import *
from bot.presentation.inbox import *
from bot.presentation.lessons import *
from bot.presentation.moderation import *
from bot.presentation.more import *
from bot.presentation.move_names import *
from bot.presentation.phrasing import *
from bot.presentation.plans import *
from bot.presentation.play_on import *
from bot.presentation.preferences import *
from bot.presentation.profiles import *
from bot.presentation.prompts import *
from bot.presentation.proposals import *
from bot.presentation.public_pages import *
from bot.presentation.puzzles import *
from bot.presentation.records import *
from bot.presentation.refusals import *
from bot.presentation.remarks import *
from bot.presentation.replay import *
from bot.presentation.results import *
from bot.presentation.reviews import *
from bot.presentation.rules import *
from bot.presentation.seat_links import *
from bot.presentation.seeks import *
from bot.presentation.standing import *
from bot.presentation.teams import *
from bot.presentation.tournaments import *
