include systemd
systemd::unit_file { 'app.service': content => "[Service]\nExecStart=/usr/bin/app\n", enable => true, active => true }
systemd::dropin_file { 'limits.conf': unit => 'app.service', content => "[Service]\nLimitNOFILE=9999\n" }
