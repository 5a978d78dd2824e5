# What providers do to the process around them, and values that no catalog can have.
provider = File.join(MODULES, 'hostile/lib/puppet/provider')
deeds = File.read("#{provider}/hostile/hostile.rb").scan(/def deed_(\w+)/).flatten
values = File.read("#{provider}/odd/odd.rb").scan(/^    '(\w+)' =>/).flatten
cases = {}
deeds.each do |deed|
  name = deed.tr('_', ' ')
  cases["set: #{name}"] = { apply: "hostile { '#{deed}': } -> notify { 'after it': } notify { 'beside it': }" }
  cases["get: #{name}"] = { run: %w[resource hostile], before: { 'deed' => deed } }
end
values.each do |value|
  name = value.tr('_', ' ')
  before = { 'value' => value }
  cases["list: #{name}"] = { run: %w[resource odd], before: before }
  cases["one: #{name}"] = { run: ['resource', 'odd', value, 'value=other', 'number=3', 'list=a'], before: before }
  cases["change: #{name}"] = { before: before, runs: [
    { apply: "odd { '#{value}': text => 'new' }" },
    { apply: "odd { '#{value}': value => 'x', list => ['a'], map => { 'k' => 1 }, number => 5 }" },
  ] }
end
{
  'date' => '2020-02-29', 'range' => '1..3', 'symbol' => 'symbol', 'bignum' => 1, 'time' => '1970-01-01 00:00:00 UTC',
}.each do |name, same|
  cases["same text: #{name}"] = { apply: "odd { '#{name}': value => #{same.inspect} }", before: { 'value' => name } }
end
cases['list: all'] = { run: %w[resource odd --debug] }
cases
