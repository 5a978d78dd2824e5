concat { '/etc/motd': ensure => present, owner => 'root', mode => '0644', order => 'numeric' }
concat::fragment { 'header': target => '/etc/motd', content => "Welcome\n", order => '01' }
concat::fragment { 'footer': target => '/etc/motd', source => 'puppet:///modules/site/footer', order => 99 }
['one', 'two'].each |$index, $word| {
  concat::fragment { "part ${word}": target => '/etc/motd', content => "${index}: ${word}\n", order => 10 + $index }
}
