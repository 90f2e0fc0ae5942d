"""The HTTP API routes, with one module per resource."""
