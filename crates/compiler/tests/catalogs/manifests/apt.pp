class { 'apt':
  update => { 'frequency' => 'daily', 'loglevel' => 'debug' },
  purge  => { 'sources.list' => true, 'sources.list.d' => true },
}
apt::source { 'example':
  comment  => 'our own packages',
  location => 'https://packages.example.com/debian',
  release  => 'bookworm',
  repos    => 'main contrib',
  pin      => 900,
  include  => { 'src' => true, 'deb' => true },
}
apt::pin { 'backports': packages => 'nginx', priority => 500, release => 'bookworm-backports' }
apt::setting { 'conf-local': content => "APT::Install-Recommends \"0\";\n", priority => 60 }
apt::conf { 'unattended': priority => 50, content => "Unattended-Upgrade::Mail \"root\";\n" }
