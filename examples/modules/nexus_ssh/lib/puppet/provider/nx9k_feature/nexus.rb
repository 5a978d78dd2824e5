# frozen_string_literal: true

module Puppet::Provider::Nx9kFeature; end unless defined? Puppet::Provider::Nx9kFeature

# Features of devices with the transport `nexus`.
class Puppet::Provider::Nx9kFeature::Nexus
  def get(context, names = nil)
    on = context.transport.features(context)
    # Without names, all of them are requested.
    (names.nil? || names.empty? ? on : names).map { |name| { name: name, enabled: on.include?(name) } }
  end

  def set(context, changes)
    changes.each do |name, change|
      context.updating(name) do
        context.transport.configure(context, ["#{'no ' unless change[:should][:enabled]}feature #{name}"])
      end
    end
  end
end
