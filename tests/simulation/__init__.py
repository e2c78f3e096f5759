"""The whole bot on a virtual clock, in one process, without threads and sockets: what a seed says happens.

`python -m tests.simulation --seeds 1000` plays a thousand lives of the bot. In each, people on three
platforms play while calls fail, connections end, the store fails and the bot dies and comes back; afterwards
the laws (`laws.py`) must hold. A seed that breaks one is told, and `--seed N` plays the very same life again.

    loop.py       the event loop: time that jumps, processes that die
    network.py    connections that are queues within the loop
    disk.py       files of the store without threads, that fail when told to
    pictures.py   pictures that are not painted
    process.py    one bot, as the host starts it
    cluster.py    several of them on one store
    world.py      platforms, people's accounts, the folder, the clock: what outlives the bot
    people.py     who types and presses what they are shown
    troubles.py   what goes wrong, and when
    laws.py       what must be true afterwards
    telling.py    who had to be told of what, and was
    life.py       one seed from beginning to end
"""
