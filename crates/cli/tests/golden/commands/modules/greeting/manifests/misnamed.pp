class greeting::other { }
