#!/usr/bin/ruby
# frozen_string_literal: true

# Records the relationship graphs that the installed Puppet makes of catalogs, one case a line:
#
#   resources    [type, title, parameters] in the order of the catalog; the container is the last
#                element, if there is one
#   edges        for each vertex, what comes after it in Puppet's order, with "~" before those that
#                are refreshed
#   turns        the vertices in the order of their turns; "x " before those that never could have one
#   cycles       the message about cycles, instead of turns
#   skipped      for each resource that is skipped, the failures that it tells of
#
# Resources are of the type `probe`. Its parameters stand for what types and providers do: `auto*` are
# automatic relations to other probes, `generates` adds probes before the first turn, `brings` adds
# some at the turn, `needs` makes it unsuitable until another probe has had its turn, `fails` fails.
# Random cases come from a fixed seed.

require 'json'
require 'puppet'

Puppet.initialize_settings(['--confdir', '/tmp/graph-oracle', '--vardir', '/tmp/graph-oracle'])
Puppet[:default_schedules] = false

$done = {}

require_relative 'graph/probe'

def catalog(resources)
  data = {
    'name' => 'test', 'version' => 1, 'catalog_format' => 2, 'environment' => 'production', 'tags' => [], 'classes' => [],
    'resources' => resources.map do |type, title, parameters|
      kind = %w[Probe Stage].include?(type) ? 'compilable_type' : 'defined_type'
      { 'type' => type, 'title' => title, 'kind' => kind, 'exported' => false, 'tags' => [], 'parameters' => parameters }
    end,
    'edges' => resources.select { |resource| resource[3] }.map do |type, title, _, container|
      { 'source' => container, 'target' => "#{type}[#{title}]" }
    end
  }
  Puppet::Resource::Catalog.from_data_hash(data).to_ral
end

def name(vertex)
  vertex.is_a?(Puppet::Type.type(:whit)) ? vertex.name : vertex.ref
end

def record(resources)
  $done = {}
  answer = { 'resources' => resources }
  catalog = catalog(resources)
  prioritizer = Puppet::Graph::SequentialPrioritizer.new
  generator = Puppet::Transaction::AdditionalResourceGenerator.new(catalog, nil, prioritizer)
  catalog.vertices.each { |resource| generator.generate_additional_resources(resource) }
  graph = catalog.relationship_graph(prioritizer)
  generator.relationship_graph = graph
  answer['edges'] = graph.vertices.sort_by { |vertex| name(vertex) }.to_h do |vertex|
    edges = graph.adjacent(vertex, direction: :out, type: :edges)
    [name(vertex), edges.map { |edge| "#{edge.callback ? '~' : ''}#{name(edge.target)}" }]
  end
  logs = []
  collector = Puppet::Test::LogCollector.new(logs)
  Puppet::Util::Log.newdestination(collector)
  turns = []
  begin
    graph.traverse(
      pre_process: ->(resource) { graph.clear_blockers if generator.eval_generate(resource) },
      overly_deferred_resource_handler: ->(resource) { turns << "x #{name(resource)}" },
      graph_cycle_handler: ->(_) { raise Puppet::Error, 'cycles' }
    ) do |resource|
      turns << name(resource)
      $done[resource.name] = true if resource.is_a?(Puppet::Type.type(:probe))
    end
    answer['turns'] = turns
  rescue Puppet::Error
    answer['cycles'] = logs.map(&:message).grep(/cycle/).first
  end
  Puppet::Util::Log.close(collector)
  answer['skipped'] = skipped(resources) if answer['turns'] && resources.any? { |resource| resource[2].key?('fails') }
  answer
end

# Applies the catalog, and collects who tells of which failures.
def skipped(resources)
  $done = {}
  logs = []
  collector = Puppet::Test::LogCollector.new(logs)
  Puppet::Util::Log.newdestination(collector)
  catalog(resources).apply
  Puppet::Util::Log.close(collector)
  told = Hash.new { |hash, key| hash[key] = [] }
  order = []
  logs.each do |message|
    who = message.source[/[^\/]*\z/]
    if (match = message.message.match(/\ADependency (.*) has failures: true\z/))
      told[who] << match[1]
    elsif message.message == 'Skipping because of failed dependencies'
      order << [who, told[who]]
    end
  end
  order
end

def probe(title, parameters = {}, container = nil)
  ['Probe', title, parameters.transform_keys(&:to_s), container].compact
end

