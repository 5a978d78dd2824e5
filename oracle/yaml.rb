#!/usr/bin/ruby
# frozen_string_literal: true

# yaml.rb - records what Psych (Ruby 3.1, Psych 4) makes of YAML, and how it writes values.
#
#   ruby oracle/yaml.rb             writes crates/pcore/tests/golden/yaml-read.jsonl and yaml-write.jsonl
#   ruby oracle/yaml.rb --check     tells whether the files are what would be written, and exits 1 if not
#   ruby oracle/yaml.rb --ask       reads JSON lines on stdin, a text or {"write": value}, and answers each
#
# One JSON object a line. Reading is Psych.safe_load with symbols and aliases, as Puppet reads Hiera data:
#
#   {"text": T, "value": V}                                  read
#   {"text": T, "error": message, "class": C, "line": l, "column": c}   refused (line and column of syntax errors)
#   {"text": T, "internal": C}                               Ruby itself failed inside of Psych
#   plus "all": [V...], of all documents, where there are several and all can be read
#
# Writing is value.to_yaml: {"value": V, "text": T} or {"value": V, "internal": C}.
#
# Values: null, booleans, strings and integers of 64 bits as JSON; {"F": text} floats, {"S": name} symbols,
# {"I": digits} larger integers, {"B": base64} strings that are no UTF-8, {"H": [[k, v]...]} hashes, {"X": text}
# anything else (a recursive structure, a class).
#
# Everything is deterministic: generated and mutated cases come from random numbers with a fixed seed.

Encoding.default_external = Encoding::UTF_8
$VERBOSE = nil

require 'json'
require 'psych'
require 'date'

module Coding
  INTERNAL = [NoMethodError, FrozenError, NameError, SystemStackError, RangeError].freeze

  def self.encode(value, seen = [])
    case value
    when nil, true, false then value
    when Integer then value.bit_length < 64 ? value : { 'I' => value.to_s }
    when Float then { 'F' => value.to_s }
    when Symbol then { 'S' => value.to_s }
    when String
      text = value.dup.force_encoding('UTF-8')
      text.valid_encoding? ? text : { 'B' => [value].pack('m0') }
    when Array, Hash
      return { 'X' => 'recursive' } if seen.any? { |other| other.equal?(value) }

      inner = seen + [value]
      return value.map { |item| encode(item, inner) } if value.is_a?(Array)

      { 'H' => value.map { |key, item| [encode(key, inner), encode(item, inner)] } }
    else { 'X' => value.class.name }
    end
  end

  def self.decode(coded)
    case coded
    when Array then coded.map { |item| decode(item) }
    when Hash
      kind, content = coded.first
      case kind
      when 'F' then { 'NaN' => Float::NAN, 'Infinity' => Float::INFINITY, '-Infinity' => -Float::INFINITY }.fetch(content) { Float(content) }
      when 'S' then content.to_sym
      when 'H' then content.to_h { |key, value| [decode(key), decode(value)] }
      end
    when String then coded.dup
    else coded
    end
  end
end

def read(text)
  answer = { 'text' => text }
  begin
    answer['value'] = Coding.encode(Psych.safe_load(text, permitted_classes: [Symbol], aliases: true))
  rescue Psych::SyntaxError => e
    answer.merge!('error' => e.message, 'class' => e.class.name, 'line' => e.line, 'column' => e.column)
  rescue *Coding::INTERNAL => e
    return answer.merge('internal' => e.class.name)
  rescue TypeError => e
    return answer.merge('internal' => e.class.name) unless e.message.start_with?("can't convert")

    answer.merge!('error' => e.message, 'class' => e.class.name)
  rescue StandardError => e
    answer.merge!('error' => e.message, 'class' => e.class.name)
  end
  answer.merge(all(text))
end

def all(text)
  documents = Psych.parse_stream(text).children
  return {} if documents.size < 2

  values = documents.map do |document|
    loader = Psych::ClassLoader::Restricted.new(['Symbol'], [])
    Psych::Visitors::ToRuby.new(Psych::ScalarScanner.new(loader), loader).accept(document)
  end
  { 'all' => values.map { |value| Coding.encode(value) } }
rescue StandardError
  {}
end

def write(coded)
  { 'value' => coded, 'text' => Coding.decode(coded).to_yaml }
