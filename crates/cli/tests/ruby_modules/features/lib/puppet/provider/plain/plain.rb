require 'puppet_x/store'

class Puppet::Provider::Plain::Plain
  def secret(value)
    Puppet::Pops::Types::PSensitiveType::Sensitive.new(value)
  end

  def get(_context)
    PuppetX::Store.new('plain').all.map do |one|
      one = one.merge(secret: secret(one[:secret])) if one[:secret]
      %i[hash struct].each { |key| one[key] = JSON.parse(JSON.generate(one[key])) if one[key] }
      one
    end
  end

  def set(context, changes)
    changes.each do |name, change|
      context.updating(name) do
        should = change[:should].dup
        should[:secret] = should[:secret].unwrap if should[:secret]
        PuppetX::Store.new('plain').put(should.reject { |key, _| key == :must }, :name)
      end
    end
  end
end
