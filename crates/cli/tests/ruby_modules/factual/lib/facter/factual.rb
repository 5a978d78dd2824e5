# Facts in the forms that modules use.
Facter.add(:factual_plain) do
  setcode { 'a plain value' }
end

Facter.add('factual_command') do
  setcode 'echo said by a command'
end

Facter.add(:factual_nothing) do
  setcode { nil }
end

Facter.add(:factual_confined) do
  confine kernel: 'Linux'
  setcode { 'on Linux' }
end

Facter.add(:factual_elsewhere) do
  confine kernel: 'windows'
  setcode { 'never here' }
end

# The more conditions hold, the more it weighs.
Facter.add(:factual_weighed) do
  setcode { 'none' }
end
Facter.add(:factual_weighed) do
  confine kernel: 'Linux'
  confine { true }
  setcode { 'two conditions' }
end
Facter.add(:factual_weighed) do
  confine :kernel do |value|
    value == 'Linux'
  end
  setcode { 'one condition' }
end

Facter.add(:factual_heavy) do
  confine kernel: 'Linux'
  setcode { 'light' }
end
Facter.add(:factual_heavy) do
  has_weight 50
  setcode { 'heavy' }
end

Facter.add(:factual_structured) do
  setcode do
    { 'list' => [1, 2.5, true, nil], :symbol => :word, 'deep' => { 'er' => 'x' } }
  end
end

Facter.add(:factual_kernel) do
  setcode { "on #{Facter.value(:kernel)} with #{Facter.value('factual_plain')}" }
end

Facter.add(:factual_parts, type: :aggregate) do
  chunk(:one) { { 'a' => { 'b' => 1 } } }
  chunk(:two, require: :one) { |one| { 'a' => { 'c' => one['a']['b'] + 1 } } }
end

Facter.add(:factual_counted, type: :aggregate) do
  chunk(:first) { [1, 2] }
  chunk(:second) { [3] }
  aggregate { |chunks| chunks.values.flatten.length }
end

Facter.add(:Factual_Capital) do
  setcode { 'small in the end' }
end
