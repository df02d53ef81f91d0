"""Quick match (快速匹配): matchmaking tickets, and the tables formed from them."""
