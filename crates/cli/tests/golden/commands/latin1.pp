notify { "café": }
