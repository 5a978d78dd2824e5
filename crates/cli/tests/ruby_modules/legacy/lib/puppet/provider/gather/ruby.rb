Puppet::Type.type(:gather).provide(:ruby) do
  def wanted
    scraps = resource.catalog.resources.find_all { |other| other.is_a?(Puppet::Type.type(:scrap)) && other[:target] == resource[:path] }
    told = resource[:told_by] && resource.catalog.resource(resource[:told_by])
    told[:message] = 'set by another' if told && resource[:changes]
    "#{scraps.map { |scrap| scrap[:data] }.sort.join(' ')}#{" told by #{told[:message]}" if told}\n"
  end

  def exists?
    File.exist?(resource[:path]) && File.read(resource[:path]) == wanted
  end

  def create
    File.write(resource[:path], wanted)
  end

  def destroy
    File.unlink(resource[:path])
  end
end
