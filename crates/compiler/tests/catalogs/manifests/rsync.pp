class { 'rsync::server': use_xinetd => false, gid => 'nogroup' }
rsync::server::module { 'repo': path => '/srv/repo', comment => 'our repository', hosts_allow => ['192.0.2.0/24'], read_only => 'yes' }
rsync::get { '/srv/mirror': source => 'rsync://mirror.example.com/debian/', require => File['/srv'], purge => true, times => true }
file { '/srv': ensure => directory }
