"""Discord: commands and presses come in by its gateway, boards go out as Components V2."""
