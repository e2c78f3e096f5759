"""The platforms: what goes over the wire, and what people see of it."""
