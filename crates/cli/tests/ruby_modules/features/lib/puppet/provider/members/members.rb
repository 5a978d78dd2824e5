require 'puppet/resource_api/simple_provider'
require 'puppet_x/store'

class Puppet::Provider::Members::Members < Puppet::ResourceApi::SimpleProvider
  ANSWERS = {
    'nil' => nil, 'true' => true, 'false' => false, 'pair' => [false, 'as the provider says'], 'true pair' => [true, 'not shown'], 'nil pair' => [nil, 'not shown'],
    'empty message' => [false, ''], 'empty' => [], 'symbol message' => [false, :said], 'string' => 'wrong', 'number' => 1, 'string pair' => ['wrong', 'x']
  }.freeze

  def get(_context)
    PuppetX::Store.new('members').all
  end

  def insync?(context, name, property_name, is_hash, should_hash)
    context.debug("insync? #{name} #{property_name} #{is_hash} #{should_hash}")
    case property_name
    when :answer
      raise 'cannot tell' if should_hash[:answer] == 'raise'

      ANSWERS.fetch(should_hash[:answer])
    when :some_array
      return false if is_hash[:some_array].nil?

      if should_hash[:force]
        is_hash[:some_array].sort == should_hash[:some_array].sort
      else
        missing = should_hash[:some_array] - is_hash[:some_array]
        missing.empty? ? true : [false, "Adding missing members #{missing}"]
      end
    end
  end

  def create(_context, _name, should)
    PuppetX::Store.new('members').put(should.reject { |key, _| %i[force answer].include? key }, :name)
  end

  def update(context, name, should)
    create(context, name, should)
  end

  def delete(_context, name)
    PuppetX::Store.new('members').remove(name: name)
  end
end
