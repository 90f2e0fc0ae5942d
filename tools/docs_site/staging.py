"""The staged source of the site in build/docs, including its generated parts."""

import shutil
from pathlib import Path

import nbformat
from nbconvert import MarkdownExporter

from tools.docs_site.links import rewrite_links
from tools.docs_site.reference import fill_markers

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
STAGE = ROOT / "build" / "docs"
ROOT_PAGES = {
    "README.md": "readme.md",
    "BENCHMARKS.md": "benchmarks.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
"""The pages at the root of the repository, with their paths on the site."""
ASSETS = {
    "src/sapper/web/static/icon.svg": "images/icon.svg",
    "node_modules/iframe-worker/shim/index.js": "javascripts/iframe-worker.js",
}
"""Files from elsewhere in the repository, with their paths on the site."""
_LANGUAGES = {".py": "python", ".cpp": "cpp", ".hpp": "cpp", ".js": "javascript", ".toml": "toml"}


class Stage:
    """A folder that receives the source of the site."""

    def __init__(self, folder: Path = STAGE) -> None:
        """Remove the previous contents of the folder."""
        self.folder = folder
        self._listings: set[str] = set()
        shutil.rmtree(folder, ignore_errors=True)

    def fill(self) -> None:
        """Write all pages and assets."""
        shutil.copytree(DOCS, self.folder)
        for source, target in ASSETS.items():
            self._copy(ROOT / source, target)
        for page in DOCS.rglob("*.md"):
            self._write_page(page.relative_to(ROOT).as_posix())
        for page in ROOT_PAGES:
            self._write_page(page)
        for notebook in DOCS.rglob("*.ipynb"):
            self._write_notebook(notebook)
        for path in sorted(self._listings):
            self._write_listing(path)

    def locate(self, path: str) -> str:
        """Return the site path of a repository file; a source file also gets a listing."""
        if path in ROOT_PAGES:
            return ROOT_PAGES[path]
        if path.startswith("docs/"):
            path = path.removeprefix("docs/")
            return path.replace(".ipynb", ".md")
        if (ROOT / path).is_file():
            self._listings.add(path)
        return f"source/{path}.md"

    def _write_page(self, page: str) -> None:
        text = fill_markers((ROOT / page).read_text(encoding="utf-8"))
        target = self.locate(page)
        self._write(target, rewrite_links(text, page, target, self.locate))

    def _write_notebook(self, path: Path) -> None:
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata["language_info"] = {"name": "python"}  # the language of code cells
        target = self.locate(path.relative_to(ROOT).as_posix())
        pictures = f"{path.stem}_files"
        text, resources = MarkdownExporter().from_notebook_node(
            notebook, resources={"output_files_dir": pictures, "unique_key": path.stem}
        )
        for name, content in resources["outputs"].items():
            (self.folder / target).parent.joinpath(pictures).mkdir(exist_ok=True)
            (self.folder / target).parent.joinpath(name).write_bytes(content)
        self._write(target, text.replace('<table border="1" class="dataframe">', "<table>"))

    def _write_listing(self, path: str) -> None:
        code = (ROOT / path).read_text(encoding="utf-8")
        language = _LANGUAGES.get(Path(path).suffix, "text")
        self._write(f"source/{path}.md", f"# {path}\n\n````{language}\n{code}````\n")

    def _write(self, target: str, text: str) -> None:
        (self.folder / target).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / target).write_text(text, encoding="utf-8")

    def _copy(self, source: Path, target: str) -> None:
        (self.folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, self.folder / target)
