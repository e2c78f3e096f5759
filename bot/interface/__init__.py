"""The vocabulary between platforms and dispatcher: requests and screens."""

from bot.interface.adapter import *
from bot.interface.answers import *
from bot.interface.capabilities import *
from bot.interface.front import *
from bot.interface.invalid import *
from bot.interface.pages import *
from bot.interface.people import *
from bot.interface.pictures import *
from bot.interface.registry import *
from bot.interface.requests import *
from bot.interface.requests_of_people import *  # after the others, also in the menu of commands
from bot.interface.robots import *
from bot.interface.screens import *
from bot.interface.waiting import *
