class mod::sub($p) { notice($p) }
