"""The web chat's rooms behind the adapter, and the page it serves."""
