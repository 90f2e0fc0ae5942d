"""The documentation site: stages the pages, fills in the generated reference and runs Zensical."""
