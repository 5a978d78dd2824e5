require 'json'
require 'puppet/resource_api/simple_provider'

# Users are kept beside the VLANs; passwords are never read back.
class Puppet::Provider::FleetUser::FleetUser < Puppet::ResourceApi::SimpleProvider
  def get(context)
    read(context).map { |name, user| { name: name.to_s, ensure: 'present' }.merge(user) }
  end

  def insync?(context, _name, property, is, should)
    case property
    when :groups then is[:groups].to_a.sort == should[:groups].sort
    when :role then [is[:role] == should[:role], "the role is #{is[:role]} and not #{should[:role]}"] unless should[:force]
    when :password
      context.debug('Told by a provider: passwords are compared')
      [true, 'never']
    end
  end

  def create(context, name, should)
    context.notice("Creating #{name}")
    change(context) { |users| users[name.to_sym] = kept(should) }
  end

  def update(context, name, should)
    context.notice("Updating #{name} with #{should.keys.inspect}")
    change(context) { |users| users[name.to_sym] = kept(should) }
  end

  def delete(context, name)
    change(context) { |users| users.delete(name.to_sym) }
  end

  private

  def kept(should)
    should.slice(:role, :groups, :id)
  end

  def file(context)
    File.join(context.transport.connection_info[:host], 'users.json')
  end

  def read(context)
    File.exist?(file(context)) ? JSON.parse(File.read(file(context)), symbolize_names: true) : {}
  end

  def change(context)
    users = read(context)
    yield users
    File.write(file(context), JSON.generate(users))
  end
end
