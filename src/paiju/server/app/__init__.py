"""Running tables. A change is stored before any client receives it, and each client receives only what it may see."""
