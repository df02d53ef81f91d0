"""The outside world behind the interfaces of ``app``: the database, the clock, the threads that think."""