def group(reference, parameters = {}, container = nil)
  type, title = reference.match(/\A([^\[]+)\[(.*)\]\z/m).captures
  [type, title, parameters.transform_keys(&:to_s), container].compact
end

CASES = [
  # Order of declaration, relations against it, and all kinds of them.
  [probe('c'), probe('a'), probe('b')],
  [probe('a', require: 'Probe[c]'), probe('b'), probe('c')],
  [probe('a', require: %w[Probe[c] Probe[b]]), probe('b', subscribe: 'Probe[d]'), probe('c'), probe('d', before: 'Probe[c]')],
  [probe('a', notify: 'Probe[b]', before: 'Probe[b]'), probe('c', notify: 'Probe[b]'), probe('b', subscribe: 'Probe[a]', require: 'Probe[a]')],
  # References in other writings.
  [probe('a[1]', require: 'probe[b]c]'), probe('b]c', require: "Probe[d\ne]"), probe("d\ne", require: 'class[a::b]'), group('Class[A::B]')],
  [probe('a', require: 'Probe[z]'), probe('b', alias: 'z'), probe('c', alias: %w[y x]), probe('d', before: 'Probe[x]')],
  # Containers: empty, nested, related to each other and to what is in them.
  [group('Class[A]'), probe('x', notify: 'Class[A]'), probe('y', subscribe: 'Class[A]')],
  [group('Stage[main]'), group('Class[main]', {}, 'Stage[main]'), group('Class[A]', {}, 'Stage[main]'), probe('x', {}, 'Class[A]'),
   probe('y', { notify: 'Class[A]' }, 'Class[main]'), group('D[d]', { require: 'Class[A]' }, 'Class[main]'), probe('z', {}, 'D[d]')],
  [group('Stage[main]', require: 'Stage[pre]'), group('Class[A]', {}, 'Stage[main]'), probe('a', {}, 'Class[A]'),
   group('Stage[pre]'), group('Class[B]', {}, 'Stage[pre]'), probe('b', {}, 'Class[B]')],
  [group('Class[A]', before: %w[Class[B] Probe[x]], notify: 'Class[B]'), group('Class[B]', require: 'Class[A]'), probe('x', subscribe: 'Class[A]'),
   probe('a', {}, 'Class[A]'), probe('b', {}, 'Class[B]')],
  [group('Class[A]'), group('Class[B]', {}, 'Class[A]'), group('Class[C]', {}, 'Class[B]'), probe('c', {}, 'Class[C]'), probe('z', before: 'Class[C]')],
  # Cycles.
  [probe('b', require: 'Probe[a]'), probe('a', require: 'Probe[b]')],
  [probe('a', require: 'Probe[a]')],
  [probe('z', before: 'Probe[y]'), probe('y', before: 'Probe[z]'), probe('d', before: 'Probe[c]'), probe('c', before: 'Probe[d]')],
  [group('Class[A]'), probe('x', { require: 'Class[A]' }, 'Class[A]')],
  [group('Class[A]', require: 'Class[B]'), group('Class[B]', require: 'Class[A]')],
  [group('Class[A]', before: 'Class[B]'), group('Class[B]'), probe('x', {}, 'Class[B]'), probe('y', { require: 'Class[B]' }, 'Class[A]')],
  [group('D[q]', require: 'Probe[n]'), probe('in q', {}, 'D[q]'), probe('n', require: 'D[q]')],
  [group('Stage[main]'), group('Class[main]', {}, 'Stage[main]'), probe('a', { before: 'Class[main]' }, 'Class[main]')],
  [group('Stage[main]', before: 'Stage[main]')],
  [probe('a', before: 'Probe[b]'), probe('b', before: %w[Probe[c] Probe[d]]), probe('c', before: 'Probe[b]'),
   probe('d', before: 'Probe[e]'), probe('e', before: 'Probe[a]')],
  # Automatic relations give way. One to itself is a cycle for Puppet; here it is none, so that no case has it.
  [probe('a', autorequires: 'b'), probe('b', require: 'Probe[a]')],
  [probe('a', autorequires: %w[b c nobody]), probe('b', autorequires: 'a'), probe('c', autonotifies: 'b')],
  [probe('a', autorequires: 'b', autosubscribes: 'b'), probe('b', autobefores: 'c'), probe('c', autosubscribes: 'b', autonotifies: 'd'), probe('d')],
  # Added resources.
  [probe('a', generates: %w[a1 a2]), probe('b', generates: %w[b1])],
  [group('Class[A]'), probe('a', { generates: %w[a1 a2], notify: 'Probe[c]' }, 'Class[A]'), probe('b', require: 'Class[A]'), probe('c')],
  [probe('a', brings: %w[a1 a2], notify: 'Probe[c]'), probe('b'), probe('c'), probe('d', require: 'Probe[a]')],
  [group('Class[A]'), probe('a', { brings: %w[a1 a2] }, 'Class[A]'), probe('b', { brings: %w[b1] }, 'Class[A]'), probe('c', require: 'Class[A]')],
  # Turns that are put off.
  [probe('a', needs: 'c'), probe('b', require: 'Probe[a]'), probe('c'), probe('d')],
  [probe('a', needs: 'b'), probe('b', needs: 'c'), probe('c'), probe('d')],
  [probe('a', needs: 'nobody'), probe('b', needs: 'nobody'), probe('c', require: 'Probe[a]'), probe('d'), probe('e', needs: 'c')],
  # Failures.
  [probe('a', fails: true), probe('b', require: 'Probe[a]'), probe('c', require: 'Probe[b]'), probe('d')],
  [probe('a', fails: true), probe('b', fails: true), probe('c', require: %w[Probe[b] Probe[a]]), probe('d', require: 'Probe[c]'),
   probe('e', fails: true), probe('f', require: %w[Probe[d] Probe[e]])],
  [group('Class[A]'), probe('x', { fails: true }, 'Class[A]'), probe('y', {}, 'Class[A]'), group('Class[B]', require: 'Class[A]'),
   probe('z', {}, 'Class[B]'), probe('w', { require: 'Probe[y]' }, 'Class[B]'), probe('v', require: %w[Probe[y] Class[B]])]
].freeze

def random_case(random)
  containers = Array.new(random.rand(5)) { |index| index.zero? && random.rand(2).zero? ? 'Stage[main]' : "#{%w[Class D].sample(random: random)}[C#{index}]" }
  probes = Array.new(2 + random.rand(8)) { |index| "Probe[p#{index}]" }
  # Contained in what comes earlier in this list, so that containment is a forest.
  all = (containers + probes).to_h { |reference| [reference, [{}, nil]] }
  containers.each_with_index { |reference, index| all[reference][1] = containers[random.rand(index)] if index.positive? && random.rand(3).positive? }
  probes.each { |reference| all[reference][1] = containers.sample(random: random) if random.rand(3).positive? }
  ranks = all.keys.shuffle(random: random)
  clean = random.rand(5).positive?
  random.rand(2 * probes.size).times do
    first, second = all.keys.sample(2, random: random)
    # Relations to containers are wild enough; those of probes follow a hidden order.
    first, second = second, first if clean && ranks.index(first) > ranks.index(second)
    own, other, kind = random.rand(2).zero? ? [first, second, %w[before notify]] : [second, first, %w[require subscribe]]
    (all[own][0][kind.sample(random: random)] ||= []) << other
  end
  probes.each do |reference|
    parameters = all[reference][0]
    others = probes.map { |other| other[/p\d+/] } - [reference[/p\d+/]]
    case random.rand(14)
    when 0 then parameters['fails'] = true
    when 1 then parameters['needs'] = others.sample(random: random)
    when 2 then parameters['brings'] = ["#{reference[/p\d+/]}-1", "#{reference[/p\d+/]}-2"].take(1 + random.rand(2))
    when 3 then parameters['generates'] = ["#{reference[/p\d+/]}+1", "#{reference[/p\d+/]}+2"].take(1 + random.rand(2))
    when 4 then parameters[%w[autorequires autosubscribes autobefores autonotifies].sample(random: random)] = others.sample(2, random: random)
    end
  end
  # What fails is applied by a transaction that would ask for providers.
  all.each_value { |parameters, _| %w[needs brings generates].each { |key| parameters.delete(key) } } if all.any? { |_, (parameters, _)| parameters['fails'] }
  all.keys.shuffle(random: random).map { |reference| group(reference, *all[reference]) }
end

random = Random.new(4)
cases = CASES + Array.new(300) { random_case(random) }
path = File.join(__dir__, '..', 'crates', 'engine', 'tests', 'golden', 'graph.jsonl')
File.write(path, cases.map { |resources| "#{JSON.generate(record(resources))}\n" }.join)
File.write(path.sub('graph.jsonl', 'version.txt'), "Puppet #{Puppet.version}\n")
puts "#{path}: #{cases.size} cases"
