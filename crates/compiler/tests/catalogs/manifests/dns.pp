class { 'dns': forwarders => ['8.8.8.8'], recursion => 'yes', allow_recursion => ['localnets'], acls => { 'trusted' => ['10.0.0.0/8'] }, controls => { '127.0.0.1' => { 'port' => 953, 'allowed_addresses' => ['127.0.0.1'], 'keys' => ['rndc-key'] } } }
dns::zone { 'example.com': soa => 'ns1.example.com', soaip => '192.0.2.1', contact => 'hostmaster.example.com' }
dns::zone { '2.0.192.in-addr.arpa': soa => 'ns1.example.com', reverse => true }
dns::key { 'dns-key': }
