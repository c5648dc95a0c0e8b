"""Compile the rules, every `X.py` with an `X.pxd` next to it, and the translations. Everything else is in `pyproject.toml`.

Compiling the rules is optional: without a C compiler, or with `AZULEJOS_PURE=1`, the same `.py` files run as they are.

A build for x86-64 has two sets of compiled modules, for any such processor and for newer ones; `azulejos/processor.py` chooses
between them. `AZULEJOS_MARCH=native` makes one set instead, for the processor of this machine.
"""

import copy
import os
import re
import runpy
import shutil
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError
from setuptools.modified import newer_group

TWINS = {
    path.stem for path in Path("azulejos").rglob("*.pxd") if re.match("# The (C )?twins? of ", path.read_text(encoding="utf-8"))
}
"""Never compiled: the `.pxd` of these modules has the same code in C, for other modules to `cimport`. Its first line says
so."""

SHARED = "azulejos._cython"
"""Cython's own helper functions, compiled once instead of in every module: a third of the compile time."""

PROBE = Extension("azulejos._cpuid", ["azulejos/_cpuid.c"])

NEWER = "azulejos.x86_64_v3"
"""The folder of the second set, with the same names in it. Keep in step with `azulejos/processor.py` and
`azulejos/_cpuid.c`."""
NEWER_FLAGS = [f"-m{name}" for name in ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt")]
NEWER_FLAGS_MSVC = ["/arch:AVX2", "/D__BMI2__"]  # a macro that other compilers define themselves

CONTRIBUTORS_ONLY = {("azulejos.language", name) for name in ("catalogues", "command", "messages")}
"""Modules that make the translations: part of the source, but not of the installed package."""

WORK = "build/cython"

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # C types come from the `.pxd`; Python's annotations are for people and mypy
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}

MARCH = os.environ.get("AZULEJOS_MARCH")
TWO_SETS = not MARCH and sysconfig.get_platform().endswith(("x86_64", "amd64"))


def extensions() -> list[Extension]:
    """Return all modules to compile, in both sets; the sources are still Python here."""
    if os.environ.get("AZULEJOS_PURE", "0") not in ("", "0"):
        return []
    pairs = sorted(path.with_suffix(".py") for path in Path("azulejos").rglob("*.pxd") if path.stem not in TWINS)
    modules = [Extension(".".join(path.with_suffix("").parts), [path.as_posix()]) for path in pairs if path.exists()]
    newer = [Extension(module.name.replace("azulejos", NEWER, 1), module.sources) for module in modules]
    shared = Extension(SHARED, [SHARED.replace(".", "/") + ".c"])
    return [*modules, shared, *([PROBE, *newer] if TWO_SETS else [])]


def is_newer(module: Extension) -> bool:
    return module.name.startswith(f"{NEWER}.")


def translate(modules: list[Extension]) -> None:
    """Replace the Python sources by C sources, the same for both sets."""
    from Cython.Build import cythonize

    ours = [module for module in modules if module is not PROBE and not is_newer(module)]
    print(f"Translating {len(ours)} modules to C", flush=True)
    made = cythonize(
        ours,
        build_dir=WORK,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        show_all_warnings=False,
        quiet=True,
        force=out_of_date(ours),
    )
    sources = {module.name: module.sources for module in made}
    for module in modules:
        if module is not PROBE:
            module.sources = sources[module.name.replace(NEWER, "azulejos")]


def out_of_date(modules: list[Extension]) -> bool:
    """Return whether a twin or this file is newer than the C sources: Cython does not see through `from package cimport
    twin`."""
    used = [Path(__file__), *(path for path in Path("azulejos").rglob("*.pxd") if path.stem in TWINS)]
    made = [Path(WORK, module.sources[0]).with_suffix(".c") for module in modules]
    oldest = min((c.stat().st_mtime for c in made if c.exists()), default=float("inf"))
    return any(path.stat().st_mtime > oldest for path in used)


