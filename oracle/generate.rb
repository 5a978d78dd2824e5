#!/usr/bin/ruby
# frozen_string_literal: true

# generate.rb - writes test questions for oracle.rb, one JSON request per line.
#
# Usage: ruby generate.rb SEED COUNT KIND
#
# KIND is check, print, assignable, infer, new, format, munge or equality. The output depends on
# SEED, COUNT and KIND only. The curated cases of a kind come first (all of them, as far as COUNT
# allows; they are in cases.rb), random ones fill up to COUNT. No request occurs twice.
#
# Random types are made as trees (Ty), from which the source text, values that are instances, and
# related types are derived; a value that "nearly" is an instance is an instance changed in one place.

require 'json'
require 'set'

# A type expression: a name and parameters (types, literals, hashes, lists).
Ty = Struct.new(:name, :params) do
  def source
    return name if params.nil?

    "#{name}[#{params.map { |p| Ty.literal(p) }.join(', ')}]"
  end

  def self.literal(param)
    case param
    when Ty then param.source
    when Regexp then "/#{param.source.gsub('/', '\\/')}/"
    when String then "'#{param.gsub(/['\\]/) { |c| "\\#{c}" }}'"
    when Array then "[#{param.map { |p| literal(p) }.join(', ')}]"
    when Hash then "{#{param.map { |k, v| "#{literal(k)} => #{literal(v)}" }.join(', ')}}"
    when nil then 'undef'
    else param.to_s
    end
  end
end

def ty(name, *params)
  Ty.new(name, params.empty? ? nil : params)
end

# The rich data form of values and types.
module Rich
  module_function

  def value(type, text)
    { '__ptype' => type, '__pvalue' => text }
  end

  def hash(*keys_and_values)
    value('Hash', keys_and_values)
  end

  def default
    { '__ptype' => 'Default' }
  end

  def meta(name, attributes = {})
    { '__ptype' => "Pcore::#{name}Type" }.merge(attributes)
  end

  # Puppet reads attributes by their place, and writes all but the last ones that have their default.
  def range(name, from = nil, to = nil)
    from = nil if from == :default
    to = nil if to == :default
    meta(name, [['from', from], ['to', to]].first(to.nil? ? (from.nil? ? 0 : 1) : 2).to_h)
  end

  def integer(*params)
    range('Integer', *(params[0].is_a?(Ty) ? params[0].params : params))
  end

  # A number of elements or letters, which is never negative.
  def count(from = 0, to = nil)
    from, to = from.params if from.is_a?(Ty)
    range('Integer', from == :default ? 0 : from, to)
  end

  # @return [Hash, nil] the given type as a value, nil when this script does not know how
  def type(node)
    params = node.params || []
    types = params.grep(Ty)
    case node.name
    when 'Any', 'Undef', 'Default', 'Scalar', 'ScalarData', 'Numeric', 'Binary', 'CatalogEntry', 'SemVerRange'
      meta(node.name)
    when 'Integer' then integer(*params)
    when 'Float' then range('Float', *params.map { |v| v.is_a?(Numeric) ? v.to_f : v })
    when 'Boolean' then params.empty? ? meta('Boolean') : meta('Boolean', 'value' => params[0])
    when 'String' then params.empty? ? meta('String') : meta('String', 'size_type_or_value' => count(*params))
    when 'Enum'
      words = params.grep(String)
      words.empty? ? meta('Enum') : meta('Enum', { 'values' => words.uniq.sort }.merge(params.last == true ? { 'case_insensitive' => true } : {}))
    when 'Pattern' then meta('Pattern', 'patterns' => params.uniq.map { |p| meta('Regexp', 'pattern' => p.source) })
    when 'Regexp' then meta('Regexp', params.empty? ? {} : { 'pattern' => params[0].source })
    when 'Collection' then meta('Collection', params.empty? ? {} : { 'size_type' => count(*params) })
    when 'Struct'
      elements = (params[0] || {}).map { |key, held| element(key, held) }
      elements.all? ? meta('Struct', 'elements' => elements) : nil
    when 'Optional', 'NotUndef', 'Type', 'Iterable', 'Iterator', 'Sensitive'
      return meta(node.name) if types.empty?

      inner = type(types[0])
      inner && meta(node.name, 'type' => inner)
    when 'Variant'
      inner = types.map { |t| type(t) }
      inner.all? ? variant(inner) : nil
    when 'Array'
      inner = types.empty? ? meta('Any') : type(types[0])
      inner && meta('Array', { 'element_type' => inner }.merge(size(params)))
    when 'Hash'
      return meta('Hash') if types.size < 2

      inner = types.map { |t| type(t) }
      inner.all? ? meta('Hash', { 'key_type' => inner[0], 'value_type' => inner[1] }.merge(size(params))) : nil
    when 'Tuple'
      inner = types.map { |t| type(t) }
      inner.all? ? meta('Tuple', { 'types' => inner }.merge(size(params))) : nil
    when 'File', 'Notify', 'User'
      meta('Resource', { 'type_name' => node.name }.merge(params.empty? ? {} : { 'title' => params[0] }))
    when 'Resource' then meta('Resource', params.empty? ? {} : { 'type_name' => params[0].to_s.capitalize })
    when 'Class' then meta('Class', params.empty? ? {} : { 'class_name' => params[0] })
    end
  end

  # A Variant holds each type once, no other Variant, and more than one type.
  def variant(types)
    types = types.flat_map { |t| t['__ptype'] == 'Pcore::VariantType' ? t['types'] || [] : [t] }.uniq
    types.size == 1 ? types[0] : meta('Variant', 'types' => types)
  end

  # One key of a Struct; a plain one may be missing where undef is one of its values.
  def element(key, held)
    inner = type(held)
    return nil if inner.nil?

    name = meta('String', 'size_type_or_value' => key.is_a?(Ty) ? key.params[0] : key)
    may_miss = key.is_a?(Ty) ? key.name == 'Optional' : %w[Optional Any Undef Data RichData].include?(held.name)
    { '__ptype' => 'Pcore::StructElement', 'key_type' => may_miss ? meta('Optional', 'type' => name) : name, 'value_type' => inner }
  end

  def size(params)
    numbers = params.reject { |p| p.is_a?(Ty) }
    numbers.empty? ? {} : { 'size_type' => count(*numbers.first(2)) }
  end
