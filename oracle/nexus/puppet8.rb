# Puppet 8 tells under noop the change that it would make.
require 'puppet'
require 'puppet/transaction/resource_harness'

class Puppet::Transaction::ResourceHarness
  alias noop_of_puppet7 noop
  def noop(event, param, current_value, audit_message)
    return noop_of_puppet7(event, param, current_value, audit_message) if param.sensitive

    event.message = "#{param.change_to_s(current_value, param.should)} (noop)#{audit_message}"
    event.status = 'noop'
  end
end
