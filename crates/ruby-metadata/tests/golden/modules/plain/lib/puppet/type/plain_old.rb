# The forms of old modules: hash rockets, blocks that say what is a namevar, values and checks.
require 'puppet/parameter/boolean'

module Puppet
  Type.newtype(:plain_old) do
    @doc = "A type of the old days."

    feature :purgeable, 'Can be purged.', :methods => [:purge]
    feature :holdable, 'Can be held.'

    ensurable do
      newvalue(:present) { provider.create }
      newvalue(:absent) { provider.destroy }
      defaultto :present
    end

    newparam(:path) do
      desc 'Where it is.'
      isnamevar
      validate { |value| raise ArgumentError, 'must be absolute' unless value.start_with?('/') }
      munge do |value|
        value.chomp('/')
      end
    end

    newparam('force', :boolean => true, :parent => Puppet::Parameter::Boolean)
    newproperty :owner do
      newvalues(/^\w+$/, :absent)
    end
    newproperty(:members, :array_matching => :all)

    autorequire(:file) { self[:path] }

    def refresh
      provider.refresh
    end

    validate do
      raise Puppet::Error, 'no owner' if self[:owner].nil?
    end
  end
end
