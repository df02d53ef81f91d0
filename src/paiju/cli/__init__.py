"""The command line, ``paiju …``.

Each command is a module. The module is imported only when the command runs.
"""
