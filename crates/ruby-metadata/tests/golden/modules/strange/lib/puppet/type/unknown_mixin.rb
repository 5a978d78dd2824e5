require_relative '../../strange_mixin'

Puppet::Type.newtype(:unknown_mixin) do
  extend StrangeMixin
  newparam(:name)
  add_strange_things
end
