"""The rules, proved: by table, by law, by count and by recorded game."""
