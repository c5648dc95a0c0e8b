"""Where `azulejos.session` was up to version 0.1; `Table` is now called `Session`."""

from azulejos.session import Session as Table

__all__ = ["Table"]
