"""The application: runs the tables and services of a card room.

A change is stored before any client receives it, and each client receives only what it may see.
"""
