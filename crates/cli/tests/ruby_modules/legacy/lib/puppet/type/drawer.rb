# A legacy type: values that are checked and changed on the way in, properties that compare and speak for
# themselves, defaults, automatic relations, a refresh, resources that it brings along.
Puppet::Type.newtype(:drawer) do
  @doc = 'A drawer of a desk, kept as a file.'

  ensurable do
    desc 'Whether there is such a drawer.'
    defaultvalues
    defaultto :present
  end

  newparam(:name, namevar: true) do
    desc 'What is written on it.'
    munge { |value| value.downcase }
    validate { |value| raise ArgumentError, "'#{value}' is no name of a drawer" if value.include?('/') }
  end

  newparam(:key) do
    desc 'What opens it.'
  end

  newparam(:brings) do
    desc 'Names of drawers that come with it.'
    munge { |value| Array(value) }
  end

  newproperty(:colour) do
    desc 'Its colour.'
    newvalues(:red, :green, /\Alight/)
    aliasvalue(:crimson, :red)
    defaultto :green
  end

  newproperty(:depth) do
    desc 'How deep it is, in millimetres.'
    munge { |value| Integer(value) }
    def is_to_s(value)
      "#{value} mm"
    end

    def should_to_s(value)
      "#{value} mm"
    end
  end

  newproperty(:content, array_matching: :all) do
    desc 'What lies in it, in any order.'
    def insync?(is)
      is.is_a?(Array) && is.sort == should.sort
    end

    def change_to_s(is, should)
      "put in #{(should - Array(is)).inspect}, taken out #{(Array(is) - should - [:absent]).inspect}"
    end
  end

  newproperty(:secret) do
    desc 'What nobody may see.'
  end

  newproperty(:stuck) do
    desc 'Fails when it is changed.'
  end

  autorequire(:drawer) { self[:key] }
  autorequire(:notify) { ["opens #{self[:name]}"] }

  validate do
    raise Puppet::Error, 'a red drawer has no key' if self[:colour] == :red && self[:key]
  end

  def refresh
    provider.oil
  end

  def generate
    Array(self[:brings]).map { |name| Puppet::Type.type(:drawer).new(name: name, ensure: self[:ensure]) }
  end
end
