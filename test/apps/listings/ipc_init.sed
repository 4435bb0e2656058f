# Nothing is left to words.