rescue StandardError => e
  { 'value' => coded, 'internal' => e.class.name }
end

# Plain scalars whose meaning is worth knowing; strings of the same look are worth writing.
SCALARS = %w[
  yes no on off true false y n Y N YES NO On OFF True FALSE tRuE yEs oN nO oFf null Null NULL ~ nil none None nul
  nulls yess truee offf onn nope yep tru fals of o t f yeſ oﬀ falſe ſ ﬀ
  0 1 -1 +1 00 007 08 09 018 0o17 0644 0755 0888 -0644 +0644 0b101 0B101 0b102 0b_ 0b -0b11 0x1F 0X1F 0x 0x_ 0xg 0x1_F
  1_000 1__000 1_ _1 1,000 1,,000 1,0,0 ,1 1, 10,00_0 0_ 0, 0,7 0_8 9223372036854775807 9223372036854775808
  -9223372036854775808 -9223372036854775809 12345678901234567890 0xFFFFFFFFFFFFFFFFFF -0xFFFFFFFFFFFFFFFFFF
  0777777777777777777777777 0b1111111111111111111111111111111111111111111111111111111111111111111
  1:30 1:3 01:30 1:60 1:59:59 190:20:30 -1:30 +1:30 -0:30 1:30:60 1:2:3:4 1_0:30 1__0:30 1_:30 99999999999999999999:30
  -99999999999999999999:59:59 1:30.5 1:2:30.5 1:30. 1:30.5_5 1:30._5 -1:30.5 1_0:30.5 1:300 :30 1: 12:34:56 0:0
  1.5 1. .5 -.5 +.5 . -. +. .. 1.5e3 1.5e+3 1.5E-3 1e3 1e+3 1E5 1.e+3 .e+5 -.e+5 .5e+3 1.5e 1.5e+ 1_0.5 1,0.5 1_.5 _1.5
  1.5_5 1.2.3 1.0.0 0.1 0.0 -0.0 1e400 9.9e+999 6.02e23 12e03 .inf .Inf .INF -.inf +.inf inf .nan .NaN .NAN -.nan
  +.nan .in .infx 1.0e-05 1.0e+20 0.1e+1 3.14159265358979323846
  2024-01-02 2024-1-2 2024-13-01 2024-02-30 2024-00-01 2024-01-32 24-01-02 2024-01 2024-01-02x 2024-01-002 0000-01-01
  2023-02-29 2024-02-29 1900-02-29 2000-02-29 2024-04-31 2024-19-01
  2024-01-02T03:04:05Z 2024-01-02t03:04:05 2024-01-02T03:04:05.123Z 2024-01-02T03:04:05+02:00 2024-01-02T25:04:05Z
  2024-13-02T03:04:05Z 2024-01-02T03:04:05.Z 2024-01-02T03:04:05+2 2024-01-02T03:04:05+230 2024-01-02T03:04:05-0230
  2024-01-02T03:04:05+99:00 2024-01-02T03:04 2024-01-02T3:04:05 2024-01-02T24:00:00Z 2024-01-02T24:00:01Z
  2024-01-02T03:04:60Z 2024-01-02T03:04:61Z 2024-02-31T03:04:05Z -2024-01-02T03:04:05Z 2024-01-02T03:60:05Z
  2024-01-02T03:04:05+02: 2024-01-02T03:04:05+23:59 2024-01-02T03:04:05+24:00 2024-01-00T03:04:05Z
  :a :"a" :'a' :"a :"a"b :'a"b' ::a :: : :1 :1.5 :a:b :"" :'' :a-b :"::a" ::"a" :":a" :~
  a a: a:b a#b #a -a - -- --- -1a +a a+ a,b [a {a ]a }a &a *a !a |a >a 'a "a %a @a `a ?a ? = == a=b < << <<< > | ! & * @
  % , a? a! $a (a) a*b a/b \\a /a ^a ;a é éa 日本 ½ ª ² ́ _ _a __ -é +é .é 0é 1é é1 ¿ « ‿ ٣ 0a 1a 9z 0x1p3 1e 1f 0.a -.a
].freeze

