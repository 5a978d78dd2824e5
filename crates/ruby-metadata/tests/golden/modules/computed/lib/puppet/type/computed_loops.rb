# Attributes that loops make.
module Computed
  SETTINGS = { speed: 'How fast.', 'weight' => 'How heavy.' }.freeze
end
WORDS = %w[alpha beta].freeze

Puppet::Type.newtype(:computed_loops) do
  ensurable
  newparam(:name)

  [:one, :two].each { |name| newproperty(name) }
  WORDS.map(&:to_sym).each do |word|
    newparam(word) do
      desc "The #{word}."
    end
  end
  Computed::SETTINGS.each do |name, text|
    newproperty(name.to_sym) { desc text }
  end
  (WORDS + ['gamma']).each_with_index do |word, _place|
    newproperty(:"#{word}_property")
  end
  local = %i[left right]
  local.each { |side| newproperty(side) }
  [[:deep, true], [:shallow, false]].each { |name, _| newparam(name) }
end
