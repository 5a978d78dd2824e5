# Keeps resources in a JSON file below the folder that SCRATCH names, for the providers of other modules.
require 'json'
require 'puppet_x'

module PuppetX
  class Store
    def self.root
      ENV.fetch('SCRATCH')
    end

    def self.journal(line)
      File.open(File.join(root, 'journal'), 'a') { |file| file.puts(line) }
    end

    def initialize(name)
      @path = File.join(self.class.root, "#{name}.json")
    end

    def all
      File.exist?(@path) ? JSON.parse(File.read(@path), symbolize_names: true) : []
    end

    def put(resource, *keys)
      rest = all.reject { |other| keys.all? { |key| other[key] == resource[key] } }
      save(rest + [resource])
    end

    def remove(identity)
      save(all.reject { |other| identity.all? { |key, value| other[key] == value } })
    end

    def save(resources)
      File.write(@path, "#{resources.map { |resource| JSON.generate(resource) }.join(",\n").then { |text| "[#{text}]" }}\n")
    end
  end
end
