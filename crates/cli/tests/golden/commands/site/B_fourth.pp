notify { "B": }
