"""The training of the model that reads pictures, on boards drawn by these modules."""
