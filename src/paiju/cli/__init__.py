"""The command line: ``paiju …``. Each command is a module, read only when it is asked for."""
