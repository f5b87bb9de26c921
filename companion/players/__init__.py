"""Bots: how they answer questions, and how they press keys like people."""
