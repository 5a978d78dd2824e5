require 'puppet/resource_api/simple_provider'

class Puppet::Provider::TestCustomInsync::TestCustomInsync < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    [{ name: 'example', ensure: 'present', some_array: ['a', 'b'], version: '1.2.3', case_sensitive_string: 'FooBar', case_insensitive_string: 'FooBar' }]
  end

  def insync?(context, name, property_name, is_hash, should_hash)
    context.debug("Checking whether #{property_name} of #{name} is in sync")
    case property_name
    when :some_array
      return is_hash[:some_array].sort == should_hash[:some_array].sort if should_hash[:force]

      missing = should_hash[:some_array] - is_hash[:some_array].to_a
      missing.empty? ? true : [false, "Adding missing members #{missing}"]
    when :version
      bound = should_hash[:version][/\A>= (.*)/, 1]
      bound ? Gem::Version.new(is_hash[:version]) >= Gem::Version.new(bound) : nil
    when :case_insensitive_string
      is_hash[:case_insensitive_string].casecmp?(should_hash[:case_insensitive_string])
    end
  end

  def create(context, name, should)
    context.notice("Creating '#{name}' with #{should.inspect}")
  end

  def update(context, name, should)
    context.notice("Updating '#{name}' with #{should.inspect}")
  end

  def delete(context, name)
    context.notice("Deleting '#{name}'")
  end
end
