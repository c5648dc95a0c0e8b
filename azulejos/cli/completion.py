"""`azulejos completion`: shell completion."""

from __future__ import annotations

import click

from azulejos.cli.help import examples


@click.command(
    "completion",
    epilog=examples(
        "azulejos completion bash >> ~/.bashrc",
        "azulejos completion zsh >> ~/.zshrc",
        "azulejos completion fish > ~/.config/fish/completions/azulejos.fish",
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print a shell completion script.

    It completes commands, options, games and bots.
    """
    from click.shell_completion import get_completion_class

    from azulejos.cli import COMPLETE, group

    kind = get_completion_class(shell)
    assert kind is not None
    completion = kind(group, {}, "azulejos", COMPLETE)
    # Not `source()`, which fails if bash is too old: the script may be for another machine.
    click.echo(completion.source_template % completion.source_vars())
