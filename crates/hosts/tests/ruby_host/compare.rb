# frozen_string_literal: true

# Compares the host with the recorded answers of the real Puppet, snippet by snippet.
#
# Where ours differs on purpose, DIFFERENT says what it answers and why.
require_relative 'driver'

DIFFERENT = {
  # 7.23 takes 10 for 1.
  'versioncmp zeroes' => { 'value' => '[0, 0, 1, 0, 1]', 'logs' => [] },
  # The reference says which of its own lines failed.
  'context without block' => {
    'value' => '["debug: book[a]: Creating: Start", "err: book[a]: Creating: Failed after N seconds: undefined method `call\' for nil:NilClass"]',
    'logs' => []
  },
  # The reference's child writes its log line there, where there is a terminal to write to.
  'execute missing' => {
    'value' => "Puppet::ExecutionFailure: Execution of '/nope/x a' returned 1: " \
               'Error: Could not execute posix command: No such file or directory - /nope/x',
    'logs' => ["debug: Executing: '/nope/x a'"]
  }
}.freeze

TYPE_OF_SNIPPETS = <<~RUBY
  require 'puppet/resource_api'
  Puppet::ResourceApi.register_type(
    name: 'snippet', desc: 'd', features: ['simple_get_filter'],
    attributes: { name: { type: 'String', desc: 'n', behaviour: :namevar }, value: { type: 'String', desc: 'v' } },
  )
RUBY

PROVIDER_OF_SNIPPETS = <<~RUBY
  require '#{File.expand_path('evaluate', __dir__)}'
  class Puppet::Provider::Snippet::Snippet
    def get(_context, names)
      names.map { |code| { name: code, value: Snippets.show(code) } }
    end
  end
RUBY

answers = JSON.parse(File.read(File.expand_path('answers.json', __dir__)))
snippets = File.read(File.expand_path('snippets.txt', __dir__)).split(/^### /).drop(1)
               .to_h { |part| part.split("\n", 2).map(&:strip) }

checked = lambda do |params|
  # The only types that the snippets have checked.
  value = params['value']
  case params['type']
  when 'Enum[present, absent]' then { 'ok' => %w[present absent].include?(value) }
  else { 'ok' => true }
  end
end

with_host({ 'puppet/type/snippet.rb' => TYPE_OF_SNIPPETS, 'puppet/provider/snippet/snippet.rb' => PROVIDER_OF_SNIPPETS },
          { answers: { 'runtime.type_check' => checked } }) do |host|
  host.call('get', 'type' => 'snippet', 'names' => [{ 'name' => '1' }])
  snippets.each do |name, code|
    check("the same as Puppet: #{name}") do
      host.logs
      found = host.call('get', 'type' => 'snippet', 'names' => [{ 'name' => code }])['resources'].first['value']
      expected = DIFFERENT[name] || answers.fetch(name)
      lines = host.logs.map { |line| line.gsub(%r{/[^ ']*/d\d{8}-\d+-\w+}, 'FOLDER') }
      equal(expected, { 'value' => found, 'logs' => lines })
    end
  end
end
