# What the page lost.
s|^goto fail;$|& }|
