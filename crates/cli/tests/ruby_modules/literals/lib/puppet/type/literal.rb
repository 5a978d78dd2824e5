# encoding: utf-8
# frozen_string_literal: true

# Every way to write down a value.

require 'puppet/resource_api'
require_relative('../../puppet_x/literals')

module Literals
  WORDS = %w[one two three].freeze
  SYMBOLS = %i[alpha beta].freeze
  PREFIX = 'Enum['
  SHARED = {
    name: { type: 'String', desc: 'Its name.', behaviour: :namevar },
    "quoted": { type: 'Optional[String]', 'desc' => 'With a quoted key.' },
  }.freeze
  NUMBERS = [0, -1, 1_000, 0x1F, 0b101, 0o17, 017, 4_294_967_296, -9_223_372_036_854_775_808, 1.5, -2e3, 1.0e-3].freeze
end

LONG = <<-TEXT.freeze
    Kept as it is,
      with \t an escape, "quotes" and #{Literals::PREFIX}.
    TEXT

short = <<~TEXT
  Without what all lines
    begin with.

  	And a tab.
TEXT

Puppet::ResourceApi.register_type({
  name: :literal,
  desc: LONG + short + <<~'RAW' + <<~"COOKED".strip,
    No \n escape and #{no} value.
  RAW
    One \x41\u00e4\u{1F600} escape.
  COOKED
  attributes: Literals::SHARED.merge(
    ensure: { type: 'Enum[present, ' 'absent]', desc: 'Adjacent ' "texts" ' here.', default: 'present' },
    choice: { type: Literals::PREFIX + Literals::WORDS.map { |word| "'#{word}'" }.join(', ') + ']', desc: %q(In (nested) 'quotes'.), default: Literals::WORDS[0] },
    listed: { type: "Optional[Enum['#{%w[b a].sort.join("', '")}']]", desc: %Q{A #{'nested'} one.} },
    **{ splat: { type: 'Optional[String]', desc: %(Percent.) } },
  ),
  title_patterns: [
    { pattern: %r{\A(?<name>[a-z/]+)\z}, desc: "Letters and \"slashes\"." },
    { pattern: /\A(?<name>\d\/\d)\z/mix, desc: 'Digits' },
  ],
  features: %w[canonicalize] + ['simple_get_filter'],
  autorequire: { file: ['$choice', '/const'], 'Package' => "apt" },
  numbers: Literals::NUMBERS,
  symbols: [*Literals::SYMBOLS, :"with blank", :'single', :a?, :[]=, :+],
  nothing: nil, yes: true, no: false,
  character: ?a,
  nested: [[], {}, [[1, [2]]], { 1 => 'one', 1.5 => :float, nil => 0, 'deep' => { deeper: { deepest: %w[a b] } } }],
  patterns: [/a/, /b/i, %r{c/d}x],
  same: 'first', 'other' => 'x',
})
