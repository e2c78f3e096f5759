"""What the bot says in English about what it keeps, and about where it may not play."""

from __future__ import annotations

from collections.abc import Mapping

PRIVACY: dict[str, str | Mapping[str, str]] = {
    "no.not_here": "The host of this bot does not let me play in this chat.",
    "command.forget_me": "delete what is kept about me",
    "button.privacy": "What I keep",
    "button.forget": "Forget me …",
    "button.forget_sure": "Yes, forget me",
    "title.privacy": "What I keep",
    "title.forget": "Forget you?",
    "privacy.text": (
        "I keep what a match needs to go on, and nothing else:\n"
        "· of each account that has spoken to me: its id, name, @name and language on its platform;\n"
        "· which accounts you have joined by /link, and what you chose in /settings;\n"
        "· each match: its game, house rules, moves, their times, and a random number for each player;\n"
        "· in which chats you acted in a match, and which messages there show it.\n"
        "I read no messages but commands to me. Nothing is passed on. The host of this bot has the database, and can "
        "read it, hidden hands included.\n"
        "/forget_me deletes what leads to you."
    ),
    "forget.kept": "I know you as {accounts}.",
    "forget.account": "{name} on {platform}",
    "forget.running": {
        "one": "{count} match is under way: you resign it, and your opponent wins.",
        "other": "{count} matches are under way: you resign them, and your opponents win.",
    },
    "forget.challenges": {
        "one": "{count} challenge is open: it is withdrawn or declined.",
        "other": "{count} challenges are open: they are withdrawn or declined.",
    },
    "forget.finished": "Finished matches stay for those who played against you, with an unnamed seat.",
    "forget.messages": "Messages in chats stay: delete those where they are. This cannot be undone.",
    "note.forgotten": "I have forgotten you. If you speak to me again, we meet for the first time.",
}
