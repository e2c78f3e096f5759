"""The platforms: each adapter shows screens and hands in requests, whatever they are about."""
