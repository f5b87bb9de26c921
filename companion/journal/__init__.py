"""Games on disk: append, read, recover."""
