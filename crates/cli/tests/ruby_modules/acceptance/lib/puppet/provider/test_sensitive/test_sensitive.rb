require 'puppet/resource_api/simple_provider'

class Puppet::Provider::TestSensitive::TestSensitive < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    [
      {
        name: 'foo',
        ensure: 'present',
        secret: Puppet::Pops::Types::PSensitiveType::Sensitive.new('foosecret'),
      },
      {
        name: 'bar',
        ensure: 'present',
        secret: Puppet::Pops::Types::PSensitiveType::Sensitive.new('barsecret'),
        optional_secret: Puppet::Pops::Types::PSensitiveType::Sensitive.new('optionalbarsecret'),
        variant_secret: Puppet::Pops::Types::PSensitiveType::Sensitive.new('variantbarsecret'),
        array_secret: [Puppet::Pops::Types::PSensitiveType::Sensitive.new('arraybarsecret')],
      },
    ]
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
