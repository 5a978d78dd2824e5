node 'web1', /^db\d+$/ { notify { "node ${trusted['certname']}": } }
node default { notify { 'default': } }
