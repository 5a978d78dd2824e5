notify { "10": }
