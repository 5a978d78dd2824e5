notify { "bom": }
