"""Tables at work. A change is written down before anybody hears of it, and each client is shown what it may see."""
