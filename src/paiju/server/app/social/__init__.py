"""Follows, blocks, invitations, and who is online."""
