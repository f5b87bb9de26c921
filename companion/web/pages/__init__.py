"""Pages for a table with phones: what everybody may see, what one seat may see and say, and the owner's."""