class Build(build_ext):
    """Compiles all modules, or none if one fails: a compiled class can't have an uncompiled base."""

    def finalize_options(self) -> None:
        super().finalize_options()
        # setuptools doesn't notice changed flags, so a build with other flags starts from scratch.
        self.force = self.force or not self.inplace

    def build_extensions(self) -> None:
        reason = self.why_not(newer=False)
        if reason is None:
            if TWO_SETS and self.why_not(newer=True) is not None:  # the compiler is too old for it
                self.extensions = [module for module in self.extensions if not is_newer(module) and module is not PROBE]
            translate(self.extensions)
            try:
                self.compile_all()
            except (CCompilerError, BaseError) as error:
                reason = f"the C compiler failed: {error}"
        if reason is not None:
            for module in self.extensions:
                Path(self.get_ext_fullpath(module.name)).unlink(missing_ok=True)
            print(f"azulejos was not compiled, so it will run, but slowly: {reason}", file=sys.stderr, flush=True)

    def compile_all(self) -> None:
        """Compile on all processors, large modules first so that none of them is alone at the end."""
        large_first = sorted(self.extensions, key=lambda module: Path(module.sources[0]).stat().st_size, reverse=True)
        modules = [
            module for module in large_first if self.force or newer_group(module.sources, self.get_ext_fullpath(module.name))
        ]

        def compile_one(number: int, module: Extension) -> None:
            print(f"Compiling {number} of {len(modules)}: {module.name}", flush=True)
            self.build_extension(module)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            running = [pool.submit(compile_one, number, module) for number, module in enumerate(modules, 1)]
            try:
                for one in running:
                    one.result()
            finally:
                pool.shutdown(cancel_futures=True)

    def build_extension(self, ext: Extension) -> None:
        one = copy.copy(self)  # the two sets have the same sources, but not the same object files
        one.build_temp = str(Path(self.build_temp, "newer" if is_newer(ext) else "any"))
        ext.extra_compile_args = self.flags(is_newer(ext))
        super(Build, one).build_extension(ext)

    def flags(self, newer: bool) -> list[str]:
        # As arguments of the extension: the variable CFLAGS would replace Python's own flags (-fwrapv is one).
        if self.compiler.compiler_type == "msvc":
            return NEWER_FLAGS_MSVC if newer else []
        return ["-O3", "-g0", *([f"-march={MARCH}"] if MARCH else NEWER_FLAGS if newer else [])]

    def why_not(self, newer: bool) -> str | None:
        """Return why nothing can be compiled here, found by compiling a tiny file."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "trial.c")
            source.write_text("#include <Python.h>\n", "utf-8")
            try:
                self.compiler.compile([str(source)], folder, extra_postargs=self.flags(newer))
                return None
            except (CCompilerError, BaseError) as error:
                problem = str(error)
        remedy = "on Debian and Ubuntu, run `apt install gcc python3-dev`"
        command = getattr(self.compiler, "compiler_so", [])
        if command and shutil.which(command[0]) is None:
            return f"there is no C compiler ({command[0]}); {remedy}"
        if command and not any(Path(folder, "Python.h").exists() for folder in self.compiler.include_dirs):
            return f"the header files of Python are missing (Python.h); {remedy}"
        return f"the C compiler does not work: {problem}"

    def copy_extensions_to_source(self) -> None:
        for path in Path("azulejos").rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
            path.unlink()  # an old compiled module must not hide the newer `.py`
        for ext in self.extensions:
            Path(self.get_ext_filename(ext.name)).parent.mkdir(parents=True, exist_ok=True)
            ext.optional = True  # nothing to copy where nothing was compiled
        super().copy_extensions_to_source()


class BuildPython(build_py):
    """Compiles the catalogues of all languages into the package."""

    def run(self) -> None:
        runpy.run_path("azulejos/language/catalogues.py")["compile_all"](Path("azulejos"))
        if not self.editable_mode:  # modules of an earlier build that no longer exist would get into the wheel
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if tuple(module[:2]) not in CONTRIBUTORS_ONLY]


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": Build, "build_py": BuildPython})
