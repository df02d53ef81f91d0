"""Feature encoding for Gunzi."""
