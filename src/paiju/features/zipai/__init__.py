"""Feature encoding for Da Zi Pai."""
