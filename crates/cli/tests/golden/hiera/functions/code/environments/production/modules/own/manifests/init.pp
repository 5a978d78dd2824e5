class own($p = 'default') { notice($p) }
