# The types and the provider of crates/cli/examples/shelf.rs, for the real Puppet.

require 'puppet/resource_api'
require 'puppet/resource_api/simple_provider'
require 'yaml'

module Shelf
  DEFINITIONS = YAML.load_stream(File.read(File.join(ENV.fetch('SHELF_TYPES'), 'types.yaml')))

  def self.register(name)
    definition = symbolized(DEFINITIONS.find { |known| known['name'] == name })
    definition[:attributes].each_value { |attribute| attribute[:behaviour] &&= attribute[:behaviour].to_sym }
    (definition[:title_patterns] || []).each { |pattern| pattern[:pattern] = Regexp.new(pattern[:pattern]) }
    definition[:features] = definition.fetch(:features, [])
    Puppet::ResourceApi.register_type(definition)
  end

  def self.symbolized(value)
    case value
    when Hash then value.to_h { |key, held| [key.to_sym, symbolized(held)] }
    when Array then value.map { |held| symbolized(held) }
    else value
    end
  end

  # One provider for all types.
  class Provider
    def get(context, names = nil)
      note("#{context.type.name} get #{names.inspect}")
      reason = File.join(directory, 'get-fails')
      raise File.read(reason).chomp if File.exist?(reason)

      (state[context.type.name] || []).map do |entry|
        entry.to_h do |key, value|
          [key.to_sym, key == 'token' ? Puppet::Pops::Types::PSensitiveType::Sensitive.new(value) : value]
        end
      end
    end

    def set(context, changes)
      changes.each do |name, change|
        should = change[:should]
        note("#{context.type.name} set #{name}")
        raise 'the note burns' if should[:text] == 'boom'

        context.notice("setting #{name}")
        update(context.type.name, name.is_a?(Hash) ? name : { name: name }, should)
      end
    end

    private

    def update(type, name, should)
      all = state
      entries = (all[type] ||= [])
      place = entries.index { |entry| name.all? { |key, value| entry[key.to_s] == value } }
      if should[:ensure].to_s == 'absent'
        entries.delete_at(place) if place
      else
        given = should.reject { |key, _| key == :folder }.to_h { |key, value| [key.to_s, value] }
        place ? entries[place] = entries[place].merge(given) : entries.push(given)
      end
      File.write(File.join(directory, 'state.yaml'), YAML.dump(all))
    end

    def state
      file = File.join(directory, 'state.yaml')
      File.exist?(file) ? YAML.load_file(file) || {} : {}
    end

    def note(line)
      File.write(File.join(directory, 'calls'), "#{line}\n", mode: 'a')
    end

    def directory
      ENV.fetch('SHELF')
    end
  end
end
