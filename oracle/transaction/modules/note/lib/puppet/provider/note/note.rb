require 'json'
require 'puppet/resource_api'

# Reads and writes the file of notes.
class Puppet::Provider::Note::Note
  def get(_context)
    raise 'the notes cannot be read' if ENV['NOTES_BROKEN'] == '1'
    load.map { |note| note.transform_keys(&:to_sym) }
  end

  def set(_context, changes)
    changes.each do |name, change|
      raise 'the note cannot be changed' if change[:should][:fails]
      notes = load.reject { |note| note['name'] == name }
      kept = change[:should].reject { |key, _| key == :fails }
      notes << kept.transform_keys(&:to_s) unless change[:should][:ensure] == 'absent'
      File.write(ENV['NOTES'], JSON.generate(notes))
    end
  end

  def load
    JSON.parse(File.read(ENV['NOTES']))
  end
end
