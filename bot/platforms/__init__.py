"""The platforms: each adapter shows screens and passes on requests, for every game alike."""