SPACED = [
  '', ' ', '  ', ' a', 'a ', ' a ', 'a b', 'a  b', "a\tb", "\ta", "a\t", 'a: b', 'a : b', 'a :b', 'a:', ': a', 'a #b',
  'a# b', '# a', '- a', '-  a', '? a', '! a', '* a', '& a', '| a', '> a', '% a', '@ a', '` a', '"a"', "'a'", '"a', "'a",
  'a"b', "a'b", "it's", 'say "hi"', "both ' and \"", ' "a"', '-"a"', '#"a"', '"', "'", '""', "''", '{}', '[]', '{a: b}',
  '[a, b]', 'a, b', '--- a', '---a', '...', '... a', '2024-01-02 03:04:05', '2024-01-02 03:04:05 Z',
  '2024-01-02 03:04:05 +02:00', '2024-01-02  03:04:05.5 -0130', '2024-01-02 03:04:05 ', '2024-01-02 x', 'yes ', ' yes',
  'no way', 'null and void', '1 2', '1.5 ', ' 1', '1 ', '~ ', ':a b', ':"a b"', ': a', ':a: b', ': ', 'C:\\path',
  '%{facts.os}', '\\n', 'a\\tb', 'http://x:80/y?z=1#q', 'user@example.com', '*.example.com', '&amp;', '<%= @x %>', '$1',
  '100%', '50 %', '1 + 1', '=a', '!ruby/object:Foo', '!!str a', '<<', ' <<', 'a <<', "\u00a0", "a\u00a0b", "\u00a0a",
  "\u2028", "a\u2028b", "a\u2029b", "a\u0085b", "\ufeff", "a\ufeffb", "a\ufffe", "\ufffd", "\ue000", "\u200b", "a\u0300",
  "\u{1F600}", "a\u{1F600}", "\u{1F600}\u{1F601} x", "x: \u{1F600}", "\u{10FFFF}", "\u{1F600}\n", "a\n\u{1F600}\nb",
  "\u7eff", "\"\u7eff\"", "-\u7eff \u0001", "\u7eff\u{1F600}", "\\x7F\\uFFFE", "\u{1F600}\u007f\ufffe", "\\uFFFE\u{1F600}",
  "\u0000", "\u0001", "a\u0007b", "\u001b[0m", "\u007f", "\u0080", "\u009f", "a\rb", "a\r\nb", "\r", "\r\n", "\b\f\v",
  "日本語 テキスト", "emoji \u2764\ufe0f", "é: è", "ñ", "ß", "Ω", "مرحبا", "हिन्दी", "한국어"
].freeze

BREAKS = [
  "\n", "\n\n", "\n\n\n", "a\n", "a\n\n", "a\n\n\n", "\na", "\n\na", "a\nb", "a\nb\n", "a\nb\n\n", "a\n\nb", " a\nb", "a\n b",
  "a \nb", "a\nb ", "a\n \nb", "a\n\n b\n", "\ta\nb", "a\n\tb", "a\tb\nc", "- a\n- b\n", "a: b\nc: d\n", "# a\nb", "a\n# b",
  "---\na", "a\n---\nb", "\n a", " \n", "\n ", " \n ", "a\n ", "yes\n", "yes\nno", "no\non", "1\n", "1\n2", "~\n", "''\n",
  "\"a\"\n", "\"\n", "-\n", "-\n\n", "-a\n", "-\"a\n", "a\n-", "a\n\"", "a\n\n\"", "x\n\n-", ":a\n", ":a\nb", "a\u2028\nb",
  "é\n", "é\nb", "a\r\nb\r\n", "a\n\u0001", "a\n\u0085b", "a\nb: \"c\"\n  d\n", "<<\n", "y\n", "n\n", "08\n", "#!/bin/sh\nset -e\necho hi\n",
  "{\n  \"a\": 1\n}\n", "  indented\n    more\n  back\n", "trailing  \nspaces\n", "end\\\nof\\\n", "a\n\n\n\n\nb", "\n\n\n\na\n\n\n\n"
].freeze