end

# Random types and values.
class Generator
  NoInstance = Class.new(StandardError)

  # Type aliases that random types may use; a request carries those it needs. No recursion through
  # something that accepts undef: Puppet 7.23 overflows its stack on such aliases.
  ALIASES = {
    'Port' => 'Integer[0, 65535]',
    'Ens' => 'Enum[present, absent]',
    'Abs' => 'Pattern[/^\//]',
    'WinAbs' => 'Variant[Pattern[/^\//], Pattern[/^[A-Z]:/]]',
    'Word' => 'String[1, 8]',
    'OptInt' => 'Optional[Integer]',
    'Mixed' => 'Variant[Integer, String]',
    'Point' => 'Struct[{x => Integer, y => Integer, Optional[z] => Float}]',
    'Ports' => 'Array[Port, 1]',
    'Tree' => 'Array[Variant[Integer, Tree]]',
    'Json' => 'Variant[Integer, String, Array[Json], Hash[String, Json]]',
    'Chain' => 'Struct[{v => Integer, kids => Array[Chain]}]',
    'Nested' => 'Hash[Word, Variant[Port, Nested]]'
  }.freeze

  PATTERNS = [[/^a/, %w[abc a]], [/b$/, %w[ab b]], [/\A[a-z]+\Z/, %w[xyz q]], [/\d+/, %w[x12 7]],
              [%r{^/}, %w[/etc /]], [/^(\w+)-(\d{1,3})$/, %w[ab-12]], [/[[:upper:]]/, %w[aB]],
              [/(?i)yes|no/, %w[YES no]], [/./, ['é', '日本']]].freeze
  WORDS = ['a', 'b', 'c', 'abc', 'present', 'absent', 'Foo', '', 'two words', "it's", 'é', '日本語', 'A', '1', 'true',
           "tab\there", 'x' * 12, '/etc/passwd', '$v', 'back\\slash', '"q"', "new\nline"].freeze
  KEYS = %w[a b c d].freeze
  STAMPS = ['2020-01-01T00:00:00.000000000 UTC', '2021-06-15T12:30:45.500000000 UTC', '1970-01-01T00:00:00.000000000 UTC',
            '1999-12-31T23:59:59.999999999 UTC'].freeze
  SPANS = ['0-00:00:05.0', '1-02:03:04.5', '0-01:00:00.0', '-0-00:00:01.25', '10-00:00:00.0'].freeze
  VERSIONS = %w[1.0.0 1.2.3 0.4.9 2.0.0-rc1 1.2.3+build5 10.20.30].freeze
  RANGES = ['>=1.0.0', '<2.0.0', '1.x', '~1.2.0', '^1.2.3', '1.0.0 - 2.0.0', '>=1.0.0 <1.5.0', '0.4.9'].freeze
  URIS = ['http://example.com/a', 'https://u:p@example.com:8443/x?q=1#f', 'mailto:a@b.example', 'file:///etc', 'a/b'].freeze

  SCALARS = %w[Any Undef Default Scalar ScalarData Numeric Data RichData RichDataKey CatalogEntry Binary SemVerRange
               Deferred Error Integer Float Boolean String Enum Pattern Regexp Timestamp Timespan SemVer URI
               Collection Array Hash Tuple Struct Variant Optional NotUndef Sensitive Type Iterable Iterator Init
               Callable Resource Class File Notify Runtime Object TypeSet].freeze

  def initialize(random)
    @random = random
  end

  def pick(list)
    list[@random.rand(list.size)]
  end

  def chance(percent)
    @random.rand(100) < percent
  end

  def weighted(table)
    total = table.values.sum
    at = @random.rand(total)
    table.each do |key, weight|
      return key if at < weight

      at -= weight
    end
  end

  def word
    pick(WORDS)
  end

  # ---- types -------------------------------------------------------------------------------

  CONTAINERS = { 'Array' => 10, 'Hash' => 9, 'Tuple' => 7, 'Struct' => 12, 'Variant' => 12, 'Optional' => 8,
                 'NotUndef' => 3, 'Sensitive' => 3, 'Type' => 4, 'Iterable' => 2, 'Iterator' => 1, 'Init' => 1,
                 'Callable' => 2 }.freeze
  LEAVES = { 'Integer' => 14, 'String' => 12, 'Enum' => 10, 'Pattern' => 7, 'Float' => 5, 'Boolean' => 6, 'bare' => 10,
             'Regexp' => 2, 'Timestamp' => 2, 'Timespan' => 2, 'SemVer' => 2, 'URI' => 1, 'Collection' => 2,
             'resource' => 3, 'alias' => 8, 'Runtime' => 1, 'Error' => 1, 'Unknown' => 1 }.freeze

  def type(depth)
    return leaf if depth <= 0 || chance(22)

    container(weighted(CONTAINERS), depth - 1)
  end

  def leaf
    kind = weighted(LEAVES)
    case kind
    when 'Integer' then integer_type
    when 'Float' then float_type
    when 'String' then chance(35) ? ty('String') : ty('String', *sizes(6))
    when 'Boolean' then chance(60) ? ty('Boolean') : ty('Boolean', chance(50))
    when 'Enum' then enum_type
    when 'Pattern' then ty('Pattern', *Array.new(1 + @random.rand(2)) { pick(PATTERNS)[0] })
    when 'Regexp' then chance(40) ? ty('Regexp') : ty('Regexp', pick(PATTERNS)[0])
    when 'Timestamp' then pick([ty('Timestamp'), ty('Timestamp', '2020-01-01'), ty('Timestamp', '2000-01-01', '2020-12-31'),
                                ty('Timestamp', :default, '2020-01-01')])
    when 'Timespan' then pick([ty('Timespan'), ty('Timespan', '0-01:00:00'), ty('Timespan', 0, 3600), ty('Timespan', :default, 5)])
    when 'SemVer' then pick([ty('SemVer'), ty('SemVer', pick(RANGES)), ty('SemVer', pick(RANGES), pick(RANGES))])
    when 'URI' then pick([ty('URI'), ty('URI', 'http://example.com'), ty('URI', { 'scheme' => 'http' }),
                          ty('URI', { 'scheme' => ty('Enum', 'http', 'https'), 'port' => nil })])
    when 'Collection' then ty('Collection', *sizes(3))
    when 'resource' then pick([ty('File'), ty('File', '/x'), ty('Notify', 'a'), ty('Resource', 'file'), ty('Resource'),
                               ty('Resource', 'user', 'bob'), ty('Class'), ty('Class', 'a::b'), ty('CatalogEntry')])
    when 'alias' then ty(pick(ALIASES.keys))
    when 'Runtime' then pick([ty('Runtime', 'ruby', 'Symbol'), ty('Runtime', 'ruby', 'String')])
    when 'Error' then pick([ty('Error'), ty('Error', 'a/b'), ty('Error', /a/, 'CODE')])
    when 'Unknown' then ty('Nope::Missing')
    else ty(pick(SCALARS))
    end
  end

  def container(kind, depth)
    case kind
    when 'Array' then ty('Array', type(depth), *maybe_sizes)
    when 'Hash' then ty('Hash', key_type, type(depth), *maybe_sizes)
    when 'Tuple'
      types = Array.new(1 + @random.rand(3)) { type(depth) }
      chance(60) ? ty('Tuple', *types) : ty('Tuple', *types, *sizes(4))
    when 'Struct'
      keys = KEYS.first(1 + @random.rand(3))
      ty('Struct', keys.map { |k| [struct_key(k), type(depth)] }.to_h)
    when 'Variant' then ty('Variant', *Array.new(2 + @random.rand(2)) { type(depth) })
    when 'Optional', 'NotUndef' then chance(10) ? ty(kind, pick(%w[a b])) : ty(kind, type(depth))
    when 'Init' then pick([ty('Init', type(0)), ty('Init', ty('Integer'), 16), ty('Init', type(depth))])
    when 'Callable'
      pick([-> { ty('Callable', type(0)) }, -> { ty('Callable', type(0), type(0), 1, 3) }, -> { ty('Callable', 0, 0) },
            -> { ty('Callable', [type(0)], type(0)) }, -> { ty('Callable', type(0), ty('Callable', type(0))) },
            -> { ty('Callable', type(0), ty('Optional', ty('Callable'))) }, -> { ty('Callable', [0, 0], type(0)) }]).call
    else ty(kind, type(depth))
    end
  end

  def struct_key(name)
    r = @random.rand(10)
    return name if r < 6

    r < 9 ? ty('Optional', name) : ty('NotUndef', name)
  end

  def key_type
    pick([ty('String'), ty('String'), ty('String', 1), ty('Integer'), ty('Enum', 'a', 'b', 'c'), ty('Pattern', /^[a-c]/),
          ty('Any'), ty('Scalar'), ty('Variant', ty('String'), ty('Integer')), ty('String', 1, 3), ty('Word')])
  end

  def integer_type
    a = @random.rand(-3..12)
    b = a + @random.rand(0..10)
    pick([ty('Integer'), ty('Integer', a), ty('Integer', a, b), ty('Integer', a, b), ty('Integer', :default, b), ty('Integer', a, a)])
  end

  def float_type
    a = (@random.rand(-4..8) / 2.0)
    b = a + (@random.rand(0..8) / 4.0)
    pick([ty('Float'), ty('Float', a), ty('Float', a, b), ty('Float', :default, b), ty('Float', a.to_i, b.to_i + 1)])
  end

  def enum_type
    words = Array.new(1 + @random.rand(3)) { pick(%w[a b c present absent Foo x-y]) }
    chance(20) ? ty('Enum', *words, true) : ty('Enum', *words)
  end

  def sizes(max)
    low = @random.rand(0..max)
    pick([[low], [low, low + @random.rand(0..3)], [:default, low + 1], [0, low], [ty('Integer', low, low + 2)]])
  end

  def maybe_sizes
    chance(35) ? sizes(3) : []
  end

  # The aliases that the source text needs, directly or through other aliases.
  def aliases_for(*sources)
    needed = []
    queue = sources.dup
    until queue.empty?
      text = queue.shift
      ALIASES.each_key do |name|
        next if needed.include?(name) || text !~ /(?<![\w:'])#{name}\b/

        needed << name
        queue << ALIASES[name]
      end
    end
    ALIASES.select { |name, _| needed.include?(name) }
  end

  # A type that is like the given one but differs in one place.
  def related(node, depth = 2)
    params = node.params
    inner = (params || []).each_index.select { |i| params[i].is_a?(Ty) || params[i].is_a?(Hash) }
    if !inner.empty? && chance(65)
      at = pick(inner)
      changed = params.dup
      if params[at].is_a?(Hash)
        key = pick(params[at].keys)
        changed[at] = related_fields(params[at], key, depth)
      else
        changed[at] = related(params[at], depth - 1)
      end
      return Ty.new(node.name, changed)
    end
    case @random.rand(9)
    when 0 then Ty.new(node.name, nil)
    when 1 then ty('Optional', node)
    when 2 then ty('NotUndef', node)
    when 3 then ty('Variant', node, type(1))
    when 4 then type(depth)
    when 5 then ty(pick(%w[Any Scalar ScalarData Data RichData Numeric String Collection Array Hash Iterable]))
    else tweak(node, depth)
    end
  end

  def related_fields(fields, key, depth)
    case @random.rand(4)
    when 0 then fields.reject { |k, _| k == key }.then { |h| h.empty? ? fields : h }
    when 1 then fields.merge('z' => type(0))
    when 2
      fields.map { |k, v| k == key && v.is_a?(Ty) ? [struct_key(k.is_a?(Ty) ? k.params[0] : k), v] : [k, v] }.to_h
    else fields.map { |k, v| [k, k == key && v.is_a?(Ty) ? related(v, depth - 1) : v] }.to_h
    end
  end

  # Changes the literal parameters of a type.
  def tweak(node, depth)
    params = node.params
    return node.name =~ /\A(Array|Hash|Tuple|Struct|Variant)\z/ ? container(node.name, depth) : node if params.nil?

    case node.name
    when 'Integer' then integer_type
    when 'Float' then float_type
    when 'Enum' then enum_type
    when 'String' then ty('String', *sizes(6))
    when 'Pattern' then ty('Pattern', *params, pick(PATTERNS)[0])
    when 'Boolean' then ty('Boolean', !params[0])
    when 'Variant' then params.size > 2 ? ty('Variant', *params[0..-2]) : ty('Variant', *params.reverse)
    when 'Array' then ty('Array', params[0], *sizes(3))
    when 'Hash' then params.size > 1 ? ty('Hash', params[0], params[1], *sizes(3)) : node
    when 'Tuple'
      types = params.grep(Ty)
      pick([ty('Tuple', *types), ty('Tuple', *types, *sizes(4)), ty('Array', types[0] || ty('Any'), *sizes(4)), ty('Tuple', *types, type(0))])
    when 'Struct' then pick([ty('Hash', ty('String'), type(0)), ty('Hash', ty('Enum', *KEYS), type(1), 1), ty('Hash', ty('String'), ty('Any'))])
    else node
    end
  end

  # ---- values ------------------------------------------------------------------------------

  def value(depth = 2)
    return scalar if depth <= 0 || chance(55)

    n = @random.rand(0..3)
    case @random.rand(6)
    when 0, 1 then Array.new(n) { value(depth - 1) }
    when 2, 3 then KEYS.sample(n, random: @random).map { |k| [k, value(depth - 1)] }.to_h
    when 4 then odd_hash(depth)
    else Rich.value('Sensitive', value(depth - 1))
    end
  end

  def odd_hash(depth)
    keys = [1, 2.5, true, nil, '', 'a', 'two words', Rich.default, [1], Rich.meta('Integer')].sample(1 + @random.rand(2), random: @random)
    Rich.hash(*keys.flat_map { |k| [k, value(depth - 1)] })
  end

  def scalar
    case @random.rand(22)
    when 0..4 then @random.rand(-20..60)
    when 5..9 then word
    when 10 then chance(50)
    when 11 then nil
    when 12 then pick([1.5, -0.25, 100.0, 1.0e20, 0.1, 3.0])
    when 13 then Rich.default
    when 14 then Rich.value('Regexp', pick(PATTERNS)[0].source)
    when 15 then rich_scalar
    when 16 then type_value
    when 17 then pick([9_223_372_036_854_775_807, -9_223_372_036_854_775_808, 65_535, 65_536, 0, -1])
    when 18 then pick([[], {}])
    else pick(%w[a b c present Foo])
    end
  end

  def rich_scalar
    pick([-> { Rich.value('Timestamp', pick(STAMPS)) }, -> { Rich.value('Timespan', pick(SPANS)) },
          -> { Rich.value('SemVer', pick(VERSIONS)) }, -> { Rich.value('SemVerRange', pick(RANGES)) },
          -> { Rich.value('URI', pick(URIS)) }, -> { Rich.value('Binary', pick(['aGVsbG8=', ''])) },
          -> { { '__ptype' => 'Deferred', 'name' => 'upcase', 'arguments' => ['x'] } },
          -> { { '__ptype' => 'Error', 'msg' => 'bad', 'kind' => 'a/b' } },
          -> { Rich.value('Symbol', 'sym') }]).call
  end

  def type_value
    10.times do
      found = Rich.type(type(1))
      return found if found
    end
    Rich.meta('Any')
  end

  # A value that should be an instance of the type.
  def instance(node, fuel = 6)
    raise NoInstance if fuel <= 0

    params = node.params || []
    types = params.grep(Ty)
    case node.name
    when 'Any', 'RichData' then value(1)
    when 'NotUndef', 'Optional'
      return nil if node.name == 'Optional' && chance(25)
      return params[0] if params[0].is_a?(String)
      return scalar || 0 if types.empty?

      instance(types[0], fuel - 1)
    when 'Undef' then nil
    when 'Default' then Rich.default
    when 'Scalar', 'ScalarData', 'RichDataKey' then pick([1, 'a', 2.5, true])
    when 'Data' then pick([1, 'a', [1, 'a'], { 'a' => 1 }, nil, true])
    when 'Numeric' then pick([1, 2.5])
    when 'Integer' then int_in(*params)
    when 'Float'
      low = params[0].is_a?(Numeric) ? params[0].to_f : -1.0
      high = params[1].is_a?(Numeric) ? params[1].to_f : low + 1.0
      pick([low, high])
    when 'Boolean' then params.empty? ? chance(50) : params[0]
    when 'String' then string_of(size_of(params))
    when 'Enum'
      words = params.grep(String)
      words = %w[a] if words.empty?
      params.last == true && chance(50) ? pick(words).swapcase : pick(words)
    when 'Pattern' then params.empty? ? word : pick((PATTERNS.find { |p, _| p == params[0] } || [nil, %w[a b]])[1])
    when 'Regexp' then Rich.value('Regexp', params.empty? ? 'x' : params[0].source)
    when 'Array', 'Collection', 'Iterable' then Array.new(size_of(params)) { types.empty? || node.name == 'Collection' ? scalar : instance(types[0], fuel - 1) }
    when 'Hash'
      count = size_of(params)
      pairs = Array.new(count) { [types[0] ? instance(types[0], fuel - 1) : word, types[1] ? instance(types[1], fuel - 1) : scalar] }
      hash_of(pairs)
    when 'Tuple'
      count = params.size == types.size ? types.size : size_of(params)
      count = types.size if types.last&.name == 'Integer' && params.size == types.size && chance(50)
      Array.new(count) { |i| types.empty? ? scalar : instance(types[i] || types.last, fuel - 1) }
    when 'Struct'
      fields = params[0] || {}
      fields.each_with_object({}) do |(key, field), result|
        next if key.is_a?(Ty) && key.name == 'Optional' && chance(40)

        result[key.is_a?(Ty) ? key.params[0] : key] = instance(field, fuel - 1)
      end
    when 'Variant'
      raise NoInstance if types.empty?

      instance(pick(types), fuel - 1)
    when 'Sensitive' then Rich.value('Sensitive', types.empty? ? scalar : instance(types[0], fuel - 1))
    when 'Type' then (types.empty? ? nil : Rich.type(chance(50) ? types[0] : related(types[0], 1))) || type_value
    when 'Timestamp' then Rich.value('Timestamp', pick(STAMPS))
    when 'Timespan' then Rich.value('Timespan', pick(SPANS))
    when 'SemVer' then Rich.value('SemVer', pick(VERSIONS))
    when 'SemVerRange' then Rich.value('SemVerRange', pick(RANGES))
    when 'URI' then Rich.value('URI', pick(URIS))
    when 'Binary' then Rich.value('Binary', 'aGVsbG8=')
    when 'Deferred' then { '__ptype' => 'Deferred', 'name' => 'upcase', 'arguments' => ['x'] }
    when 'Error' then { '__ptype' => 'Error', 'msg' => 'bad', 'kind' => pick(%w[a/b x]), 'details' => nil, 'issue_code' => 'CODE' }
    when 'Init' then types.empty? ? scalar : instance(types[0], fuel - 1)
    when 'Runtime' then Rich.value('Symbol', 'sym')
    when 'File', 'Notify', 'Resource', 'Class', 'CatalogEntry' then Rich.type(node) || type_value
    when 'Port' then pick([0, 80, 65_535])
    when 'Ens' then pick(%w[present absent])
    when 'Abs' then '/etc'
    when 'WinAbs' then pick(%w[/etc C:])
    when 'Word' then pick(%w[a abcdefgh])
    when 'OptInt' then pick([nil, 5])
    when 'Mixed' then pick([5, 'a'])
    when 'Point' then pick([{ 'x' => 1, 'y' => 2 }, { 'x' => 1, 'y' => 2, 'z' => 0.5 }])
    when 'Ports' then pick([[80], [80, 443]])
    when 'Tree' then pick([[], [1, [2, []]], [[[3]]]])
    when 'Json' then pick([1, 'a', [1, ['a', { 'b' => 2 }]], { 'a' => { 'b' => [1] } }])
    when 'Chain' then pick([{ 'v' => 1, 'kids' => [] }, { 'v' => 1, 'kids' => [{ 'v' => 2, 'kids' => [] }] }])
    when 'Nested' then pick([{}, { 'a' => 80 }, { 'a' => { 'b' => 443, 'c' => {} } }])
    else raise NoInstance
    end
  end

  def hash_of(pairs)
    return pairs.to_h if pairs.all? { |k, _| k.is_a?(String) }

    Rich.hash(*pairs.uniq { |k, _| k }.flatten(1))
  end

  def int_in(from = nil, to = nil)
    from = nil if from == :default
    to = nil if to == :default
    low = from || (to ? to - 5 : -5)
    high = to || low + 10
    pick([low, high, @random.rand(low..[high, low].max)])
  end

  def size_of(params)
    numbers = params.reject { |p| p.is_a?(Ty) || p.is_a?(Hash) }
    range = params.last if params.last.is_a?(Ty) && params.last.name == 'Integer' && params.size > 1
    numbers = range.params || [] if range && numbers.empty?
    return @random.rand(0..3) if numbers.empty?

    low = numbers[0].is_a?(Integer) ? numbers[0] : 0
    high = numbers[1].is_a?(Integer) ? numbers[1] : low + 1
    [@random.rand(low..[low, high].max), 0].max
  end

  def string_of(length)
    Array.new(length) { pick(%w[a b z é 1]) }.join
  end

  # The value changed in one place.
  def mutate(value)
    case value
    when Array
      return mutate_at(value) if !value.empty? && chance(70)

      pick([-> { value + [scalar] }, -> { value[0...-1] }, -> { scalar }, -> { value + [nil] }]).call
    when Hash
      case value['__ptype']
      when nil
        return value.merge(pick(value.keys).then { |k| { k => mutate(value[k]) } }) if !value.empty? && chance(65)

        pick([-> { value.merge('zz' => scalar) }, -> { value.reject { |k, _| k == value.keys.first } }, -> { scalar },
              -> { Rich.hash(*value.to_a.flatten(1), 1, scalar) }, -> { value.merge('' => 1) }]).call
      when 'Sensitive' then chance(70) ? Rich.value('Sensitive', mutate(value['__pvalue'])) : value['__pvalue']
      when 'Hash'
        list = value['__pvalue']
        return value if list.empty?

        at = (@random.rand(list.size) | 1).clamp(1, list.size - 1)
        Rich.hash(*list.each_with_index.map { |v, i| i == at ? mutate(v) : v })
      when /\APcore/ then type_value
      else chance(40) ? rich_scalar : scalar
      end
    when Integer
      # Puppet's Integers have 64 bits.
      pick([value + 1, value - 1, value + 1000, -value - 100, value.to_s, value.to_f, nil])
        .then { |v| v.is_a?(Integer) ? v.clamp(-9_223_372_036_854_775_808, 9_223_372_036_854_775_807) : v }
    when Float then pick([value + 10, value - 10, value.abs < 1e18 ? value.to_i : 0, value.to_s])
    when String then pick(['', value.upcase, "#{value}x", value[0, 1], 5, nil, [value], true, "#{value}#{value}#{value}"])
    when true, false then pick([!value, value.to_s, 1, nil])
    else scalar
    end
  end

  def mutate_at(list)
    at = @random.rand(list.size)
    list.each_with_index.map { |v, i| i == at ? mutate(v) : v }
  end
end

require_relative 'cases'

# Makes the requests of one kind.
class Requests
  KINDS = %w[check print assignable infer new format munge equality].freeze
  LONGEST = 420

  def initialize(seed, count, kind)
    @count = count
    @kind = kind
    @random = Random.new(seed)
    @make = Generator.new(@random)
    @seen = Set.new
  end

  # @yield [String] each request as JSON
  def each
    left = @count
    take = lambda do |request|
      line = JSON.generate(request)
      next if left <= 0 || line.size > LONGEST || !@seen.add?(line)

      left -= 1
      yield line
    end
    Cases.public_send(@kind).each(&take) if Cases.respond_to?(@kind)
    tries = @count * 20
    while left.positive? && tries.positive? && respond_to?(:"random_#{@kind}", true)
      tries -= 1
      take.call({ 'op' => @kind }.merge(send(:"random_#{@kind}")))
    end
  end

  private

  def typed(node, request)
    source = node.is_a?(String) ? node : node.source
    with_aliases({ 'type' => source }.merge(request), source)
  end

  def with_aliases(request, *sources)
    aliases = @make.aliases_for(*sources)
    aliases.empty? ? request : request.merge('aliases' => aliases)
  end

  def near(node)
    instance = @make.instance(node)
    way = @random.rand(100)
    return instance if way < 30

    way < 90 ? @make.mutate(instance) : @make.mutate(@make.mutate(instance))
  rescue Generator::NoInstance
    @make.value
  end

  def random_check
    node = @make.type(1 + @random.rand(4))
    typed(node, 'value' => @make.chance(12) ? @make.value : near(node))
  end

  def random_print
    source = @make.type(1 + @random.rand(4)).source
    typed(@make.chance(50) ? messy(source) : source, {})
  end

  # The same type, written less carefully.
  def messy(source)
    text = source.dup
    text = text.gsub(/'([a-z]\w*)'/) { @make.chance(60) ? Regexp.last_match(1) : %("#{Regexp.last_match(1)}") } if @make.chance(70)
    text = text.gsub(/Struct\[\{(.*?)\}\]/m, 'Struct[\1]') if @make.chance(30)
    text = text.gsub(', ') { @make.pick([',', ' ,', ",\n  ", ', ', ",\t", ', # note' "\n"]) }
    text = text.sub(']') { @make.pick([',]', ' ]', "\n]", ']']) } if text !~ %r{/[^/]*\]}
    text = text.gsub(' => ') { @make.pick(['=>', ' => ', "=>\n"]) }
    @make.pick(['', ' ', "\n"]) + text + @make.pick(['', ' ', "\n", ' # end'])
  end

  def random_assignable
    left = @make.type(1 + @random.rand(3))
    right = case @random.rand(10)
            when 0 then left
            when 1 then @make.type(2)
            when 2..6 then @make.related(left)
            else @make.related(@make.related(left))
            end
    left, right = right, left if @make.chance(40)
    with_aliases({ 'left' => left.source, 'right' => right.source }, left.source, right.source)
  end

  def random_infer
    { 'value' => @make.value(3) }
  end

  NEW_TYPES = %w[Integer Float Numeric Boolean String Array Hash Tuple Struct Regexp Sensitive Binary SemVer SemVerRange
                 Timespan Timestamp URI Error Deferred Type].freeze

  def random_new
    node = @make.chance(60) ? ty(@make.pick(NEW_TYPES)) : @make.type(1)
    first = @make.chance(40) ? @make.pick(Cases::NUMBER_TEXTS) : near(node)
    typed(node, 'args' => [first] + Array.new(@make.chance(75) ? 0 : 1) { @make.scalar })
  end

  def random_format
    format = "%#{@make.pick(['', '', '#', '-', '0', '+', ' ', '(', '[', '#<', '#|'])}#{@make.pick(['', '', '6', '12', '.2', '8.3'])}#{@make.pick(Cases::LETTERS)}"
    format = Rich.hash(@make.type_value, format) if @make.chance(25)
    { 'value' => @make.value(3), 'format' => format }
  end

  def random_munge
    node = @make.type(@random.rand(3))
    node = @make.type(@random.rand(2)) while node.source =~ /\A(#{Generator::ALIASES.keys.join('|')})\b/
    value = near(node)
    value = texts(value) if @make.chance(60)
    { 'type' => node.source, 'value' => value }.merge(@make.chance(25) ? { 'strings_ok' => false } : {})
  end

  # Numbers and booleans as a command line has them.
  def texts(value)
    case value
    when Array then value.map { |v| texts(v) }
    when Integer, Float, true, false then value.to_s
    else value
    end
  end
end

if $PROGRAM_NAME == __FILE__
  unless ARGV.size == 3 && Requests::KINDS.include?(ARGV[2])
    abort "usage: ruby generate.rb SEED COUNT #{Requests::KINDS.join('|')}"
  end
  $stdout.set_encoding(Encoding::UTF_8)
  Requests.new(Integer(ARGV[0]), Integer(ARGV[1]), ARGV[2]).each { |line| puts line }
end
