class { 'redis': bind => '10.0.0.1', port => 6380, requirepass => 'secret', maxmemory => '512mb', maxmemory_policy => 'allkeys-lru', save_db_to_disk => false }
