# Attributes that methods of the type make.
module ComputedShared
  def common_parameters(prefix = 'common')
    newparam(:"#{prefix}_timeout")
    newparam(:"#{prefix}_retries")
  end
end

Puppet::Type.newtype(:computed_helpers) do
  extend ComputedShared

  def self.newcheck(name, options = {}, &block)
    @checks ||= {}
    check = newparam(name, options, &block)
    @checks[name] = check
  end

  class << self
    def switches(*names)
      names.each { |name| newproperty(name) { newvalues(:on, :off) } }
    end
  end

  newparam(:name, namevar: true)
  newcheck(:creates) { desc 'What it creates.' }
  newcheck(:unless)
  switches :power, :light
  common_parameters
  common_parameters('special')
end
