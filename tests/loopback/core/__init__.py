"""What the loopback servers have in common: time, waiting, requests held back, published descriptions."""
