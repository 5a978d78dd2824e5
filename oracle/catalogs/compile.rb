# compile.rb - compiles manifests with the real Puppet and prints the catalogs, one JSON document a line.
#
# Reads requests from stdin, one JSON object a line: {"name", "code" or "manifest", "modulepath", "facts", "node"}.
# Answers {"name", "catalog", "log"} or {"name", "error", "log"}.

require_relative 'compiler'
require 'puppet/test/test_helper'

with_puppet do
  $stdin.each_line do |line|
    request = JSON.parse(line)
    lines = []
    Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(lines))
    Puppet::Util::Log.level = :notice
    answer = { 'name' => request['name'] }
    begin
      code = request['code'] || File.read(request['manifest'])
      node = request['node'] || 'web1.example.com'
      catalog = compile(code, node, request['facts'] || {}, request['modulepath'] || []) do |compiled|
        JSON.parse(compiled.to_json)
      end
      catalog.delete('catalog_uuid')
      answer['catalog'] = catalog
    rescue Puppet::Error, StandardError => error
      answer['error'] = error.message
    end
    Puppet::Util::Log.close_all
    answer['log'] = lines.map do |message|
      "[#{message.level}] #{message.source == 'Puppet' ? '' : "#{message.source}: "}#{message.message}"
    end
    puts JSON.generate(answer)
    $stdout.flush
  end
end
