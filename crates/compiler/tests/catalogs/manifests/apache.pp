class { 'apache': default_vhost => false, mpm_module => 'prefork', server_signature => 'Off' }
include apache::mod::rewrite
include apache::mod::ssl
class { 'apache::mod::status': extended_status => 'On' }
apache::vhost { 'www.example.com':
  port          => 443,
  docroot       => '/var/www/example',
  ssl           => true,
  ssl_cert      => '/etc/ssl/certs/example.pem',
  ssl_key       => '/etc/ssl/private/example.key',
  serveraliases => ['example.com'],
  directories   => [{ 'path' => '/var/www/example', 'options' => ['FollowSymLinks'], 'allow_override' => ['None'] }],
  rewrites      => [{ 'rewrite_rule' => ['^/old /new [R=301,L]'] }],
}
