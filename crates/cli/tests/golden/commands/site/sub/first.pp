notify { "sub": }
