"""Coins: wallets, bookings and the audit over them."""
