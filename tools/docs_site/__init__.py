"""The build of the documentation site, from staging the pages to running Zensical."""
