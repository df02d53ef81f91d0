"""The card room: tables, their event logs, the HTTP API and the WebSocket protocol.

- ``domain`` is pure: it defines what a table is and what a command does to it
- ``wire`` has the messages
- ``app`` runs the tables, and defines the interfaces that it needs
- ``adapters`` implement these interfaces
- ``http`` and ``ws`` serve clients
- ``main`` joins the parts

Each package imports only packages named before it; ``pyproject.toml`` enforces this.
"""
