"""The commands of `judge`, one module a subject; each is a thin layer over one library call.

In comes a command line, parsed by typer; out come the calls that answer it. Every module has `register`, which adds its commands; what answers them is
imported when they run, so that help is quick.
"""
