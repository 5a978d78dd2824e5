include firewall
firewall { '100 allow http': dport => [80, 443], proto => 'tcp', action => 'accept' }
