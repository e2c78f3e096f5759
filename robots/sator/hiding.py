"""How often each set-up of Sator is chosen; printed by `python -m tools.sator_setups`."""

SHARES = (
    (0.009, 0.110, 0.037, 0.044, 0.319, 0.005, 0.037, 0.319, 0.110, 0.009),
    (0.058, 0.040, 0.111, 0.056, 0.216, 0.094, 0.111, 0.216, 0.040, 0.058),
)
"""By seat, in the order of `hides()`: a b, a c … d e."""
VALUE = 0.698
"""Black's chance when both hide so, in matches that look two plies ahead."""
