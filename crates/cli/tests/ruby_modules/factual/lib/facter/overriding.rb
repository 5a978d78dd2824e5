# Facts that Facter has itself: those with a weight count more.
Facter.add(:timezone) do
  setcode { 'without a weight' }
end

Facter.add(:virtual) do
  has_weight 100
  setcode { 'a puppet theatre' }
end

Facter.add(:is_virtual) do
  confine kernel: 'Linux'
  setcode { 'confined' }
end
