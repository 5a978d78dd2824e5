class { 'mongodb::server': port => 27018, verbose => true, bind_ip => ['127.0.0.1', '10.0.0.1'], auth => true, smallfiles => true }
mongodb::db { 'testdb': user => 'u', password_hash => mongodb_password('u', 'p') }
