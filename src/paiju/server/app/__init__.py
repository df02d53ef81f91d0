"""Tables put to work: kept in memory, written down before anyone hears of a change, shown to each client as it may see."""
