"""What happened, remembered: the event log and its read models."""
