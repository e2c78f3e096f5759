"""Discord: commands and presses arrive over its gateway or a URL, boards are sent as Components V2."""
