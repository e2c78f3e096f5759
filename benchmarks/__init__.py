"""What is fast, measured as ratios side by side in one run."""
