# Fills in templates that need more than a few words of Ruby.
class moulds($servers = [{ 'name' => 'b', 'port' => 2 }, { 'name' => 'a', 'port' => 1 }], $label = 'front', $empty = undef) {
  notice(template('moulds/servers.erb'))
}
