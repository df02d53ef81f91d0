"""The card room: tables, their log, the HTTP API and the WebSocket protocol.

``domain`` is pure (what a table is and what a command does to it), ``app`` runs tables, ``adapters`` hold the store and
the clock, ``http`` and ``ws`` talk to the world, and ``main`` is the only place where the parts are joined.
"""
