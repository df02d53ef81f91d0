"""Feature encoding for Dou Dizhu."""
