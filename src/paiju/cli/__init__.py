"""The command line, ``paiju …``. Each command is a module that is imported on first use."""
