# All is as it was printed.