def long_texts(random)
  words = %w[lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore é日本 x:y it's "q" -dash #hash]
  texts = [76, 78, 79, 80, 81, 82, 83, 100, 127, 128, 129, 130, 161].map { |length| 'x' * length }
  texts += [70, 75, 78, 79, 80, 81, 82, 90].map { |length| "#{'x' * length} yyy zzz" }
  texts += [70, 77, 78, 79, 80, 90].map { |length| "-#{'x' * length} yyy  zzz \u0001" }
  texts += [70, 77, 78, 79, 80, 90].map { |length| "'#{'x' * length} yyy: zzz" }
  texts += [60, 65, 68, 69, 70, 71, 80].map { |length| "#{'x' * length}\u{1F600} yyy \u{1F601} zzz" }
  texts += [70, 79, 80, 85].map { |length| "#{'x ' * (length / 2)}  double   spaces #{'y ' * 20}" }
  texts += (1..40).map { Array.new(random.rand(8..40)) { words[random.rand(words.size)] }.join(random.rand < 0.2 ? '  ' : ' ') }
  texts += (1..10).map { Array.new(random.rand(8..40)) { words[random.rand(words.size)] }.join(random.rand < 0.2 ? "\n" : ' ') }
  texts << "a: #{'b ' * 60}" << "#{'c ' * 60}\n" << "- #{'d ' * 60}\n" << " #{'e ' * 60}" << "#{'f' * 200}\n#{'g ' * 100}\n"
  texts << "#{'w ' * 40}\t#{'w ' * 40}" << "#{'"q" ' * 40}" << "#{"it's " * 40}" << "yes #{'v ' * 60}"
end

# Strings of random characters that mean something to YAML.
def noise(random, count)
  alphabet = ['a', 'b', 'é', '0', '1', '8', ' ', ' ', ':', '-', '#', '.', ',', '_', '"', "'", "\n", "\t", '!', '&', '*', '[', ']',
              '{', '}', '|', '>', '%', '@', '~', '<', '=', '\\', '/', '+', 'e', 'y', 'n', 'x', "\u{1F600}", "\u2028", "\r"]
  Array.new(count) { Array.new(random.rand(1..9)) { alphabet[random.rand(alphabet.size)] }.join }
end

def documents(random)
  scalars = SCALARS + SPACED.grep_v(/\n/)
  plain = SCALARS.map { |text| "- #{text}" }
  plain += SPACED.map { |text| "k: #{text}" }
  roots = ['yes', '1', '~', '', ' ', "\n", "\n\n", '#', '---', '--- ', '...', "---\n...", "---\n---\n", '--- a', '%', '%YAML 1.1', "%YAML 1.1\n---\na", "%YAML 2.0\n--- a",
           "%FOO bar\n--- a", "%TAG ! tag:x,2000:\n--- !a b", "%TAG !e! tag:e:\n--- !e!a b", '!e!a b', "a\n---\nb\n---\n- c", "a\n...\nb: 1", "a: 1\n---\n[", "--- 1\n--- yes\n---\n...\n--- :a\n",
           "\ufeff", "\ufeffa: 1", "\ufeffa: 1\nb: 2\n", "ｆoo: 1", "\uf000", "\ufffda", 'a: *b', "- &a 1\n- *a\n- *b", "&a a: *a", '&a [*a]', "&a {b: *a}", "&a {<<: *a, b: 1}"]
  tags = ['!float abc', '!float', '!float yes', '!float no', '!float :a', '!float 1', '!float 1e3', '!!float 0x1F', '!!float "1_0"', '!!float " 1 "', '!!float 1.', '!!float "1."', '!!float .5',
          '!float 2024-01-01', '!float 12345678901234567890', '!!float 1__0', '!!float ""', '!!float "-1e-3"', '!!float "e3"', '!!float "1 2"', '!omap [a: 1, b: 2]', '!!omap [a]', '!!omap [[a, b, c]]', '!!omap {a: 1}', '!omap [[]]',
          '!omap [{}]', "- &a {b: 1}\n- !omap [*a]", '!omap [{a: 1, b: 2}]', '!omap []', '!seq:Foo [a]', '!seq: [a]', '!seq [a]', '!ruby/array: [a]', '!ruby/array:Foo [a]', '!ruby/struct {a: 1}', '!ruby/struct:X {a: 1}', '!ruby/structX {a: 1}',
          '!ruby/object {a: 1}', '!ruby/object: {a: 1}', '!ruby/object:Hash {a: 1}', '!ruby/object:Symbol {a: 1}', '!ruby/object:Foo::Bar {a: 2024-01-01}', '!ruby/objectX {a: 1}', '!str {str: a}',
          '!!str {str: a, b: c}', '!!str {b: c}', '!!str {}', '!!str {str: 1}', '!!str {str: 1, b: 2}', '!!str {str: [a]}', '!str:X {str: a}', '!str:X a', '!str: a', '!strX a', '!ruby/string a', '!ruby/string:X a', '!ruby/exception {message: 2024-01-01 01:01:01}',
          '!ruby/exception:Foo {a: 1}', '!ruby/exception {a: 1}', '!ruby/range 1..2', '!ruby/range {a: 1}', '!!set {a}', '!set {a}', '!ruby/hash-with-ivars {elements: {a: 1}, ivars: {"@b": 2}}',
          '!ruby/hash-with-ivars:X {elements: {a: 1}}', '!ruby/hash-with-ivars {}', '!ruby/hash-with-ivars {x: *y, elements: {a: 1}}', '!ruby/hash-with-ivars {elements: a}', '!map:X {a: 1}', '!map: {a: 1}', '!map {a: 1}', '!ruby/hash:X {a: 1}', '!ruby/marshalable:X {a: 1}', '!ruby/class String', '!ruby/class Symbol',
          '!ruby/class ""', '!ruby/module Kernel', '!ruby/encoding utf-8', '!ruby/encoding nope', '!ruby/sym foo', '!ruby/symbol "a b"', '!ruby/symx foo', '!ruby/sym:x foo', '!ruby/sym [a]', '!ruby/sym {a: 1}', '!ruby/regexp /a/',
          '!ruby/object:BigDecimal 1', '!ruby/object:DateTime x', '!ruby/object:Complex 1', '!ruby/object:Rational 1/2', '!ruby/object:Foo bar', '!ruby/object:Complex {real: 1}', '!binary aGVsbG8=', '!!binary "aG Vs*bG8"',
          '!!binary 4pi6', '!!binary /w==', '!!binary ""', '!!binary a', '!!binary aGVs=bG8=', "!!binary |\n  aGVs\n  bG8=\n", '!!null x', '!!bool "yes"', '!!int "0x1F"', '!!int abc', '!!int "08"', '!!timestamp 2024-01-01', '!!timestamp "2024-01-01"', '!!seq {a: 1}',
          '!!map [a]', '!foo "yes"', '!foo "~"', '!foo |' "\n  yes\n", '! "yes"', '! yes', '! [a]', '!', '!!', '!!str', '!!str ~', '!!str yes', '!!str [a]', '!str:Symbol a', '!!% a', '!%41 a', '!%c3%a9:a b', '!ruby/object:%c3%a9 {a: 1}', '!<x> a', '!<!> a', '!<> a', '!<x a',
          '!a!b c', '!yaml!str a', '!<tag:yaml.org,2002:str> 1', 'a: !!str', '- !!str', '[!!str a, !!int 1]', '!!foo 1', '!!merge <<', '!!value =', '!!python/none x']
  commas = ['[a, !, b]', '[a, ! , b]', '[!,]', '{a: !, b: 1}', '[! ]', '[!]', '[!a,b]', '[!!str,b]', '[!foo,b]', '!a,b c', '["!,", \'!a,\', !x,]', "- a!, b\n- !c, d", "- [a !,b]\n- '!,'", "# !,\n[!,!,!]",
            "a: |\n  [!,]\nb: [!,]", '{!,: a}', '{!!str,}', '[!,@]', '[!,[!,]]', "[\n!,\n!a,\n@]", '[!<a,b>,c]', '[!<a,b> d,c]', '[!e!x,a]', '[!!,a]', '[a, !, b']
  blocks = []
  ['|', '|-', '|+', '>', '>-', '>+', '|2', '|1-', '>+2', '|0', '|10', '|-+', '| # c', '|# c', '|x'].each do |head|
    ["\n  x", "\n  x\n", "\n  x\n\n", "\n  x\n  ", "\n  x\n   ", "\n\n  x\n \n   y", "", "\n", "\n ", "\n   ", "\n  x\n y", "\n  x\n# c", "\n  x\n\ty", "\n\tx", "\n   x\n  y\n", "\n  x\r\n  y\r\n"].each_with_index do |body, index|
      blocks << "a: #{head}#{body}" if index < 5 || (head.size + index) % 3 == 0
    end
  end
  structure = ["a: 1\na: 2", "{a: 1, a: 2}", "1: a\n1.0: b\n'1': c", "? [a, b]\n: c\n? {d: e}\n: f", "? a\n? b", "{? a, ? b: c}", "[a: b, ? c : d, ? e]", "{a, b: , : c}", "[,]", "[a,,b]", "{,}", "{a: b,}", "[a", "{a", "]", "}", "a]", "a: [b\nc]", "a: {b\n", "a:\n- b\n  c\n- d", "- a\n b",
               "- a\n-b", "-\n- a\n-\n  - b", "a:\n  b:\n c: d", "a: b\n c: d", "a:\n\tb", "\ta: b", "a: b\n\t", "a\tb: c", "a :\tb", "- \ta", "-\ta", "a: 'b\n  c\n\n  d'", "a: \"b\\\n  c\\n\n  d\"", "\"a\\x41\\u00e9\\U0001F600\\e\\0\\_\\N\\L\\P\\/\\ \\\t\"", "\"\\q\"", "\"\\x4\"", "\"\\ud800\"", "\"\\U00110000\"", "'a", "\"a", "\"a\\", "\"a\\\\", "'a\\", "'a' b", "\"a\" b: c", "a: 'b' c", "a 'b'", "'a':b", "\"a\":b", "{\"a\":b}", "{a:b}", "[a:b]", "[\"a\":b]", "{'a':1}",
               "&a b", "&a", "&a &b c", "&a *b", "& a", "*", "* a", "&a: b", "*a : b", "- &a b: c\n- *a", "- &a {b: c}\n- *a\n- d: *a", "- &a 1\n- &a 2\n- *a", "a: &x [1, 2]\nb: *x\nc: [*x, *x]", "a: &é b\nc: *é", "- &a\n- *a", "- &a\n  b: 1\n- *a",
               "base: &b {x: 1, y: 2}\nc: {<<: *b, y: 3}\nd: {y: 3, <<: *b}", "b: &b {x: 1}\nc: &c {x: 2, y: 3}\nd: {<<: [*b, *c]}", "<<: {a: 1}\na: 2", "a: 2\n<<: {a: 1}", "<<: 1", "<<:", "'<<': {a: 1}", "\"<<\": {a: 1}", "!!str <<: {a: 1}", "!str <<: {a: 1}", "<<: [{a: 1}, 2]", "<<: []", "<<: [[]]", "<<: !omap [a: 1]", "<<: {<<: {a: 1}, b: 2}", "b: &b [{x: 1}]\nc: {<<: *b}", "b: &b 1\nc: {<<: *b}", "b: &b {x: 1}\nc: {<<: *b, <<: {y: 2}}", "<<: !foo {a: 1}", "<<: !!str {str: a}", "? <<\n: {a: 1}", "&m <<: {a: 1}\nb: {*m : {c: 1}}",
               "k#{'k' * 1030}: v", "[#{'a, ' * 400}b]: c", "? #{'k' * 1030}\n: v", "\"#{'k' * 1100}\": v", "a: b: c", "a: - b", "- - a\n  - b\n- c", "- a: b\n  c: d\n-\n  e: f", "a: # c\n  b", "a: b # c\n#d\ne: f#g", "#a\n#b\n---\n#c\nd\n#e", "a: @b", "a: `b`", "a: %b", "%a", "a: |b", "a: >b", "a: !b", "a: &b", "a: b\n...\n%YAML 1.1\n---\nc", "a: \"\u0001\"", "a: \u0007", "x\u0000y", "a: \u{1F600}", "\u{1F600}: a", "a: \u0085b", "a: b\u2028c", "a\rb: c", "a: 1\rb: 2\r", "a: 1\r\nb: 2\r\n", "- 'a\r\n  b'",
               "a: no\n\n  on", "a: ~\n\n  ~", "a: ye\n\n  s", "a: on\n\n  x", "a: 1\n  2", "a: :b\n  c", "a: 2024-01-02\n  03:04:05", "a: \n  b\n  c\n\n\n  d\n", "a:\n  - b\n  c: d", "a\nb", "a\nb: c", "a:\n  b\n c", "---a", "--- a: b", "---\ta", "--- - a", "--- |\n a", "--- >\n a\n b\n...", "--- 'a'\n--- b", "...\na", "... a", "a ...", "a\n... b", "-", "- ", "?", "? ", ":", ": ", ": a", "? : a", "[?]", "[:]", "[-]", "[- a]", "{-}", "{:}", "[a, - b]", "[- ]", "-a", "-- a", "a: -", "a: -1", "a: - 1", "a: ?", "a: ? b", "a: :", "a: ::", "a: b:", "a: b:c:", "[a:]", "[a: ]", "[:a]", "[::]", "{:a: 1}", "{:a : 1}", "{a: :b}"]
  real = ["# hiera\n---\nversion: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: \"Per-node\"\n    path: \"nodes/%{trusted.certname}.yaml\"\n  - name: Common\n    paths:\n      - common.yaml\n",
          "profile::users:\n  root: {uid: 0, shell: /bin/bash}\n  'www-data':\n    uid: 33\n    groups: [adm, \"ssl-cert\"]\nmode: 0644\nenabled: yes\nmotd: |\n  Welcome\n    to %{facts.fqdn}\n\nnote: >-\n  folded\n  text\n",
          "lookup_options:\n  '^profile::.*':\n    merge:\n      strategy: deep\n      knockout_prefix: '--'\n:symbol: :value\n? complex key\n: [1, 2.5, ~, 0x1F]\nanchor: &a\n  x: 1\nuse:\n  <<: *a\n  y: [*a]\n",
          "--- !ruby/object:Puppet::Transaction::Report\nhost: a\n", "{\"json\": [1, 2.0, null, true, \"a\\u00e9\\n\"], \"b\": {\"c\": -1.5e+10}}"]
  fixed = roots + plain + tags + commas + blocks + structure + real
  fixed += scalars.select { |text| text.size < 12 }.each_slice(9).map { |slice| "[#{slice.join(' , ')}]" }
  seeds = real + structure.select { |text| text.size.between?(8, 200) } + blocks.sample(30, random: random) + tags.sample(40, random: random) + commas
  inserts = ['a', ' ', '  ', "\n", ':', ': ', '- ', ',', '[', ']', '{', '}', '#', ' #', '&a ', '*a', '!', '!b ', '|', '>', "'", '"', '%', '@', '\\', '?', '? ', '---', "\n---\n", '...', "\t", '<<: ', '1', '~', "\r", 'é', "\u{1F600}", "\u0001", "\u2028", '0', '.', '_']
  mutated = Array.new(1200) do
    text = seeds[random.rand(seeds.size)].dup
    random.rand(1..3).times do
      at = random.rand(text.size + 1)
      case random.rand(4)
      when 0 then text.insert(at, inserts[random.rand(inserts.size)])
      when 1 then text.slice!(at, random.rand(1..3))
      when 2 then text[at, 1] = inserts[random.rand(inserts.size)] if at < text.size
      else text = random.rand(3).zero? ? text[0, at] : text.insert(at, text[random.rand(text.size + 1), random.rand(1..6)] || '')
      end
    end
    text
  end
  fixed + noise(random, 500).map { |text| random.rand(2).zero? ? text : "a: #{text}" } + mutated
end

def random_value(random, strings, depth)
  case random.rand(depth.zero? ? 8 : 12)
  when 0 then [nil, true, false][random.rand(3)]
  when 1 then [0, -1, 7, 420, 2**62, -(2**63), 2**63 - 1][random.rand(7)]
  when 2 then { 'F' => [0.0, -0.0, 1.5, 1e15, 1e-5, 1e100, 123_456_789.125][random.rand(7)].to_s }
  when 3 then { 'S' => %w[a ensure present some_name foo-bar a:b 1 yes][random.rand(8)] }
  when 4..7 then strings[random.rand(strings.size)]
  when 8, 9 then Array.new(random.rand(0..4)) { random_value(random, strings, depth - 1) }
  else
    pairs = Array.new(random.rand(0..4)) { [random_key(random, strings), random_value(random, strings, depth - 1)] }
    { 'H' => pairs.uniq(&:first) }
  end
end

def random_key(random, strings)
  case random.rand(12)
  when 0 then [nil, true, 1, -5, { 'F' => '1.5' }, { 'S' => 'sym' }][random.rand(6)]
  when 1 then random_value(random, strings, 1).then { |value| contains_zero?(value) ? 'zero' : value }
  else strings[random.rand(strings.size)]
  end
end

# -0.0 and 0.0 are one key to Ruby, but not one text.
def contains_zero?(value)
  value.to_s.include?('0.0')
end

def values(random)
  strings = SCALARS + SPACED + BREAKS + long_texts(random) + noise(random, 400)
  scalars = [nil, true, false, 0, 1, -1, 420, 10**15, 2**63 - 1, -(2**63)]
  scalars += %w[0.0 -0.0 1.0 -1.5 0.1 100.0 1e15 1e16 123456789012345680.0 999999999999999.9 9999999999999998.0 1e-4 1e-5 0.00012 1.0e+20 1e100 1e-100 5e-324 1.7976931348623157e308 3.141592653589793 NaN Infinity -Infinity].map do |text|
    { 'F' => %w[NaN Infinity -Infinity].include?(text) ? text : Float(text).to_s }
  end
  scalars += (%w[a a_b a-b A 1 yes no :a a:b a? a! a= [] == "a" 'a' a#b é y ~ - -a] + ['', ' ', 'a b', 'a: b', 'a #b', ' a', 'a ', "a\nb", "\u{1F600}", "\n", 'x' * 100, 'x ' * 60]).map { |name| { 'S' => name } }
  short = strings.select { |text| text.size < 30 }
  nested = [[], { 'H' => [] }, [[]], [[[]]], [{ 'H' => [] }], { 'H' => [['a', []]] }, { 'H' => [['a', { 'H' => [] }]] }, [[], []], [[1, 2], [3]], [[[1], 2], { 'H' => [['a', [1]]] }],
            { 'H' => [['a', { 'H' => [['b', { 'H' => [['c', [1, { 'H' => [['d', nil], ['e', [nil]]] }]]] }]] }]] }, [nil, [nil]], { 'H' => [['a', nil], ['b', '']] }, { 'H' => [[[], 1]] },
            { 'H' => [[{ 'H' => [] }, 1]] }, { 'H' => [[[1, 2], 'x']] }, { 'H' => [[{ 'H' => [['a', 1]] }, { 'H' => [['b', 2]] }]] }, { 'H' => [[nil, nil]] }, { 'H' => [['', '']] }, { 'H' => [[true, false], [1, 2], [{ 'F' => '1.5' }, 'f'], [{ 'S' => 'a' }, { 'S' => 'b' }]] },
            [{ 'H' => [['a', 1], ['b', 2]] }, { 'H' => [['a', 3]] }], [[{ 'H' => [['a', [{ 'H' => [['b', 1]] }]]] }]]]
  strings.uniq +
    scalars + nested +
    (BREAKS + SPACED + long_texts(random).select { |text| text.size > 100 }).map { |text| { 'H' => [['key', text], [text, 'value']] } } +
    (BREAKS + %w[<< y n 08 é] + long_texts(random).first(40)).map { |text| [text, [text, { 'H' => [['k', [text]]] }]] } +
    Array.new(300) { random_value(random, short, 4) } + Array.new(60) { random_value(random, strings, 3) }
end

def lines(answers)
  answers.map { |answer| JSON.generate(answer) }.uniq.join("\n") << "\n"
end

if ARGV == ['--ask']
  $stdin.each_line do |line|
    request = JSON.parse(line)
    puts JSON.generate(request.is_a?(Hash) ? write(request['write']) : read(request))
    $stdout.flush
  end
  exit
end

golden = File.expand_path('../crates/pcore/tests/golden', __dir__)
files = {
  'yaml-read.jsonl' => lines(documents(Random.new(20_240_101)).uniq.map { |text| read(text) }),
  'yaml-write.jsonl' => lines(values(Random.new(20_240_102)).map { |value| write(value) })
}
if ARGV == ['--check']
  stale = files.reject { |name, content| File.read(File.join(golden, name)) == content }.keys
  abort "not what would be written: #{stale.join(', ')}" unless stale.empty?
else
  files.each { |name, content| File.write(File.join(golden, name), content) }
end
