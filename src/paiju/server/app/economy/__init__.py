"""Coins: wallets, bookings, limits, and the audit."""
