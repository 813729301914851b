// Nothing is called here: what is linked acts when it is loaded.
