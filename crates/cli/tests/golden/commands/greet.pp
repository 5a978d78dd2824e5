class { 'greeting': name_of => 'World' }
greeting::line { 'one': words => ['a', 'b'] }
notice(greeting::loud('x'))
