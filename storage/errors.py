"""What a store can complain about."""


class StoreError(Exception):
    """Parent of all of them."""


class VersionConflict(StoreError):
    """Another event was stored at this version of the match first; nothing of the change was kept."""


class PressedBefore(StoreError):
    """This press has counted already; nothing of the change was kept."""


class UnusableDatabase(StoreError):
    """The database cannot be used, and why, in words for the host: from a newer version, or taken."""
