"""Extract a command's texts for Babel: texts marked as everywhere in Python, plus the help of click's commands and options.

@click.option("--seed", help="Random seed, for reproducible games.")
def command(…):
    \"\"\"Play a game.            the first paragraph is what lists of commands show

    Further paragraphs.         one message each
    \"\"\"
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import IO, Any

from babel.messages.extract import extract_python

AS_IT_IS, DATA = "\b", '{"'  # how these paragraphs begin, and a mark of paragraphs about JSON

OF_CLICK = (
    *("Usage:", "Options", "Commands", "Show this message and exit.", "default: {default}", "required"),
    *("Missing argument", "Missing option", "Missing command.", "file", "directory"),
    *("No such option {name!r}.", "No such command {name!r}.", "Option {name!r} does not take a value."),
    *("Invalid value for {param_hint}: {message}", "Invalid value: {message}"),
    *("{value!r} is not a valid {number_type}.", "{value} is not in the range {range}."),
    *("{name} {filename!r} does not exist.", "{name} {filename!r} is a file.", "{name} {filename!r} is a directory."),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
)
"""Texts of click that users of our commands see; click translates them with gettext."""


def extract(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the texts of a module with commands."""
    yield from extract_python(file, keywords, comment_tags, options)
    file.seek(0)
    tree = ast.parse(file.read())
    for line, text in _helps(tree):
        for paragraph in text.split("\n\n"):
            if not paragraph.startswith(AS_IT_IS) and DATA not in paragraph:
                yield line, "tr", " ".join(paragraph.split()), []


def _helps(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("help", "epilog"):
            if isinstance(node.value, ast.Constant):
                yield node.value.lineno, str(node.value.value)
            else:
                assert node.arg == "epilog", f"line {node.value.lineno}: help is a text without values"
        elif isinstance(node, ast.FunctionDef) and any(map(_makes_a_command, node.decorator_list)):
            yield node.lineno, ast.get_docstring(node) or ""


def _makes_a_command(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in ("command", "group")
    )
