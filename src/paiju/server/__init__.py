"""The card room: tables, their log, the HTTP API and the WebSocket protocol.

``domain`` is pure: it defines what a table is and what a command does to it. ``wire`` holds the messages. ``app`` runs the
tables and defines the interfaces that it needs; ``adapters`` implement them. ``http`` and ``ws`` serve clients. ``main`` joins
the parts. Imports point in that direction only; ``pyproject.toml`` enforces it.
"""
