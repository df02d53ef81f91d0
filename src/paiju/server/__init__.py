"""The card room: tables, their log, the HTTP API and the WebSocket protocol.

``domain`` is pure: it says what a table is and what a command does to it. ``wire`` holds the messages. ``app`` runs the
tables and says what the room needs of the world. ``adapters`` give it that; ``http`` and ``ws`` are its two doors. ``main``
joins the parts. Arrows point that way only; ``pyproject.toml`` holds them to it.
"""
