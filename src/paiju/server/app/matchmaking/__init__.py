"""Quick match 快速匹配: tickets, and the tables formed from them."""
