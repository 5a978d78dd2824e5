# definitions.rb - records what the type and transport files of the test modules register when Ruby runs them.
#
#   ruby oracle/ruby_modules/definitions.rb
#
# For each file, crates/ruby-metadata/tests/golden/definitions.jsonl has what was given to register_type or
# register_transport: keys as texts, symbols as {"symbol": …}, patterns as {"pattern": …, "options": …}. `refused` tells
# that the gem does not take it. Needs ruby and the gem puppet-resource_api.

require 'json'
require 'puppet'
require 'puppet/resource_api'

MODULES = File.expand_path('../../crates/cli/tests/ruby_modules', __dir__)
GOLDEN = File.expand_path('../../crates/ruby-metadata/tests/golden/definitions.jsonl', __dir__)

# Puppet loads providers together with types; those of `faults` cannot be loaded.
Dir.glob("#{MODULES}/*/lib").grep_v(%r{/faults/}).each { |folder| $LOAD_PATH.unshift(folder) }

def plain(value)
  case value
  when Hash then value.to_h { |key, inner| [key.to_s, plain(inner)] }
  when Array then value.map { |inner| plain(inner) }
  when Symbol then { symbol: value.to_s }
  when Regexp then { pattern: value.source, options: value.options }
  when nil, true, false, String, Integer, Float then value
  else { class: value.class.name }
  end
end

# Keeps what is given, before the gem changes it; providers that are loaded, too, may need the types of other files.
module Keeping
  def register_type(definition)
    $registered << plain(definition) if caller_locations(1, 1).first.path == $file
    super
  end

  def register_transport(schema)
    $registered << plain(schema) if caller_locations(1, 1).first.path == $file
    super
  end
end
Puppet::ResourceApi.singleton_class.prepend(Keeping)
Puppet::Util::Log.close_all

lines = Dir.glob("#{MODULES}/*/lib/puppet/{type,transport/schema}/*.rb").sort.map do |file|
  $file = file
  $registered = []
  refused = nil
  begin
    load file
  rescue Exception => e
    refused = e.class.name
  end
  JSON.generate(file: file.delete_prefix("#{MODULES}/"), registered: $registered, refused: refused)
end
File.write(GOLDEN, lines.map { |line| "#{line}\n" }.join)
puts "#{lines.size} files"
