# shapes.rb - records what the real Puppet knows of resource types: attributes, namevars, features, providers.
#
#   ruby oracle/shapes.rb                       Puppet's own types and those of Debian's modules named *-core, to
#                                               crates/compiler/src/shapes/core.txt; the types of the modules in
#                                               crates/ruby-metadata/tests/golden, to answers.txt there
#   ruby oracle/shapes.rb modules FOLDER OUT    every type of every module in a folder
#
# A line a type: its name; its attributes, namevars with `*` before them; after `|` what is special about it:
# `path-titles` (slashes at the end of a title do not count), `parted-titles` (patterns take titles apart), `repeats`
# (several resources may have the same namevar); after another `|` its features and, for modules, after a third one its
# providers. Facts only: no documentation, no code. Types that cannot be loaded are not listed.

require 'puppet'


Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet::Util::Log.level = :crit

def specials(type)
  specials = []
  patterns = type.title_patterns
  captured = patterns.first && patterns.first[0].match('/a/b/')
  if patterns.size == 1 && captured && captured[1] == '/a/b'
    specials << 'path-titles'
  elsif patterns.size != 1 || patterns[0][0].source != '(.*)'
    specials << 'parted-titles'
  end
  specials << 'repeats' unless type.isomorphic?
  specials
rescue Puppet::DevError
  ['parted-titles']
end

def line(type, with_providers)
  names = (type.properties.map(&:name) + type.parameters).map(&:to_s).uniq
  keys = type.key_attributes.map(&:to_s)
  attributes = names.sort.map { |name| keys.include?(name) ? "*#{name}" : name }
  # Providers of the Resource API bring a feature of their own, which no type declares.
  features = type.features.map(&:to_s).sort - ['simple_get_filter']
  parts = [[type.name, *attributes], specials(type), features]
  parts << type.providers.map(&:to_s).sort if with_providers
  parts.map { |words| words.join(' ') }.join(' | ').gsub(/  +/, ' ').sub(/[ |]+\z/, '')
end

# Loads a type in a process of its own, since modules change each other.
def record(name, paths, with_providers: false)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    $LOAD_PATH.unshift(*paths)
    begin
      type = Puppet::Type.type(name.to_sym)
      writer.write(line(type, with_providers)) if type
    rescue Exception => error # rubocop:disable Lint/RescueException
      warn("#{name}: #{error.class}: #{error.message.lines.first}")
    end
    writer.close
    exit!(0)
  end
  writer.close
  answer = reader.read
  Process.wait(child)
  answer.empty? ? nil : answer
end

def write(out, lines)
  File.write(out, lines.compact.join("\n") + "\n")
end

def record_modules(folder, out)
  libraries = Dir[File.join(File.expand_path(folder), '*/lib')].sort
  lines = libraries.flat_map do |lib|
    Dir["#{lib}/puppet/type/*.rb"].sort.map do |file|
      answer = record(File.basename(file, '.rb'), [lib] + (libraries - [lib]), with_providers: true)
      answer && "#{File.basename(File.dirname(lib))} #{answer}"
    end
  end
  write(out, lines)
end

def record_core(out)
  modules = Dir['/usr/share/puppet/modules.available/*-core/lib']
  own = Dir['/usr/lib/ruby/vendor_ruby/puppet/type/*.rb']
  files = own + modules.flat_map { |lib| Dir["#{lib}/puppet/type/*.rb"] }
  write(out, files.map { |file| File.basename(file, '.rb') }.uniq.sort.map { |name| record(name, modules) })
end

if ARGV[0] == 'modules'
  record_modules(ARGV[1], ARGV[2])
else
  record_core('crates/compiler/src/shapes/core.txt')
  record_modules('crates/ruby-metadata/tests/golden/modules', 'crates/ruby-metadata/tests/golden/answers.txt')
end
