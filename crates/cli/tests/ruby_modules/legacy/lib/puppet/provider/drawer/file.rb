require 'json'

# Drawers as files below SCRATCH, all read at once and each written when everything about it is known.
Puppet::Type.type(:drawer).provide(:file) do
  desc 'Files.'
  mk_resource_methods

  def self.folder
    File.join(ENV.fetch('SCRATCH'), 'drawers')
  end

  def self.instances
    Dir.glob("#{folder}/*.json").sort.map do |file|
      data = JSON.parse(File.read(file)).transform_keys(&:to_sym)
      new({ name: File.basename(file, '.json'), ensure: :present }.merge(data))
    end
  end

  def self.prefetch(resources)
    Puppet.notice("looking at #{resources.keys.sort.join(', ')}")
    instances.each { |found| resources[found.name].provider = found if resources[found.name] }
  end

  def exists?
    @property_hash[:ensure] == :present
  end

  def create
    raise Puppet::Error, 'the desk is full' if resource[:name] == 'full'

    @property_hash[:ensure] = :present
    resource.properties.each do |property|
      @property_hash[property.name] = resource.should(property.name) unless property.name == :ensure
    end
  end

  def destroy
    @property_hash = { ensure: :absent }
  end

  def stuck=(_value)
    raise Puppet::Error, "#{resource[:name]} is stuck"
  end

  def oil
    notice "oiled #{resource[:name]}"
  end

  def flush
    file = File.join(self.class.folder, "#{resource[:name]}.json")
    return File.delete(file) if @property_hash[:ensure] == :absent

    FileUtils.mkdir_p(self.class.folder)
    File.write(file, JSON.generate(@property_hash.reject { |name, value| %i[name ensure].include?(name) || value.nil? }))
  end
end

Puppet::Type.type(:drawer).provide(:nowhere) do
  desc 'Needs a program that nobody has.'
  commands nobody: 'no-such-program-anywhere'
end
