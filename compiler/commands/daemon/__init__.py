"""`codegen build --daemon`: a process that stays, and builds for every command of a user (docs/watch.md).

The client (`client.py`) imports nothing heavy. It finds the server of its compiler by a socket whose name is a digest
(`address.py`), hands over its output streams, and waits for the exit code. The server (`server.py`) builds nothing
itself: it has a process for each project and command (`hand.py`), forked with the compiler imported, which does what
`driver/resident.py` says. Whatever goes wrong there, the client builds by itself.
"""
