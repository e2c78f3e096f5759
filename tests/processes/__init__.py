"""The bot as several real processes on one PostgreSQL, of which one dies again and again while people play.

The loopback servers of Discord and Telegram bring what people do to one address each; behind it stands a
balancer that gives it to any process. At the end the laws of the simulation are held against a copy of the
database, made by `tischrand migrate`. `python -m tests.processes --help` has it last as long as one likes.
"""
