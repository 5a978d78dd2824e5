vcsrepo { '/srv/app': ensure => latest, provider => git, source => 'https://git.example.com/app.git', revision => 'main', user => 'deploy', require => Package['git'] }
package { 'git': ensure => installed }
