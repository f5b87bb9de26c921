"""The box in a browser: the twin's page (`twin`), and pages for tablets, phones and the owner (`pages`).

Importing this package costs nothing.
"""
