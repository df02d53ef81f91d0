"""Quick match 快速匹配: tickets, and the tables made of them."""
