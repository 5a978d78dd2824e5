class { 'postfix': inet_interfaces => 'localhost', relayhost => 'mail.example.com', root_mail_recipient => 'admin@example.com' }
postfix::config { 'smtp_tls_security_level': value => 'may' }
