"""The face of the program: the command line and its reports."""
