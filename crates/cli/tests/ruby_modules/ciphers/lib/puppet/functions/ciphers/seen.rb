# What a function sees of the manifest, and what it may give back.
require 'socket'

Puppet::Functions.create_function(:'ciphers::seen', Puppet::Functions::InternalFunction) do
  dispatch :run do
    scope_param
    param 'Any', :value
  end

  def run(scope, value)
    raise ArgumentError, "no #{value.class} for me" if value.is_a?(Float)

    case value
    when Puppet::Pops::Types::PSensitiveType::Sensitive
      Puppet::Pops::Types::PSensitiveType::Sensitive.new(value.unwrap.reverse)
    when nil then 'nothing'
    when :default then 'default'
    else { 'class' => value.class.name, 'value' => value, 'x' => scope['x'], 'nobody' => scope['nobody'] }
    end
  end
end
