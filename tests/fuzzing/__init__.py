"""What strangers may send, made up by the thousand: nothing of it may crash, hang or change the bot.

`python -m tests.fuzzing --cases 1000000` tries that many, led by which lines of the bot they reach.
"""
