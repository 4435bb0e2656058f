# What the page lost, and what the listing says in words.
s|^goto fail;$|& }|
