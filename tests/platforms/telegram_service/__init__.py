"""The rooms behind `telegram_server`: a world of people and chats, methods, updates, limits, faults."""
