"""The progress bar of every long command: count, rate, time left; on stderr."""

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        """Items a second, once there is one."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def progress_bar(quiet: bool = False) -> Progress:
    """A bar to use in a ``with`` block; ``quiet`` draws nothing."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=quiet,
    )
