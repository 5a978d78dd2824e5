# frozen_string_literal: true

require 'puppet/parameter/boolean'

Puppet::Type.newtype(:plain_new) do
  desc <<~DESC
    A type of today, with a name that is not called so.
  DESC

  newparam(:label, namevar: true) do
    desc 'What it is called.'
  end

  newparam(:quiet, boolean: true, parent: Puppet::Parameter::Boolean) { defaultto false }
  newproperty(:size) { desc 'How large it is.' }
end
