"""Servers on 127.0.0.1 that speak the platforms' real wire protocols and refuse what they refuse."""
