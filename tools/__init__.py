"""What is run by hand or for the documents; not installed."""
