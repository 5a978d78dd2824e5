include filebeat
filebeat::input { 'syslogs': paths => ['/var/log/auth.log', '/var/log/syslog'], doc_type => 'syslog-beat', fields => { 'a' => 1 } }
