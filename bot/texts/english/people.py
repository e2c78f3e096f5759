"""What the bot says in English about people: their settings, whom they block, and who asks for too much."""

from __future__ import annotations

from collections.abc import Mapping

PEOPLE: dict[str, str | Mapping[str, str]] = {
    "command.settings": "language, theme, boards in words, reminders, quiet hours; who is blocked",
    "option.changes": "such as theme=dark; nothing: show my settings; completed as you type",
    "title.settings": "Your settings",
    "title.this_chat": "Settings of this chat",
    "title.quiet": "Quiet hours",
    "title.zone": "Time zone",
    "title.zones": "Time zone: {region} ({page} of {pages})",
    "title.blocks": "Blocked",
    # What is chosen
    "settings.language": "Language: {value}",
    "settings.theme": "Theme: {value}",
    "settings.text": "Boards: {value}",
    "settings.reminders": "Reminders: {value}",
    "settings.challengers": "Who may challenge here: {value}",
    "settings.no_quiet": "Quiet hours: none (time zone {zone})",
    "settings.quiet_hours": "Quiet hours: {start} to {end} ({zone})",
    "settings.blocked": {"one": "Blocked: {count} person", "other": "Blocked: {count} people"},
    "settings.typed": "Typed, it is as in: {example}",
    "settings.quiet": "In quiet hours a board that waits for you comes without a sound.",
    "settings.from": "From when do you want to hear nothing?",
    "settings.to": "From {start} to when?",
    "settings.zone": "Where do you live? Typed: /settings zone=Europe/Berlin",
    "settings.block": (
        "Whoever is blocked cannot challenge you, nor accept your open challenges. "
        "Typed: /settings block=@name, /settings unblock=@name"
    ),
    # What can be chosen
    "setting.language.auto": "automatic",
    "setting.language.en": "English",
    "setting.language.de": "Deutsch",
    "setting.language.ca": "Català",
    "setting.theme.light": "light",
    "setting.theme.dark": "dark",
    "setting.theme.contrast": "patterns for colour-blind eyes",
    "setting.theme.large": "large",
    "setting.text.on": "in words only",
    "setting.text.off": "with pictures",
    "setting.reminders.on": "on",
    "setting.reminders.off": "off",
    "setting.quiet.off": "none",
    "setting.challengers.everyone": "everyone",
    "setting.challengers.managers": "managers",
    "setting.challengers.nobody": "nobody",
    "allowed.quiet": "off, or two different hours from 0 to 23, as in 22-7",
    "allowed.zone": "UTC, or a name of the time zone database, as in Europe/Berlin",
    "region.Africa": "Africa",
    "region.America": "America",
    "region.Asia": "Asia",
    "region.Atlantic": "Atlantic",
    "region.Australia": "Australia",
    "region.Europe": "Europe",
    "region.Indian": "Indian Ocean",
    "region.Pacific": "Pacific",
    # Buttons
    "button.settings": "Settings",
    "button.text_on": "Boards in words",
    "button.text_off": "Boards with pictures",
    "button.reminders_on": "Reminders on",
    "button.reminders_off": "Reminders off",
    "button.quiet": "Quiet hours",
    "button.hours": "From … to …",
    "button.zone": "Time zone",
    "button.blocks": "Blocked",
    "button.block": "Block {name}",
    "button.unblock": "Unblock {name}",
    "button.this_chat": "This chat",
    "button.earlier": "Previous",
    # Notes and refusals
    "note.blocked": "{name} cannot challenge you any more. /settings unblocks.",
    "no.setting": "“{said}” is no setting. I know: {settings}. As in: {example}",
    "no.setting_value": "{setting} cannot be “{said}”. Allowed: {allowed}.",
    "no.not_manager": "Only those who manage this chat can choose for it.",
    "no.block_yourself": "You cannot block yourself.",
    "no.block_full": "You block {most} people already, and more is not possible. /settings unblocks.",
    "no.not_taking": "{name} does not take challenges from you now. /play without a name challenges anyone.",
    "no.challenges_managers": (
        "In this chat only those who manage it may challenge. Alone with me, you can: /play GAME NAME."
    ),
    "no.challenges_nobody": "In this chat nobody may challenge. Alone with me, you can: /play GAME NAME.",
    "no.too_many_challenges": (
        "You have {most} open challenges already. Press Cancel on one of them first; "
        "/matches lists them, and /board CODE shows one."
    ),
    "no.too_fast": {
        "one": "That was a lot at once. Wait {count} second, please.",
        "other": "That was a lot at once. Wait {count} seconds, please.",
    },
}
