class { 'stdlib': }
file_line { 'sudo rule': path => '/etc/sudoers', line => '%admin ALL=(ALL) ALL', match => '^%admin' }
$merged = merge({ 'a' => 1 }, { 'b' => 2 })
notify { 'functions':
  message => [
    $merged, pick(undef, '', 'x'), any2array('a'), concat([1], [2, 3], 4), unique([1, 1, 2]), prefix(['a', 'b'], 'p'),
    join_keys_to_values({ 'k' => 'v' }, '='), dirname('/etc/motd'), basename('/etc/motd.d', '.d'), member(['a', 'b'], 'a'),
    range(1, 3), delete(['a', 'b', 'a'], 'a'), deep_merge({ 'a' => { 'b' => 1 } }, { 'a' => { 'c' => 2 } }),
    bool2str(true, 'yes', 'no'), str2bool('yes'), zip([1, 2], [3, 4]), intersection([1, 2], [2, 3]), union([1], [2]),
    difference([1, 2, 3], [2]), reverse([1, 2]), suffix(['a'], 's'), delete_undef_values([1, undef, 2]), pick_default('', 'z'),
  ],
}
ensure_packages(['curl', 'wget'], { 'ensure' => 'present' })
ensure_resource('user', 'deploy', { 'ensure' => 'present', 'uid' => 2000 })
