notify { "2": }
