{ name => 'file', count => 1 }
