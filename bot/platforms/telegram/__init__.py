"""Telegram: updates come in by long polling or webhook, boards go out as photos with captions and buttons."""
