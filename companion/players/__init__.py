"""Players who are not there: bots that answer questions, and how they press keys like people."""
