"""What a person may ask about their accounts, and about what is kept of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkAccounts:
    """Make one player of two accounts: give a code, or take the one that the other account was given."""

    code: str | None


@dataclass(frozen=True, slots=True)
class UnlinkAccount:
    """Make a player of its own of an account of mine."""

    platform: str | None
    """Where the account is; None: ask which."""


@dataclass(frozen=True, slots=True)
class ShowPrivacy:
    """What is kept about people?"""


@dataclass(frozen=True, slots=True)
class ShowMyData:
    """Send a copy of what is kept about whoever asks, to them alone."""


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Delete what is kept about me; asked once more before it counts."""

    sure: bool


AccountRequest = LinkAccounts | UnlinkAccount | ShowPrivacy | ShowMyData | ForgetMe
