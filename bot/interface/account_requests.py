"""What a person may ask about their accounts, and about what is kept of them."""

from __future__ import annotations

from games.frozen import frozen


@frozen
class LinkAccounts:
    """Make one player of two accounts: give a code, or take the one that the other account was given."""

    code: str | None


@frozen
class UnlinkAccount:
    """Make a player of its own of an account of mine."""

    platform: str | None
    """Where the account is; None: ask which."""


@frozen
class ShowPrivacy:
    """What is kept about people?"""


@frozen
class ShowMyData:
    """Send a copy of what is kept about whoever asks, to them alone."""


@frozen
class ForgetMe:
    """Delete what is kept about me; asked once more before it counts."""

    sure: bool


AccountRequest = LinkAccounts | UnlinkAccount | ShowPrivacy | ShowMyData | ForgetMe
