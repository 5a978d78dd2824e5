require 'date'
require 'set'
require 'ostruct'

# Values as providers return them that take them from libraries.
class Puppet::Provider::Odd::Odd
  class Text < String; end
  class Map < Hash; end
  Point = Struct.new(:x, :y)

  VALUES = {
    'nil' => { value: nil },
    'symbol' => { value: :symbol },
    'symbol_text' => { text: :symbol },
    'float' => { value: 1.5, number: 2.0 },
    'exponent' => { value: 1.0e30, number: 1e-9 },
    'nan' => { value: Float::NAN },
    'infinity' => { number: Float::INFINITY },
    'bignum' => { value: 2**70 },
    'negative' => { number: -2**63 },
    'rational' => { value: Rational(1, 3) },
    'time' => { value: Time.at(0).utc },
    'date' => { value: Date.new(2020, 2, 29) },
    'set' => { value: Set.new([1, 2]) },
    'range' => { value: (1..3) },
    'regexp' => { value: /a.b/i },
    'struct' => { value: Point.new(1, 2) },
    'open_struct' => { value: OpenStruct.new(a: 1) },
    'object' => { value: Object },
    'subclasses' => { value: Text.new('sub'), map: Map.new.merge!('a' => 1) },
    'nested_symbols' => { map: { a: :b, 'c' => { d: [:e] } } },
    'integer_keys' => { map: { 1 => 'one', nil => 'nothing', 2.5 => 'more' } },
    'empty' => { text: '', list: [], map: {} },
    'deep' => { list: [[[[['deep']]]]] },
    'null_byte' => { text: "a\0b" },
    'newline' => { text: "two\nlines", list: ["a\nb"] },
    'quotes' => { text: %q(it's "quoted" \\ and $this), list: ["'", '"', '\\', '$'] },
    'unicode' => { text: "grün \u{1F600} \u200b \u2028" },
    'utf16' => { text: 'wide'.encode('UTF-16LE') },
    'latin1' => { text: "caf\xe9".dup.force_encoding('ISO-8859-1') },
    'ascii' => { text: 'ascii'.encode('US-ASCII') },
    'binary' => { text: "raw \xff\x00".b },
    'invalid' => { text: "bad \xff byte" },
    'frozen' => { text: 'frozen'.freeze, list: ['x'.freeze].freeze },
    'long' => { text: 'x' * 5_000 },
    'version' => { value: Gem::Version.new('1.2.3') },
    'sensitive' => { value: Puppet::Pops::Types::PSensitiveType::Sensitive.new('hidden') },
    'ensure_symbol' => { ensure: :present },
    'ensure_true' => { ensure: true },
    'extra_nil' => { text: nil, number: nil, list: nil },
  }.freeze

  def get(context)
    wanted = File.join(ENV['SCRATCH'], 'value')
    names = File.exist?(wanted) ? File.read(wanted).split : VALUES.keys - %w[nan utf16 binary invalid latin1]
    context.debug("Told by a provider: #{names.size}")
    names.map { |name| { name: name, ensure: 'present' }.merge(VALUES.fetch(name)) }
  end

  def set(context, changes)
    changes.each do |name, change|
      context.updating(name) do
        should = change[:should]
        File.write(File.join(ENV['SCRATCH'], 'set'), "#{name}: #{should.to_a.inspect}\n", mode: 'a')
      end
    end
  end
end
