"""Compiles the rules, every `X.py` with an `X.pxd` beside it, and the translations. All else is in `pyproject.toml`.

Compiling the rules is never needed: without a C compiler, or with `AZULEJOS_PURE=1`, the same `.py` runs as it is.
`AZULEJOS_MARCH=native` compiles for the processor of this machine.
"""

import os
import platform
import re
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

TWINS = tuple(
    sorted(
        path.with_suffix(".py").as_posix()
        for path in Path("azulejos").rglob("*.pxd")
        if re.match("# The (C )?twins? of ", path.read_text(encoding="utf-8"))
    )
)
"""Never compiled: the `.pxd` says the same once more in C (inline functions, constants), for others to `cimport`. Its first
line says so."""

WORK = "build/cython"

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the C types are the `.pxd`'s, Python's annotations are for people and mypy
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


def flags() -> list[str]:
    # As arguments of the extension: the variable CFLAGS would replace Python's own flags (-fwrapv is one).
    if sys.platform == "win32":
        return []
    march = os.environ.get("AZULEJOS_MARCH")
    if march:
        return ["-O3", "-g0", f"-march={march}"]
    return ["-O3", "-g0", *(["-mpopcnt"] if platform.machine() == "x86_64" else [])]


def extensions() -> list[Extension]:
    if os.environ.get("AZULEJOS_PURE", "0") not in ("", "0"):
        return []
    pairs = sorted(path.with_suffix(".py") for path in Path("azulejos").rglob("*.pxd"))
    sources = [path.as_posix() for path in pairs if path.exists() and path.as_posix() not in TWINS]
    if not sources:
        return []
    from Cython.Build import cythonize

    modules = [
        Extension(source.removesuffix(".py").replace("/", "."), [source], extra_compile_args=flags()) for source in sources
    ]
    modules = cythonize(modules, build_dir=WORK, compiler_directives=DIRECTIVES, force=a_twin_changed(sources))
    for module in modules:
        module.optional = True  # `cythonize` forgets it
    return modules


def a_twin_changed(sources: list[str]) -> bool:
    """Whether a twin is newer than what uses it: Cython does not see through `from package cimport twin`."""
    newest = max(Path(twin).with_suffix(".pxd").stat().st_mtime for twin in TWINS)
    made = [Path(WORK, source).with_suffix(".c") for source in sources]
    return any(c.exists() and c.stat().st_mtime < newest for c in made)


class Build(build_ext):
    """Compiles all, or nothing where that fails: a compiled class can't have an uncompiled base."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()
        # Nothing notices that the flags are not those of the last build, so a build for others starts afresh.
        self.force = self.force or not self.inplace

    def build_extensions(self) -> None:
        self.failed: list[str] = []
        super().build_extensions()
        if self.failed:
            for ext in self.extensions:
                Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)
            print(f"azulejos was not compiled ({', '.join(self.failed)} failed): it will run, slowly", file=sys.stderr)

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except (CCompilerError, BaseError) as error:
            print(error, file=sys.stderr)
            self.failed.append(ext.name)

    def copy_extensions_to_source(self) -> None:
        for ext in self.extensions:  # what is no longer built must not stay in place of the newer `.py`
            Path(self.get_ext_filename(ext.name)).unlink(missing_ok=True)
        super().copy_extensions_to_source()


class BuildPython(build_py):
    """Makes the catalogues of all languages, which are then files of the package like others."""

    def run(self) -> None:
        runpy.run_path("azulejos/language/messages.py")["compile_all"](Path("azulejos"))
        super().run()


setup(ext_modules=extensions(), cmdclass={"build_ext": Build, "build_py": BuildPython})
