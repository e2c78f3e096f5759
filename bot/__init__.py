"""The bot: it talks. Platforms, screens, challenges, boards."""
