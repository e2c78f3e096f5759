"""Telegram: receives updates by long polling or webhook, sends boards as photos with captions and buttons."""
