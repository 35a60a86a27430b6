"""What goes wrong when rules are read, stored or looked up, said in one clear sentence."""


class RulesError(Exception):
    """A request the rules database can't meet; its text is the message users see."""


class NotRulesText(RulesError):
    """The file is no text of the Comprehensive Rules, or not a whole one."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line}: {reason}" if line is not None else reason)


class CutShort(NotRulesText):
    """The file is a text of the Comprehensive Rules that ends before its end."""


class DatabaseProblem(RulesError):
    """The database file can't be used: damaged, of another version, or not writable."""


class NotWritable(DatabaseProblem):
    """The database file can't be written now: no right, no room, or another process at it."""


class UnknownRule(RulesError):
    """No rule, heading or term answers to what was asked; `near` holds what might have been meant."""

    def __init__(self, message: str, near: tuple[str, ...] = ()) -> None:
        self.near = near
        super().__init__(message)
