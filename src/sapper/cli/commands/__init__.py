"""The `sapper` commands, one per module."""
