include haproxy
haproxy::listen { 'web': ipaddress => '192.0.2.10', ports => '80', mode => 'http', options => { 'option' => ['httplog'], 'balance' => 'roundrobin' } }
haproxy::balancermember { 'web1': listening_service => 'web', server_names => 'web1', ipaddresses => '10.0.0.1', ports => '8080', options => 'check' }
