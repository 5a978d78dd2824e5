staging::file { 'x.tar.gz': source => 'http://example.com/x.tar.gz' }
staging::extract { 'x.tar.gz': target => '/opt/x' }
openssl::certificate::x509 { 'foo': country => 'CH', organization => 'Example', commonname => 'x.example.com', altnames => ['a.example.com', 'b.example.com'], state => 'Here', locality => 'M', email => 'a@b.c', days => 100 }
kmod::load { 'mod_a': }
kmod::blacklist { 'b': }
alternatives { 'editor': path => '/usr/bin/vim.tiny' }
ssh_keygen { 'deploy': }
class { 'etcd': listen_client_urls => 'http://0.0.0.0:2379', initial_cluster => ['a=http://a:2380', 'b=http://b:2380'] }
class { 'sssd': domains => { 'example.com' => { 'id_provider' => 'ldap', 'ldap_uri' => 'x' } }, services => ['nss', 'pam'] }
class { 'rabbitmq': default_user => 'x', default_pass => 'y', config_variables => { 'hipe_compile' => true, 'frame_max' => 131072 }, environment_variables => { 'NODENAME' => 'n' }, cluster_nodes => ['a', 'b'], config_cluster => true, erlang_cookie => 'z', wipe_db_on_cookie_change => true, ssl => true, ssl_cacert => '/a', ssl_cert => '/b', ssl_key => '/c' }
file { '/x': content => seeded_rand(100, 'x') }
