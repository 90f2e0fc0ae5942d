"""The application service that connects the front ends to the lower layers."""
