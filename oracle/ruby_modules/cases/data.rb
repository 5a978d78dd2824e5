# Functions in Ruby that give data.
layer = lambda do |entry|
  { 'hiera.yaml' => "version: 5\nhierarchy:\n  - name: one\n#{entry.lines.map { |line| "    #{line}" }.join}\n",
    'data/vault.txt' => "plain: a value\nnamed: on %{facts.kernel}\nbroken: sealed\n" }
end
by_key = layer["lookup_key: vaulted::by_key\npath: vault.txt\ndatadir: data"]
options = %w[--hiera_config %D/hiera.yaml]
{
  'by its key' => { before: by_key, apply: "notice(lookup('plain'))", options: options },
  'interpolated' => { before: by_key, apply: "notice(lookup('named'))", options: options },
  'twice' => { before: by_key, apply: "notice(lookup('plain'), lookup('plain'), lookup('named'))", options: options },
  'not found' => { before: by_key, apply: "notice(lookup('nothing', default_value => 'other'))", options: options },
  'not found at all' => { before: by_key, apply: "notice(lookup('nothing'))", options: options },
  'refused' => { before: by_key, apply: "notice(lookup('broken'))", options: options },
  'a secret' => { before: layer["lookup_key: vaulted::by_key\npath: vault.txt\ndatadir: data\noptions:\n  secret: true"],
                  apply: "$x = lookup('plain') notice($x) notice($x.unwrap.length)", options: options },
  'a parameter of a class' => { before: by_key.merge('data/vault.txt' => "c::p: from the vault\n"),
                                apply: 'class c($p) { notice($p) } include c', options: options },
  'all at once' => { before: layer['data_hash: vaulted::all'], apply: "notice(lookup('all')) notice(lookup('given'))", options: options },
  'with options' => { before: layer["data_hash: vaulted::all\noptions:\n  size: 3"], apply: "notice(lookup('given'))", options: options },
  'digging' => { before: layer['data_dig: vaulted::deep'], apply: "notice(lookup('tree.a.b')) notice(lookup('tree'))", options: options },
  'digging for nothing' => { before: layer['data_dig: vaulted::deep'], apply: "notice(lookup('bush.a', default_value => 'none'))", options: options }
}
