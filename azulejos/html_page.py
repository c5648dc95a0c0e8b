"""Standalone HTML files: one page without anything to load. Reports are pages with a title and sections."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""

REPORT_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
p.about { opacity: .7; margin-top: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid #8885; }
"""


def html_page(title: str, body: str, style: str, language: str = "en") -> str:
    """Return a page; the body is HTML, the title is not."""
    return PAGE.format(language=language, title=escape(title), style=style, body=body)


def html_report(title: str, about: str, sections: Iterable[tuple[str, str]], style: str, language: str = "en") -> str:
    """Return a report. A section is a heading, which may be empty, and HTML."""
    parts = (f"<h2>{escape(head)}</h2>\n{part}" if head else part for head, part in sections)
    body = "\n".join([f'<h1>{escape(title)}</h1>\n<p class="about">{escape(about)}</p>', *parts])
    return html_page(title, body, REPORT_STYLE + style, language)
