"""How an unexpected error is described in the log.

Messages of errors are left out. They often quote values (a decision, an outcome, a seed, a row of
the database), and hidden information must not get into a log.
"""

from traceback import format_tb


def outline(error: BaseException) -> str:
    """The types and tracebacks of an error and of its causes, the first cause first."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = f"{outline(cause)}\nwhich led to\n" if cause is not None else ""
    parts = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    own = "".join(format_tb(error.__traceback__)) + kind
    return before + "\n".join([own, *map(outline, parts)])
