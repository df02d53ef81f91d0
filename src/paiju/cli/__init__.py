"""The command line, ``paiju …``. Each command is a module, which is imported only when the command runs."""
