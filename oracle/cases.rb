# frozen_string_literal: true

# cases.rb - the curated cases of generate.rb: lists that are systematic rather than random.
module Cases
  module_function

  TS = Rich.value('Timestamp', '2020-01-02T03:04:05.678000000 UTC')
  SPAN = Rich.value('Timespan', '1-02:03:04.5')
  NEGATIVE_SPAN = Rich.value('Timespan', '-0-00:00:01.25')
  VERSION = Rich.value('SemVer', '1.2.3-rc1+b2')
  RANGE = Rich.value('SemVerRange', '>=1.0.0 <2.0.0')
  BINARY = Rich.value('Binary', 'aGVsbG8=')
  REGEXP = Rich.value('Regexp', 'a/b\\d')
  URI_VALUE = Rich.value('URI', 'https://u:p@example.com:8443/x?q=1#f')
  SECRET = Rich.value('Sensitive', 'pw')
  DEFERRED = { '__ptype' => 'Deferred', 'name' => 'upcase', 'arguments' => ['x'] }.freeze
  ERROR = { '__ptype' => 'Error', 'msg' => 'bad', 'kind' => 'a/b', 'details' => { 'k' => 1 }, 'issue_code' => 'C' }.freeze
  DEFAULT = Rich.default
  INTEGER_TYPE = Rich.meta('Integer', 'from' => 1, 'to' => 5)
  FILE_REF = Rich.meta('Resource', 'type_name' => 'File', 'title' => '/x')

  # ---- print -------------------------------------------------------------------------------

  BARE = %w[Any Undef Default Scalar ScalarData Numeric Integer Float Boolean String Enum Pattern Regexp Collection
            Array Hash Tuple Struct Variant Callable Type Iterable Iterator Sensitive Binary Timespan Timestamp
            SemVer SemVerRange URI Error Deferred Init Object TypeSet TypeAlias TypeReference Runtime CatalogEntry
            Class Resource NotUndef Optional Data RichData RichDataKey Unit Annotation Puppet::LookupKey
            Puppet::LookupValue Pcore::URI Pcore::SimpleTypeName Pcore::MemberName Pcore::TypeName Pcore::QRef
            File Notify User Exec Package Service Group Tidy Schedule Filebucket Resources Stage Whit Component
            Node Cron Foo Foo::Bar ::Integer ::File Target Task Plan Pcore::IntegerType Pcore::AnyType].freeze

  # Good and messy ways to write a type.
  WRITTEN = [
    'Integer[1]', 'Integer[default]', 'Integer[default,5]', 'Integer[default, default]', 'Integer[5,5]', 'Integer[-5,-1]',
    'Integer[0x10, 0xFF]', 'Integer[010]', 'Integer[-9223372036854775808, 9223372036854775807]', 'Integer[1,9223372036854775807]',
    'Float[1]', 'Float[1.5]', 'Float[default, 2]', 'Float[1.0e3,1e10]', 'Float[-0.5, 0]', 'Float[1e-7]', 'Float[1.0e20]', 'Float[123456789012345678.0]',
    'String[0]', 'String[1,1]', 'String[default]', 'String[default,5]', 'String[-5]', 'String[-5,3]', 'String[Integer[1,5]]', 'String[0,0]', "String['x']", 'String[0,default]',
    'Boolean[true]', 'Boolean[false]', 'Enum[b,a,b]', "Enum['b', \"a\"]", 'Enum[a,b,true]', 'Enum[a,false]', 'Enum[A,a,true]', "Enum['it\\'s', 'a\\\\b', '']", 'Enum["tab\\t", "$x"]', 'Enum[true]',
    'Pattern[/a/]', "Pattern['a', /b/]", 'Pattern[Regexp[/a/]]', 'Pattern[Pattern[/a/,/b/], /c/]', 'Pattern[/a\\/b/]', 'Pattern["a/b"]', 'Pattern[a]', 'Pattern[/(?i)x/]', 'Pattern[/a"\'b/]',
    'Regexp[/a/]', "Regexp['a/b']", 'Regexp[//]', 'Regexp[Regexp[/a/]]', 'Regexp[default]', 'Regexp[undef]',
    'Array[Integer]', 'Array[Any]', 'Array[Integer,1]', 'Array[Integer,1,2]', 'Array[1,2]', 'Array[0,0]', 'Array[default,2]', 'Array[Integer,default,2]', 'Array[Integer,0]', 'Array[Integer,0,default]',
    'Array[Integer, Integer[1,2]]', 'Array[Integer[1,2]]', 'Array[Any,1,2]', 'Array[Array[Array]]',
    'Hash[String,Integer]', 'Hash[Any,Any]', 'Hash[1,2]', 'Hash[0,0]', 'Hash[String,Integer,1]', 'Hash[String,Integer,1,2]', 'Hash[String,Integer,Integer[1,2]]', 'Hash[default,5]', 'Hash[String,Any]', 'Hash[Any,Any,1]', 'Hash[default,default]', 'Hash[String,Integer,default,5]',
    'Collection[1]', 'Collection[1,2]', 'Collection[default,2]', 'Collection[0]', 'Collection[0,0]', 'Collection[Integer[1,2]]',
    'Tuple[Integer]', 'Tuple[Integer,String]', 'Tuple[Integer,1]', 'Tuple[Integer,1,2]', 'Tuple[Integer,String,1,5]', 'Tuple[Integer,default,5]', 'Tuple[Integer,2,default]', 'Tuple[0,0]', 'Tuple[Integer,0,0]', 'Tuple[Integer,Integer[1,2]]', 'Tuple[Any]', 'Tuple[Integer,1,1]', 'Tuple[Integer, String, 2, 2]',
    'Struct[{a=>Integer}]', 'Struct[a=>Integer]', 'Struct[a => Integer, b => String]', 'Struct[{}]', "Struct[{'a'=>Integer, Optional[b]=>String, NotUndef[c]=>Any}]", 'Struct[{a=>Optional[Integer]}]', 'Struct[{Optional[a]=>Any,}]', "Struct[{'two words' => Integer, 'it\\'s' => Any}]", 'Struct[{Optional[a]=>Optional[Integer]}]', 'Struct[{NotUndef[a]=>Optional[Integer]}]', 'Struct[{NotUndef[a]=>Integer}]',
    'Variant[Integer]', 'Variant[Integer,String]', 'Variant[Integer,Integer]', 'Variant[Variant[Integer,String],Boolean]', 'Variant[Undef,Integer]', 'Variant[Optional[Integer],String]', 'Variant[Enum[a],Enum[b]]', 'Variant[Pattern[/a/],Pattern[/b/]]', 'Variant[Integer[1,5],Integer[4,9]]', 'Variant[Integer[1,5],Integer[6,9]]', 'Variant[Integer[1,5],Integer[8,9]]', 'Variant[Float[1,2],Float[2,3]]', 'Variant[Any,Integer]', 'Variant[NotUndef[Integer],Undef]', 'Variant[Enum[a],Enum[b,true]]', 'Variant[Enum[b,a],String]', 'Variant[Array[Integer],Array[String]]', 'Variant[Scalar,Integer]', 'Variant[String[1],String]', 'Variant[Boolean[true],Boolean[false]]', 'Variant[Integer,Float]', 'Variant[NotUndef[Integer],NotUndef[String]]', 'Variant[Data,Undef]', "Variant[Optional['a'],Enum[b]]",
    'Optional[Integer]', "Optional['x']", 'Optional[x]', 'Optional[Optional[Integer]]', 'Optional[NotUndef[Integer]]', 'Optional[NotUndef[Any]]', 'Optional[Undef]', 'Optional[Any]', 'Optional[Variant[Integer,Undef]]', 'Optional[Enum[a]]', 'Optional[Data]', 'Optional[Integer[1,2]]', "Optional['']",
    'NotUndef[Integer]', "NotUndef['x']", 'NotUndef[Optional[Integer]]', 'NotUndef[NotUndef[String]]', 'NotUndef[Any]', 'NotUndef[Undef]', 'NotUndef[Variant[Integer,Undef]]', 'NotUndef[Data]', 'NotUndef[Variant[Integer,String]]',
    'Sensitive[String]', 'Sensitive[Integer[1,5]]', 'Sensitive[Any]', 'Sensitive[Sensitive[String]]', 'Sensitive[Enum[a,b]]', 'Sensitive[Array[String[1],1]]', 'Sensitive[Optional[String[1]]]', 'Sensitive[Struct[{a=>Integer[1]}]]',
    'Type[Integer]', 'Type[Any]', 'Type[Type]', 'Type[Type[Integer[1,2]]]', "Type[File['x']]", 'Type[Resource]', 'Type[Class]', 'Type[Optional[Integer]]', 'Type[Variant[Integer,String]]',
    'Iterable[Integer]', 'Iterable[Any]', 'Iterator[String]', 'Iterator[Any]', 'Iterable[Integer[1,2]]', 'Iterable[Iterator[Integer]]',
    'Init[Integer]', 'Init[Integer,16]', "Init[String, '%x']", 'Init[Timestamp, "%F"]', 'Init[Any]', 'Init[Variant[Integer,String]]', 'Init[Sensitive[String]]', "Init[Integer, 'x']", 'Init[Struct[{a=>Integer}]]', 'Init[Undef]', 'Init[Optional[Integer]]',
    'Callable[Integer]', 'Callable[0,0]', 'Callable[Integer,String]', 'Callable[Integer,1,3]', 'Callable[Integer,0,default]', 'Callable[[Integer],String]', 'Callable[[0,0],Any]', 'Callable[[0,0],Integer]', 'Callable[Integer,Callable]', 'Callable[Integer,Optional[Callable]]', 'Callable[[Integer,Callable[String]],Integer]', 'Callable[Any]', 'Callable[Undef]', 'Callable[0,default]', 'Callable[[],String]', 'Callable[Callable]', 'Callable[1,1]', 'Callable[0,0,Callable[Integer]]', 'Callable[Integer,2]', 'Callable[[Integer,1,2,Optional[Callable[Any]]],String]', 'Callable[String,Integer,1]',
    "Timespan[5]", "Timespan['1-00:00:00']", 'Timespan[1,5]', 'Timespan[default,5]', 'Timespan[1.5]', 'Timespan[{hours=>1}]', "Timespan[{hours=>1},{days=>1}]", 'Timespan[default]', "Timespan['00:00:10']", 'Timespan[-5, 0]', 'Timespan[0,0]',
    "Timestamp['2020-01-01']", "Timestamp['2020-01-01', '2021-01-01']", 'Timestamp[0]', 'Timestamp[1.5,2.5]', "Timestamp[default,'2020-01-01T00:00:00 CET']", 'Timestamp[default]', "Timestamp['2020-01-01T10:00:00.123 UTC']", "Timestamp[{string=>'2020', format=>'%Y'}]",
    "SemVer['1.x']", "SemVer['>=1.0.0','<0.5.0']", "SemVer['1.0.0 - 2.0.0']", "SemVer['>=1.0.0 <2.0.0']", "SemVer['1.0.0', '1.0.0']", "SemVer['~1.2', '^1.2']", "SemVer['*']", "SemVer['>1.0.0 || <0.5.0']", "SemVer['>=1.0.0','>=2.0.0']",
    "URI['http://x']", "URI['https://u@x:80/p?q#f']", "URI[{scheme=>'http'}]", "URI[{scheme=>Enum[http,https],port=>Integer[1,5]}]", "URI[{host=>/x/}]", "URI[{host=>undef}]", 'URI[{}]', "URI[{host=>NotUndef, path=>Pattern[/a/]}]", "URI['mailto:a@b']", 'URI[default]', "URI['']",
    "Error['a/b']", "Error['a','B']", 'Error[/a/]', 'Error[Enum[a,b]]', 'Error[NotUndef]', 'Error[undef]', 'Error[default,C]', 'Error[undef, undef]',
    "Resource['file']", "Resource['file','x']", 'Resource[File]', "Resource[File,'x']", "Resource['foo::bar','x']", "File['x']", "File['x','y']", "Resource['file',['x','y']]", "Notify['it\\'s']", "Foo::Bar['x']", "Resource['nope']", "Resource[Foo,'x']", "Resource['File']", 'Notify[a]', "User['a b']", "Resource['Foo::bar']", "File['']", "Resource['foo', '']",
    'Class[a]', "Class['a::b']", "Class['::a']", 'Class[a,b]', "Class['A']", 'Class[Foo]', "Class['Foo::Bar']",
    "Runtime['ruby','Foo']", "Runtime[ruby,'Foo::Bar']", "Runtime['ruby',[/x/,'y']]", "Runtime['java','x']", "Runtime['ruby']", "Runtime['ruby', '']",
    "Object[{name=>'Foo',attributes=>{a=>Integer}}]", "Object[{attributes=>{a=>Integer,b=>{type=>String,value=>'x'}}}]", 'Object[{}]', "Object[{name=>'P', attributes=>{a=>{type=>Integer, kind=>constant, value=>1}}}]",
    "TypeReference['Foo']", "TypeReference['Foo[Integer]']", "TypeAlias['Foo', Integer]", "TypeSet[{pcore_version=>'1.0.0', version=>'1.0.0', types=>{A=>Integer}}]",
    "\n  Integer [ 1 ,\n 2 ]\n", "Integer[1,2] # a comment", "# first\nInteger", "Array[\n  Integer, # the element\n  1,\n  2,\n]", 'Array[Integer,]', 'Enum[a,b,]', 'Struct[{a=>Integer,},]', "Struct[ a=>Integer , ]", 'Variant[Integer,String,]', ' Integer', 'Integer ', "\tString\t", 'Array [Integer]', 'Hash[ String,Integer ]', "/* c */ Integer", 'Optional [ String [ 1 ] ]', '(Integer)', '(Array[Integer])', 'Integer[(1)]', 'Integer;', 'Enum["a b", c]', 'Enum[a-b]', "Enum['a',b,\"c\"]", 'Enum[if]', 'Enum[class]', 'Enum[default]', 'Enum[undef]', 'Enum[and, or, in]', 'Enum[a::b]', 'Enum[9a]', 'Enum[_x]', 'Struct[{class=>Integer}]', 'Struct[{if=>Integer, default=>String}]', 'Struct[{"a"=>Integer, \'b\'=>String}]', 'Struct[{type=>String}]', 'Enum[type, function]', 'Enum[present,absent]', 'Struct[{undef=>Integer}]', 'Struct[{true=>Integer}]', 'Enum[a.b]', "Enum['\\u00e9', \"\\u00e9\"]", "Enum['日本']",
    'Pattern[/\\A[a-z]+\\z/, /^\\s*$/]', 'Pattern[/a b/]', "Pattern['\\A\\d']", 'Struct[{a=>Struct[{b=>Struct[{c=>Integer}]}]}]', 'Variant[Struct[{a=>Integer}],Hash[String,String]]'
  ].freeze

  # Types that are rejected (or accepted against expectation).
  BAD = [
    "Integer['a']", 'Integer[a]', 'Integer[1.5]', 'Integer[1,2,3]', 'Integer[]', 'Integer[5,1]', 'Integer[String]', 'Integer[true]', 'Integer[undef]', 'Integer[[1]]',
    "Float['a']", 'Float[1,2,3]', 'Float[5,1]', 'Float[a]', 'Float[2.5,1.5]', 'Numeric[1]', 'Any[1]', 'Undef[1]', 'Default[1]', 'Scalar[1]', 'ScalarData[Integer]', 'Data[Integer]', 'RichData[1]', 'Binary[1]', 'SemVerRange[1]', 'CatalogEntry[1]', 'Deferred[1]',
    'Boolean[yes]', 'Boolean[1]', 'Boolean[true,false]', "Boolean['true']", 'String[a]', 'String[1,2,3]', 'String[5,1]', 'String[1.5]', 'String[String]', 'String[true]',
    'Enum[1,2]', 'Enum[a,1]', 'Enum[Integer]', 'Enum[a,true,b]', 'Enum[[a,b]]', 'Enum[]', 'Enum[undef,a]', 'Pattern[1]', 'Pattern[]', 'Pattern[Integer]', "Pattern['[']", 'Pattern[/(/]', 'Pattern["("]', 'Pattern[undef]', 'Regexp[1]', 'Regexp[/a/,/b/]', "Regexp['(']", 'Regexp[Integer]',
    'Array[1]', "Array['a']", 'Array[Integer,1,2,3]', 'Array[Integer,a]', "Array[Integer,'1']", 'Array[Integer,String]', 'Array[Integer,2,1]', 'Array[]', 'Array[5,1]', 'Array[a]', 'Array[Integer,1.5]', 'Array[undef]',
    'Hash[String]', 'Hash[1]', 'Hash[String,1]', 'Hash[1,String]', 'Hash[String,Integer,1,2,3]', 'Hash[String,Integer,a]', 'Hash[5,1]', 'Hash[]', "Hash['a','b']", 'Hash[String,Integer,2,1]', 'Hash[Integer[0,1]]', 'Collection[a]', 'Collection[1,2,3]', 'Collection[Integer]', 'Collection[String]', 'Collection[2,1]', 'Collection[]',
    'Tuple[]', 'Tuple[1]', 'Tuple[a]', 'Tuple[Integer,a]', 'Tuple[Integer,2,1]', 'Tuple[Integer,1,2,3]', 'Tuple[1,Integer]', "Tuple['a','b']", 'Tuple[Integer,-1]', 'Tuple[[Integer]]', 'Tuple[Integer,1,a]',
    'Struct[]', 'Struct[Integer]', 'Struct[a]', 'Struct[{a=>1}]', "Struct[{a=>'x'}]", 'Struct[{1=>Integer}]', 'Struct[{a=>Integer},{b=>Integer}]', 'Struct[{Integer=>Integer}]', "Struct[{''=>Integer}]", 'Struct[{Optional[Integer]=>Integer}]', 'Struct[{Optional=>Integer}]', 'Struct[[a,Integer]]', 'Struct[{a=>Integer}, 1]', 'Struct[{String=>Integer}]', 'Struct[{Enum[a]=>Integer}]', 'Struct[{Enum[a,b]=>Integer}]', 'Struct[{Optional[Enum[a]]=>Integer}]', 'Struct[a=>Integer, {b=>String}]',
    'Variant[]', 'Variant[1]', 'Variant[Integer,a]', "Variant['a','b']", 'Variant[undef]', 'Optional[]', 'Optional[1]', 'Optional[Integer,String]', 'Optional[undef]', 'Optional[/a/]', 'Optional[true]', 'Optional[[Integer]]', 'NotUndef[]', 'NotUndef[1]', 'NotUndef[Integer,String]', 'NotUndef[/a/]', 'NotUndef[undef]',
    'Sensitive[1]', 'Sensitive[Integer,String]', "Sensitive['a']", 'Sensitive[]', 'Type[1]', 'Type[Integer,String]', "Type['a']", 'Type[]', 'Type[integer]', 'Iterable[1]', 'Iterable[Integer,String]', 'Iterator[1]', 'Iterator[]', 'Iterator[Integer,Integer]', 'Init[1]', 'Init[]', "Init['a']", 'Init[[Integer]]',
    'Callable[]', 'Callable[1]', 'Callable[a]', 'Callable[1,2,3]', 'Callable[[Integer],String,Integer]', 'Callable[[Integer]]', 'Callable[String,1,2,3]', 'Callable[2,1]', 'Callable[Integer,5,1]', "Callable['a']", 'Callable[[Integer],1]', 'Callable[Callable,Callable]',
    "Timespan['junk']", 'Timespan[1,2,3]', 'Timespan[5,1]', 'Timespan[true]', 'Timespan[{junk=>1}]', 'Timespan[]', 'Timespan[Integer]', "Timespan['10:20']", "Timestamp['junk']", 'Timestamp[1,2,3]', "Timestamp['2021-01-01','2020-01-01']", 'Timestamp[true]', 'Timestamp[{junk=>1}]', 'Timestamp[]', "Timestamp['2020-13-45']",
    "SemVer['junk']", 'SemVer[1]', 'SemVer[]', 'SemVer[Integer]', "SemVer['1.2.3.4']", 'URI[1]', "URI['a','b']", 'URI[{junk=>1}]', "URI['http://[']", 'URI[]', 'URI[{port=>String}]', "URI[{port=>'x'}]", 'URI[{scheme=>1}]', "URI['not a uri']",
    'Error[1]', "Error['a','b','c']", 'Error[]', 'Error[Integer]', 'Resource[]', 'Resource[1]', "Resource['a','b','c']", 'Resource[String]', "Resource['']", "Resource['bad name']", "Resource['file',1]", 'File[1]', 'File[]', 'File[undef]', 'Foo[1]', "Foo::Bar[1]", "Resource['file',Integer]", "Resource['FILE','x']", 'Class[]', 'Class[1]', "Class['bad name']", "Class['']", 'Class[undef]', 'Runtime[]', 'Runtime[1]', "Runtime['ruby','a','b']", 'Runtime[1,2]', 'Object[]', 'Object[1]', "Object['a']", 'Object[{junk=>1}]', 'Object[{attributes=>{A=>Integer}}]', 'Object[{attributes=>{a=>1}}]', 'Object[{attributes=>{a=>{type=>Integer,kind=>junk}}}]', 'TypeSet[]', 'TypeSet[1]', 'TypeSet[{}]', 'TypeSet[{pcore_version=>1}]', 'TypeReference[1]', 'TypeReference[]', 'TypeAlias[1]', 'TypeAlias[a]',
    '', ' ', '1', "'Integer'", 'integer', 'garbage', 'undef', 'default', 'true', '/a/', '[Integer]', '{a=>Integer}', '$x', 'Integer[$x]', 'Integer[', 'Integer]', 'Integer[1', 'Integer[1]]', 'Integer[1 2]', 'Integer[,1]', 'Integer[1,,2]', 'Array[Integer', "Enum['a", 'Enum["a', 'Pattern[/a]', 'Struct[{a=>Integer]', 'Struct[{a=>}]', 'Struct[{a Integer}]', 'Struct[{a:Integer}]', 'Integer String', 'Integer, String', 'Integer | String', 'Integer()', 'Integer.new', 'Integer[1][2]', 'Array[Integer][1]', 'Array[Integer] + 1', 'foo::bar', 'Foo::', '::', 'Foo::bar', 'foo::Bar', '@', 'Int eger', '!Integer', '-1', 'Integer[-a]', 'Integer[1+1]', 'Integer[-(1)]', 'Integer[1..2]', "Integer['1']", 'Optional[Typo[String]]', 'Typo[String, Integer]', 'Array[Typo]', 'Struct[{a=>Typo[1]}]', 'Variant[Typo,Integer]', 'Enum["${x}"]', 'Enum["a${1}"]', 'Integer{', 'if', 'class', 'Class', 'type Foo = Integer', 'Integer[true ? 1]', '€', 'Éa', 'I€', "Integer\u00a0[1]", 'Integer[１]', "Enum['a'\n'b']", 'notice(1)', 'f(x)', "@(END)\nx\n| END", "Integer[1]\nString", 'Integer[08]', 'Integer[0b11]', 'Integer[1_000]', 'Integer[99999999999999999999]', 'Float[1.]', 'Float[.5]', 'Float[1e400]', 'Integer[0xZZ]'
  ].freeze

  def print
    (BARE + WRITTEN + BAD).map { |text| { 'op' => 'print', 'type' => text } } + aliased
  end

  def aliased
    tests = %w[Port Ens Abs WinAbs Word OptInt Mixed Point Ports Tree Json Chain Nested] +
            ['Array[Port]', 'Optional[Port]', 'Variant[Port, String]', 'Optional[OptInt]', 'NotUndef[OptInt]', 'Variant[Tree, Json]',
             'Array[Tree]', 'Struct[{a => Point}]', 'Sensitive[Port]', 'Type[Port]', 'Port[1]', 'Variant[Ens, Enum[x]]', 'Variant[Abs, WinAbs]',
             'Optional[Ens]', 'Hash[Word, Port]', 'Tuple[Port, 1, 2]', 'Init[Port]', 'Callable[Port]', 'Iterable[Port]', 'Variant[OptInt, String]', 'Array[Json, 1]']
    generator = Generator.new(Random.new(0))
    tests.map { |text| { 'op' => 'print', 'type' => text, 'aliases' => generator.aliases_for(text) } }
  end

  # ---- check -------------------------------------------------------------------------------

  SAMPLE_VALUES = [nil, true, 0, -7, 5, 1.5, 'a', '', 'Foo', '5', [], [1], ['a', 1], [[1]], {}, { 'a' => 1 }, { 'a' => { 'b' => 'x' } },
                   Rich.hash(1, 2), DEFAULT, REGEXP, TS, SPAN, VERSION, RANGE, BINARY, URI_VALUE, SECRET, DEFERRED, ERROR,
                   Rich.meta('Any'), INTEGER_TYPE, Rich.meta('String'), FILE_REF, Rich.meta('Class', 'class_name' => 'a'),
                   Rich.meta('Enum', 'values' => %w[a b]), Rich.value('Symbol', 'sym')].freeze

  # Every type without parameters and some with them, each for a third of the sample values.
  CHECKED = (BARE.first(44) + ['Iterable[Integer]', 'Iterable[String]', 'Type[Type]', 'Type[Numeric]', 'Type[Resource]', 'Type[CatalogEntry]',
                               'NotUndef[Integer]', 'Optional[String[1]]', 'Sensitive[Integer]', "Optional['a']", "NotUndef['a']", 'Collection[1]',
                               'Array[0,0]', 'Hash[0,0]', 'Tuple[Integer,0]', 'Struct[{}]', 'Init[Integer]', 'Init[Boolean]', "URI['http://example.com']",
                               "SemVer['1.x']", 'Error[x]', 'Timespan[0,5]', 'Timestamp[0,5]', 'Variant[Integer,String[1]]', 'Foo']).freeze

  def check
    mismatch_table + CHECKED.each_with_index.flat_map do |type, t|
      chosen = SAMPLE_VALUES.each_with_index.select { |_, v| ((t + v) % 3).zero? }
      chosen.map { |value, _| { 'op' => 'check', 'type' => type, 'value' => value } }
    end
  end

  # The cases of the specification's table of mismatch messages.
  def mismatch_table
    s = 'Variant[Hash[String,String],Array[String]]'
    [['Integer', 'a'], ['Integer', 1.5], ['Integer', nil], ['Integer', true], ['Integer', [1]], ['Integer', { 'a' => 1 }],
     ['Integer', Rich.meta('Integer')], ['Integer', DEFAULT], ['Integer', REGEXP], ['Integer[1,10]', 50], ['Integer[default,5]', 9],
     ['Float', 1], ['Float[0.0,1.0]', 2.5], ['Numeric', 'x'], ['String', 1], ['String[1]', ''], ['String[5]', 'abc'], ['String[1,2]', 'abc'],
     ['Boolean', 'true'], ['Boolean[true]', false], ['Enum[a,b]', 'c'], ['Enum[a,b]', 5], ["Enum['a','b',true]", 'C'], ["Enum['a','b',true]", 'B'],
     ['Pattern[/^a/]', 'xyz'], ['Pattern[/^a/, /b$/]', 'xyz'], ['Pattern[/^a/]', 5], ['Optional[Integer]', 'x'], ['Optional[Enum[a,b]]', 'x'],
     ['Optional[String[1]]', ''], ['Optional[Pattern[/a/]]', 'x'], ['Variant[Integer,String]', true], ['Variant[Integer,Boolean,Array]', 'x'],
     ['Variant[Integer[1,5],Enum[x]]', 9], ['Variant[Enum[a],Enum[b]]', 'c'], ['Variant[Undef,Integer]', 'x'], ['NotUndef', nil], ['NotUndef[Integer]', 'x'],
     ['Undef', 1], ['Array', 'x'], ['Array[Integer]', ['a']], ['Array[Integer]', [1, 'a', 2]], ['Array[Integer,2]', [1]], ['Array[Integer,0,1]', [1, 2]],
     ['Array[Integer,2,3]', 'x'], ['Array[String[1]]', ['a', '']], ['Array[Array[Integer]]', [[1], ['x']]], ['Hash', []], ['Hash[String,Integer]', { 'a' => 'x' }],
     ['Hash[String,Integer]', Rich.hash(1, 1)], ['Hash[String,Integer,1]', {}], ['Hash[Pattern[/^a/],Any]', { 'b' => 1 }], ['Tuple[Integer,String]', [1]],
     ['Tuple[Integer,String]', [1, 2]], ['Tuple[Integer,String]', [1, 'a', 'b']], ['Tuple[Integer,String,1,3]', []], ['Tuple[Integer]', 'x'],
     ['Struct[{a=>Integer}]', {}], ['Struct[{a=>Integer}]', { 'a' => 'x' }], ['Struct[{a=>Integer}]', { 'a' => 1, 'b' => 2 }],
     ['Struct[{a=>Integer,Optional[b]=>String}]', { 'b' => 1 }], ['Struct[{a=>Integer}]', 'x'], ['Struct[{a=>Struct[{b=>Integer}]}]', { 'a' => { 'b' => 'x' } }],
     ['Array[Struct[{a=>Integer}]]', [{ 'a' => 1 }, { 'a' => 'z' }]], ['Hash[String,Struct[{a=>Integer}]]', { 'k' => { 'a' => 'z' } }],
     ['Struct[{a=>Optional[Integer]}]', {}], ['Struct[{NotUndef[a]=>Optional[Integer]}]', {}], ['Struct[{NotUndef[a]=>Any,b=>Integer}]', { 'b' => 1 }],
     ['Sensitive[Integer]', Rich.value('Sensitive', 'x')], ['Type[Integer]', Rich.meta('String')], ['Type[File]', Rich.meta('Resource', 'type_name' => 'Notify', 'title' => 'x')],
     ["SemVer['>=2.0.0']", Rich.value('SemVer', '1.0.0')], ['Optional[Variant[Integer,String]]', true], ['Variant[Array[String],String]', [1]], [s, 5],
     ['Variant[String[1],Array[String[1],1]]', []], ['Variant[Struct[{a=>Integer}],Integer]', { 'a' => 'x' }], ['Array[Variant[Integer,String]]', [true]],
     ['Array[Optional[Integer]]', ['x']], ['Collection[1]', []], ['Collection[2,3]', [1]], ['Collection[1]', {}]].map { |t, v| { 'op' => 'check', 'type' => t, 'value' => v } }
  end

  # ---- infer -------------------------------------------------------------------------------

  def infer
    extra = [[nil], [nil, 1], [1, 2.5], [1, 'a'], %w[a b], %w[a a], ['a', true], [[], [1]], [[1], ['a']], [{}, { 'a' => 1 }], [1, REGEXP], [1, nil, 'a'],
             [Rich.meta('Integer'), Rich.meta('String')], [INTEGER_TYPE, Rich.meta('Integer', 'from' => 4, 'to' => 9)], [FILE_REF, Rich.meta('Resource', 'type_name' => 'File', 'title' => '/y')],
             [FILE_REF, Rich.meta('Class', 'class_name' => 'a')], [TS, Rich.value('Timestamp', '2021-01-01T00:00:00.000000000 UTC')], [SPAN, NEGATIVE_SPAN], [VERSION, Rich.value('SemVer', '2.0.0')],
             [SECRET, Rich.value('Sensitive', 1)], [DEFAULT, DEFAULT], [DEFAULT, 1], [BINARY, BINARY], [URI_VALUE, 'a'], [true, false], [true, true], [1, 1], [1.5, 2.5],
             { '' => 1 }, { 'a' => 1, '' => 2 }, { 'a' => nil }, { 'a' => [] }, { 'a' => {} }, { 'a' => 1, 'b' => 'x' }, Rich.hash(nil, 1), Rich.hash(1, 'a', 2, 'b'), Rich.hash('a', 1, 2, 'b'),
             Rich.hash([1], { 'a' => 1 }), [[[[]]]], [[1, 2], [3]], [{ 'a' => 1 }, { 'a' => 'x' }], [{ 'a' => 1 }, { 'b' => 2 }], [{ 'a' => 1 }, Rich.hash(1, 2)], [ERROR, DEFERRED], Rich.value('Sensitive', [1, 'a']),
             Rich.value('Sensitive', { 'a' => 1 }), Rich.value('Sensitive', Rich.value('Sensitive', 1)), Rich.meta('Type', 'type' => Rich.meta('Integer')), Rich.meta('Optional', 'type' => Rich.meta('String')),
             ['', 'a'], ['ab', 'abc', 1], ['x', REGEXP], [1, TS], [1, 'a', nil, true, 2.5], [[], {}], [1, [1]], [1, DEFAULT], [VERSION, RANGE], [Rich.meta('Any'), 1]]
    (SAMPLE_VALUES + extra).map { |v| { 'op' => 'infer', 'value' => v } }
  end

  # ---- new ---------------------------------------------------------------------------------

  NUMBER_TEXTS = ['0', '1', '-1', '+1', ' 1', '1 ', '- 5', '+ 7', '0x1F', '0X1f', '-0x1f', '0b101', '0B11', '-0b11', '010', '-010', '08', '00', '0x', '0b2', '1.5', '-1.5', '1e3', '1E3', '1.5e-3',
                  '.5', '1.', '1e', 'abc', '', ' ', '1_000', '1,5', '0x1.8', '99999999999999999999', '9223372036854775807', '9223372036854775808', '1 2', "1\n", '0o17', '١', 'NaN', 'Infinity', '--1', '1e400', '0e0', '007', '0x1F ', '1f'].freeze

  # type => lists of arguments
  NEW = {
    'Integer' => NUMBER_TEXTS.map { |t| [t] } + [[1], [1.9], [-1.9], [true], [false], [nil], [[1]], [{}], [DEFAULT], [SPAN], [NEGATIVE_SPAN], [TS], [REGEXP], [VERSION], [SECRET], [1e20], [],
                 ['11', 2], ['0b11', 2], ['0x11', 2], ['17', 8], ['017', 8], ['0o17', 8], ['18', 8], ['1f', 16], ['0x1f', 16], ['1F', 16], ['10', 10], ['010', 10], ['10', DEFAULT], ['010', DEFAULT], ['10', 7], ['10', 1], ['10', '2'], ['10', nil], ['10', 2, true],
                 ['-5', 10, true], ['-5', DEFAULT, true], ['-0x5', 16, true], [-5, DEFAULT, true], [-5, 10, true], [-5, true], [5, 16], [1.5, 16], [true, 2], ['5', 10, 'x'], ['5', 10, true, 1], ['-11', 2], ['+11', 2], ['0', 16], ['0xg', 16], ['12', 2], ['- 11', 2],
                 [{ 'from' => '5' }], [{ 'from' => '11', 'radix' => 2 }], [{ 'from' => -5, 'abs' => true }], [{ 'from' => '5', 'radix' => 7 }], [{ 'from' => '5', 'junk' => 1 }], [{ 'radix' => 2 }], [{ 'from' => [] }], [{ 'from' => '0x1f', 'radix' => 16, 'abs' => false }], [{ 'from' => '5', 'radix' => DEFAULT }], [{ 'from' => nil }]],
    'Integer[1,5]' => [['3'], ['9'], [3], [9], ['x']],
    'Float' => NUMBER_TEXTS.map { |t| [t] } + [[1], [1.5], [true], [false], [nil], [[1]], [SPAN], [TS], [DEFAULT], [], ['-1.5', true], ['-1.5', false], [-2, true], ['1', 'x'], ['1', true, 1], [{ 'from' => '1.5' }], [{ 'from' => -1, 'abs' => true }], [{ 'from' => 'x' }], [{ 'junk' => 1 }], [{}]],
    'Float[0.0,1.0]' => [['0.5'], ['5'], [5]],
    'Numeric' => NUMBER_TEXTS.map { |t| [t] } + [[1], [1.5], [true], [false], [nil], [[1]], [SPAN], [TS], [DEFAULT], [], ['-1.5', true], ['-0x5', true], [-2, true], [-2.5, true], [{ 'from' => '1.5' }], [{ 'from' => -1, 'abs' => true }], [{ 'from' => 'x' }], [{ 'junk' => 1 }]],
    'Boolean' => %w[true false yes no y n t f TRUE False Yes NO on off 1 0 maybe].map { |t| [t] } + [[''], [1], [0], [2], [-1], [0.0], [1.5], [true], [false], [nil], [[]], [{}], [DEFAULT], [], ['true', 1], [' true']],
    'Boolean[true]' => [['true'], ['false'], [0]],
    'String' => SAMPLE_VALUES.map { |v| [v] } + [[], [1, '%x', 3], [1, 5], [1, {}], [nil, '%s'], ['a', '%p'], [[1], '%a']],
    'String[3]' => [[100], [1], ['ab']],
    'Array' => SAMPLE_VALUES.map { |v| [v] } + [[1, true], ['a', true], [nil, true], [[1], true], [{ 'a' => 1 }, true], [{}, true], [1.5, true], ['a', false], [1.5, false], [nil, false], [3], [0], [-1], ['abc'], ['é日'], [], [1, 'x'], [1, true, 2], [BINARY, true], [SPAN, true], [DEFAULT, true], [INTEGER_TYPE], [Rich.meta('Integer')], [Rich.meta('Enum', 'values' => %w[a b])]],
    'Array[Integer]' => [[{ 'a' => 1 }], [['a']], [3], ['abc'], [5, true], [[1, 2]], ['a', true]],
    'Array[Integer,2]' => [[1], [2], [[1]], [[1, 2]]],
    'Tuple' => [[[1]], [{ 'a' => 1 }], ['ab'], [1.5], [1.5, true], [], [3]],
    'Tuple[Integer,String]' => [[[1, 'a']], [{ 'a' => 1 }], [[1]], [2], [['a', 1]]],
    'Hash' => SAMPLE_VALUES.map { |v| [v] } + [[[['a', 1], ['b', 2]]], [['a', 1, 'b', 2]], [['a', 1, 'b']], [[['a', 1], ['b']]], [[['a', 1], 'b', 2]], [[[]]], [[['a']]], [[['a', 1, 2]]], [3], ['ab'], [[['a', 1], ['a', 2]]], [[[['a', 'b'], 1]]], [], [[1, 2, 1, 3]],
              [[[['a', 'b'], 1], [['a', 'c'], 2]], 'tree'], [[[['a', 'b'], 1], [['a', 'c'], 2]], 'hash_tree'], [[[['a', 0], 1], [['a', 1], 2]], 'tree'], [[[['a', 0], 1], [['a', 1], 2]], 'hash_tree'], [[[[0], 'x'], [[1], 'y']], 'tree'], [[[[0], 'x']], 'hash_tree'],
              [[[[], { 'a' => 1 }], [['b'], 2]], 'tree'], [[[[], [1]], [[1], 2]], 'tree'], [[['a', 1]], 'tree'], [[[['a'], 1]], 'junk'], [{ 'a' => 1 }, 'tree'], [[], 'tree'], [[[['a'], { 'x' => 1 }], [['a', 'b'], 2]], 'tree'], [[[['a'], 5], [['a', 'b'], 2]], 'tree'], [[1, 2], 'tree'], [[[['a', 2], 1]], 'tree'], [[], 'hash_tree']],
    'Hash[String,Integer]' => [[[['a', 1]]], [[['a', 'x']]], [[[1, 1]]], [['a', 1]]],
    'Struct' => [[{ 'a' => 1 }], [[['a', 1]]], [['a', 1]], [5], [{}], []],
    'Struct[{a=>Integer}]' => [[[['a', 1]]], [['a', 1]], [['a', 'x']], [['b', 1]], [{}], [{ 'a' => 1 }], [{ 'a' => 'x' }], ['ab'], [1]],
    'Struct[{a=>Integer,Optional[b]=>String}]' => [[[['a', 1], %w[b x]]], [['a', 1]], [%w[b x]]],
    'Regexp' => [['a'], ['a.b', true], ['a.b', false], ['('], [''], [REGEXP], [1], [nil], [], ['a', 1], ['a/b'], ['a+b*[c]{1}', true], ['é\\d'], [['a']], ['a b', true], ["a\nb", true], ['a', DEFAULT]],
    'Regexp[/a/]' => [['a'], ['b']],
    'Sensitive' => [['x'], [1], [SECRET], [nil], [[1]], [], ['x', 1], [Rich.value('Sensitive', SECRET)]],
    'Sensitive[String]' => [['x'], [1], [SECRET]],
    'Sensitive[Integer]' => [['x'], [1], [SECRET]],
    'Binary' => [['aGVsbG8='], ['aGVsbG8'], ['a'], [''], ['!!!'], ["aGVs\nbG8="], ['YWJj'], ['aGVsbG8=', '%B'], ['aGVsbG8', '%B'], ["aGVs\nbG8=", '%B'], ['aGVsbG8', '%b'], ["aGVs\nbG8=", '%b'], ['!!', '%b'], ['-_-_', '%u'], ['+/+/', '%u'], ['aGVsbG8', '%u'], ['-_-_'],
                ['hellö', '%s'], ['hello', '%r'], ['hellö', '%r'], ['x', '%x'], ['x', 'junk'], ['x', 1], [[104, 105]], [[]], [[256]], [[-1]], [['a']], [[1.5]], [[255, 0, 10]], [{ 'value' => 'aGVsbG8=' }], [{ 'value' => 'hi', 'format' => '%s' }], [{ 'value' => [104] }], [{ 'value' => 'x', 'format' => '%x' }], [{ 'format' => '%s' }], [{ 'value' => 1 }], [1], [nil], [], [BINARY], [[104], '%s'], [{ 'value' => 'a', 'junk' => 1 }], ['', '%s']],
    'SemVer' => [['1.2.3'], ['1.2.3-rc1'], ['1.2.3+b'], ['1.2.3-rc.1+b.2'], ['1.2'], ['1'], ['v1.2.3'], ['01.2.3'], ['1.2.3-01'], ['1.2.3-'], ['1.2.3+'], ['1.2.3-a..b'], [''], ['junk'], [' 1.2.3'], ['1.2.3.4'], [1, 2, 3], [1, 2, 3, 'rc1'], [1, 2, 3, 'rc1', 'b5'], [1, 2, 3, nil, 'b5'], [1, 2], [1, 2, 3, 4], [-1, 2, 3], [1, 2, 3, ''], [1, 2, 3, '!!'], [1, 2, 3, 'rc.1'], [1, 2, 3, 'rc1', 'b5', 'x'], ['1', '2', '3'], [1.5, 2, 3],
                [{ 'major' => 1, 'minor' => 2, 'patch' => 3 }], [{ 'major' => 1, 'minor' => 2, 'patch' => 3, 'prerelease' => 'a', 'build' => 'b' }], [{ 'major' => 1 }], [{ 'major' => 1, 'minor' => 2, 'patch' => 3, 'junk' => 1 }], [{}], [VERSION], [RANGE], [nil], [], [1], [['1.2.3']], ['1.2.3', '2.0.0'], ['999999999999.0.0'], ['1.2.3-0a'], ['1.2.3--'], ['1.2.3-A-b']],
    "SemVer['1.x']" => [['1.2.3'], ['2.0.0'], ['1.2.3-rc1']],
    'SemVerRange' => [['1.2.3'], ['=1.2.3'], ['>1.2.3'], ['>=1.2.3'], ['<1.2.3'], ['<=1.2.3'], ['1.0.0 - 2.0.0'], ['1.x'], ['1.2.x'], ['1.*'], ['1'], ['1.2'], ['*'], ['x'], [''], ['~1'], ['~1.2'], ['~1.2.3'], ['~>1.2.3'], ['^1.2.3'], ['^0.2.3'], ['^0.0.3'], ['^1'], ['>1'], ['>1.2'], ['<=1.2'], ['<1'], ['>=1.0.0 <2.0.0'], ['>=1.0.0 || <0.5.0'], ['>=1.0.0||<0.5.0'], ['1.0.0 - 2'], ['1 - 2.1'], ['junk'], ['>'], ['>=1.0.0, <2.0.0'], ['>= 1.0.0'], ['> 1.0.0 < 2.0.0'], ['1.2.3-rc1'], ['>=1.2.3-rc1'], ['~1.2.3-rc1'], ['^1.2.3-rc1'], ['1.2.3+b'], ['v1.2.3'], [' 1.0.0'], ['1.0.0 2.0.0'], ['>2.0.0 <1.0.0'], ['1.X'], ['1.2.3.4'], ['2.0.0 - 1.0.0'],
                     ['1.0.0', '2.0.0'], ['1.0.0', '2.0.0', true], ['1.0.0', '2.0.0', false], [VERSION, Rich.value('SemVer', '2.0.0')], [DEFAULT, '2.0.0'], ['1.0.0', DEFAULT], [DEFAULT, DEFAULT], ['1.0.0', DEFAULT, true], [VERSION, VERSION], ['1.0.0', 'x'], ['2.0.0', '1.0.0'], ['1.0.0', '2.0.0', 'x'], ['1.0.0', '1.0.0', true],
                     [{ 'min' => '1.0.0' }], [{ 'max' => '2.0.0' }], [{ 'min' => '1.0.0', 'max' => '2.0.0', 'exclude_max' => true }], [{ 'min' => DEFAULT, 'max' => DEFAULT }], [{}], [{ 'min' => 1 }], [{ 'min' => '1.0.0', 'junk' => 1 }], [RANGE], [VERSION], [1], [nil], []],
    'Timespan' => [[0], [5], [-5], [1.5], [-1.5], [86_400], [90_061.123456789], [0.000000001], ['5'], ['1.5'], ['1:2'], ['1:2:3'], ['01:02:03'], ['1-2:3:4'], ['1-02:03:04'], ['1-02:03:04.5'], ['1-02:03'], ['10:20'], ['10:20.5'], ['-1-02:03:04'], ['-5'], ['00:00:00.000000001'], ['junk'], [''], ['1-'], ['25:61:61'], ['100-00:00:00'], ['1-02:03:04.123456789012'],
                  ['10', '%M'], ['10:20', '%H:%M'], ['10:20', '%M:%S'], ['10', ['%D', '%H']], ['1 day', '%D day'], ['5', '%L'], ['005', '%L'], ['5', '%N'], ['123', '%-N'], ['500', '%3N'], ['x', '%H'], ['5', '%Z'], ['5', ''], ['5', []], ['10', '%-H'], [' 5', '%_H'], ['05', '%0H'], ['5%', '%S%%'], ['10:20', ['%H', '%H:%M']], ['5', 5], ['-10:20', '%H:%M'], ['12', '%1H'], ['1:2', '%H:%H'],
                  [1, 2, 3, 4], [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7, 8], [0, 25, 61, 61], [-1, 0, 0, 0], [1, -2, 3, 4], [1, 2, 3, 4.5], [1, 2], ['1', 2, 3, 4],
                  [{ 'days' => 1 }], [{ 'hours' => 1, 'minutes' => 2, 'seconds' => 3 }], [{ 'negative' => true, 'hours' => 1 }], [{ 'milliseconds' => 1500 }], [{ 'microseconds' => 1 }], [{ 'nanoseconds' => 1 }], [{}], [{ 'days' => 'x' }], [{ 'junk' => 1 }], [{ 'string' => '10:20', 'format' => '%H:%M' }], [{ 'string' => '10' }], [{ 'string' => 'x' }], [{ 'string' => '10', 'format' => ['%H', '%M'] }], [{ 'negative' => false, 'days' => 1, 'hours' => 24 }], [SPAN], [TS], [nil], [true], [[]], []],
    'Timespan[0,10]' => [[5], [50], ['5'], [{ 'minutes' => 1 }]],
    'Timestamp' => [[0], [5], [-5], [1.5], [1_577_836_800], [0.1], [1e9], ['2020-01-02T03:04:05.678 UTC'], ['2020-01-02T03:04:05 UTC'], ['2020-01-02 03:04:05.678 UTC'], ['2020-01-02 03:04:05 UTC'], ['2020-01-02 UTC'], ['2020-01-02T03:04:05.678'], ['2020-01-02T03:04:05'], ['2020-01-02 03:04:05.678'], ['2020-01-02 03:04:05'], ['2020-01-02'], ['2020-01-02T03:04:05Z'], ['2020-01-02T03:04:05 CET'], ['2020-01-02T03:04:05 +02:00'], ['2020-01-02T03:04:05+0200'], ['2020-01-02 PST'], ['2020-01-02T03:04:05 XYZ'], ['2020-1-2'], ['2020-13-01'], ['2020-02-30'], ['2020'], ['junk'], [''], ['2020-01-02T25:00:00'], ['2020-01-02T03:04'], ['2020-01-02x'], ['1969-12-31T23:59:59'], ['0001-01-01'], ['9999-12-31'], ['2020-01-02T03:04:05.123456789123'],
                   ['2020', '%Y'], ['02/01/2020', '%d/%m/%Y'], ['10:20', '%H:%M'], ['2020 5', '%Y %j'], ['1577836800', '%s'], ['2020-01-02', ['%d', '%F']], ['x', '%Y'], ['x', ['%Y', '%F']], ['2020-01-02', '%F', 'CET'], ['2020-01-02', '%F', '+02:00'], ['2020-01-02', '%F', '-05:30'], ['2020-01-02', '%F', 'Europe/Stockholm'], ['2020-01-02', '%F', 'XYZ'], ['2020-01-02', '%F', 'UTC'], ['2020-01-02', '%F', 'PST'], ['2020-01-02 CET', '%F %Z', 'CET'], ['2020-01-02 +0100', '%F %z', 'CET'], ['2020-01-02', DEFAULT, 'CET'], ['2020-01-02', DEFAULT], ['2020-01-02', []], ['2020-01-02', ''], ['2020-01-02', 5], ['Jan 5 2020', '%b %d %Y'], ['12 PM', '%I %p'], ['Thursday 2 January 2020', '%A %d %B %Y'],
                   [{ 'string' => '2020-01-02' }], [{ 'string' => '2020', 'format' => '%Y' }], [{ 'string' => '2020-01-02', 'format' => '%F', 'timezone' => 'CET' }], [{ 'string' => '2020-01-02', 'timezone' => 'CET' }], [{}], [{ 'junk' => 1 }], [{ 'string' => 1 }], [{ 'string' => 'x' }], [TS], [SPAN], [nil], [true], [[]], [5, '%Y']],
    "Timestamp['2020-01-01']" => [['2021-01-01'], ['2019-01-01']],
    'URI' => [['http://example.com'], ['http://u:p@h:80/p?q#f'], ['mailto:a@b.c'], ['a/b'], [''], ['not a uri'], ['http://['], ['HTTP://Example.COM/'], ['file:///etc'], ['//h/p'], ['?q'], ['#f'], ['http://h:x/'], ['urn:a:b'], ['http://é.com'], [{ 'scheme' => 'http', 'host' => 'h' }], [{ 'scheme' => 'http', 'host' => 'h', 'port' => 80, 'path' => '/p', 'query' => 'q', 'fragment' => 'f', 'userinfo' => 'u' }], [{ 'scheme' => 'mailto', 'opaque' => 'a@b' }], [{ 'path' => 'p' }], [{}], [{ 'junk' => 1 }], [{ 'port' => 'x' }], [{ 'scheme' => 'HTTP', 'host' => 'h' }], [{ 'scheme' => '1' }], [{ 'host' => '' }], [URI_VALUE], [1], [nil], [], [{ 'scheme' => 'http', 'host' => 'h', 'port' => 8080 }], ['http://h', 1], [{ 'scheme' => 'ftp', 'host' => 'h', 'path' => '/x' }]],
    "URI[{scheme=>'http'}]" => [['http://x'], ['https://x'], ['x']],
    'Error' => [['m'], ['m', 'k'], ['m', 'k', { 'a' => 1 }], ['m', 'k', { 'a' => 1 }, 'C'], ['m', nil, nil, 'C'], [{ 'msg' => 'm' }], [{ 'msg' => 'm', 'kind' => 'k' }], [{ 'msg' => 'm', 'junk' => 1 }], [{ 'kind' => 'k' }], [{}], [1], [nil], [], ['m', 1], ['m', 'k', 5], ['m', 'k', {}, 'C', 'x'], [''], [ERROR], [{ 'msg' => 'm', 'details' => { 'a' => 1 }, 'issue_code' => 'C' }], ['m', 'k', { 'a' => REGEXP }]],
    "Error['k']" => [['m', 'k'], ['m', 'x'], ['m']],
    'Deferred' => [['upcase'], ['upcase', ['x']], ['$x'], ['$x', ['y']], ['a::b'], ['Bad'], ['bad name'], [''], [1], [nil], [], ['upcase', 'x'], [{ 'name' => 'upcase' }], [{ 'name' => 'upcase', 'arguments' => [1] }], [{ 'junk' => 1 }], [DEFERRED], ['upcase', [], 1], ['upcase', nil], ['$x::y'], ['upcase', [{ 'a' => [DEFERRED] }]]],
    'Type' => [['Integer'], ['Integer[1,2]'], ['Array[String]'], ["File['x']"], ['junk'], [''], ['Integer['], ['Foo'], [INTEGER_TYPE], [1], [nil], [], ['Integer', 1]],
    'Type[Integer]' => [['Integer[1,5]'], ['String']],
    'Init[Integer]' => [['5'], [5], ['x'], [nil], [], ['5', 16], [['5', 16]], [['0x5']], [{ 'from' => '5' }], [[]], [true]],
    'Init[Integer,16]' => [['0x1f'], ['1f'], ['x'], [5], [], [['0x1f']]],
    'Init[Boolean]' => [['yes'], ['x'], [1]], 'Init[Sensitive[String]]' => [['x'], [1]], 'Init[Timestamp]' => [['2020-01-01'], [['2020', '%Y']], ['x']], 'Init' => [['x'], []], 'Init[Any]' => [['x']], 'Init[Array]' => [['ab'], [[1]], [1.5]],
    'Init[Variant[Integer,Boolean]]' => [['5'], ['yes'], ['x']], 'Init[Struct[{a=>Integer}]]' => [[{ 'a' => 1 }], [['a', 1]]], "Init[String,'%x']" => [[255], ['a']],
    'Optional[Integer]' => [['5'], [nil], ['x'], [], [5]], 'NotUndef[Integer]' => [['5'], [nil], ['x'], [5]], 'NotUndef' => [[1], [nil], []], 'Optional' => [[1], [nil], []], 'Any' => [[1], ['x'], [nil], [], [1, 2]],
    'Variant[Integer,String]' => [['5'], [true], [5], []], 'Variant[Integer,Boolean]' => [['5'], ['yes'], ['x']], 'Variant' => [[1]], 'Undef' => [[nil], [1], []], 'Default' => [[DEFAULT], [1]],
    'Scalar' => [[1], [[]], []], 'ScalarData' => [[1], [[]]], 'Data' => [[1], [REGEXP]], 'RichData' => [[1], [REGEXP]], 'Collection' => [[[1]], [1]], 'Enum[a,b]' => [['a'], ['c'], [1]], 'Pattern[/a/]' => [['a'], ['c'], [1]], 'Enum' => [['a'], [1]], 'Pattern' => [['a'], [1]],
    'Callable' => [[1], []], 'Iterable' => [[[1]], ['ab'], [1.5]], 'Iterator' => [[[1]], [1]], 'Iterable[Integer]' => [[[1]], [1.5]], 'Resource' => [['x'], []], 'Class' => [['x']], "File['x']" => [['x']], 'File' => [['x']], 'CatalogEntry' => [['x']], 'Runtime' => [[1]], 'Foo' => [[1], []], 'Object' => [[1]], 'TypeSet' => [[1], [{}]],
    "Object[{name=>'P',attributes=>{a=>Integer,b=>{type=>String,value=>'z'}}}]" => [[1], [1, 'q'], [{ 'a' => 1 }], [{ 'a' => 1, 'b' => 'q' }], ['x'], [], [1, 'q', 2], [{ 'b' => 'q' }], [{ 'a' => 1, 'c' => 2 }], [1, 2]],
    "Object[{name=>'Q',attributes=>{a=>Optional[Integer]}}]" => [[], [nil], [1], [{}], ['x']]
  }.freeze

  ALIAS_NEW = { 'Port' => [['80'], [80], ['99999'], ['x'], [nil], []], 'OptInt' => [['5'], [nil], ['x']], 'Mixed' => [[5], [true], ['x']], 'Point' => [[{ 'x' => 1, 'y' => 2 }], [[['x', 1], ['y', 2]]], [{ 'x' => 1 }]],
                'Ports' => [[[80]], [[]], [3]], 'Tree' => [[[1, [2]]], ['ab'], [3]], 'Word' => [[5], [''], ['toolongword']], 'Ens' => [['present'], ['x']] }.freeze

  def new
    generator = Generator.new(Random.new(0))
    NEW.flat_map { |type, lists| lists.map { |args| { 'op' => 'new', 'type' => type, 'args' => args } } } +
      ALIAS_NEW.flat_map { |type, lists| lists.map { |args| { 'op' => 'new', 'type' => type, 'args' => args, 'aliases' => generator.aliases_for(type) } } }
  end

  # ---- format ------------------------------------------------------------------------------

  FORMATTED = { 'Integer' => [18, -5, 0, 233], 'Float' => [1.5, -0.25, 1e20, 100.0, 1.0e-7], 'String' => ['hello::World', '', "it's \"q\" $x", "tab\t\nend", ' pad '], 'Boolean' => [true, false], 'Undef' => [nil], 'Default' => [DEFAULT], 'Binary' => [BINARY, Rich.value('Binary', '/+8=')],
                'Regexp' => [REGEXP], 'Array' => [[1, 'a', nil], [], [[1, [2]], 'b']], 'Hash' => [{ 'a' => 1, 'b' => 'x' }, {}, { 'a' => { 'b' => [1] } }], 'Type' => [INTEGER_TYPE, FILE_REF], 'Timestamp' => [TS], 'Timespan' => [SPAN], 'SemVer' => [VERSION], 'SemVerRange' => [RANGE], 'URI' => [URI_VALUE], 'Sensitive' => [SECRET],
                'Object' => [ERROR, DEFERRED] }.freeze
  LETTERS = %w[d x X o b B e E f g G a A s p q c C u t T y Y n v V D h z].freeze
  FLAGGED = ['%5d', '%-5d|', '%-5d', '%05d', '%+d', '% d', '%#x', '%#X', '%#o', '%#b', '%#B', '%08x', '%-8x', '%+x', '%#08x', '%10.4d', '%.3d', '%.0d', '%8.3f', '%.0f', '%+.2f', '%010.2f', '%-10.2f', '% f', '%#.0f', '%.2e', '%.3g', '%#g', '%.1a', '%10s', '%-10s', '%.3s', '%10.3s', '%#s', '%#p', '%10p', '%-10p', '%.2p', '%5c', '%#t', '%5t', '%-6t', '%#y', '%#Y', '%5n', '%#n', '%10u', '%#T', '%5b', '%.3b', '%#10p', '%+s', '%010s', '%1.1s', '%0s', '% s', '%20B', '%#B', '%5.2t'].freeze
  ARRAY_FORMATS = ['%a', '%s', '%p', '%#a', '%#s', '%#p', '%[a', '%{a', '%(a', '%<a', '%|a', '% a', '%[s', '%(s', '%<p', '%#(a', '%10a', '%-10a', '%.5a', '%10.5a', '%+a', '%0a', '%d', '%h', '%[{a', '%[[a', '% (a', '%#<s', '%_a', '%-20s|', '%20s', '%|s', '%#|p'].freeze
  HASH_FORMATS = ['%h', '%a', '%s', '%p', '%#h', '%#a', '%#s', '%#p', '%[h', '%{h', '%(h', '%<h', '%|h', '% h', '%[a', '%(a', '%#(h', '%#[a', '%20h', '%-20h', '%.5h', '%d', '%+h', '%0h', '%(s', '%<p', '%{{h', '%#<h'].freeze
  ILLEGAL = ['', '%', 's', '%%', 'x%s', '%s ', '%-10s|', '%ll', '%1', '%.s', '%5.', '%#', '% ', '%--5s', '%++d', '%5 d', '%s%s', '%é', '%0-5d', '%-05d', '%*d', '%1$s', '%.-1f', '%5..2f', '%[', '%[(s', '%##x'].freeze
  NESTED = [[1, 'a', 2.5, nil, true], [[1, [2, 'x']], { 'k' => [3, { 'z' => 4 }] }], { 'a' => 1, 'b' => [1, 2, { 'c' => 'x' }], 'd' => {} }, { 'a' => { 'b' => { 'c' => [] } } }, [[], {}], [REGEXP, INTEGER_TYPE, DEFAULT, SECRET], Rich.hash(1, 'x', DEFAULT, [1]), ["it's", "a\nb"]].freeze
  HASH_OF_FORMATS = [
    [Rich.meta('Integer'), '%x'], [Rich.meta('Integer'), '%#x', Rich.meta('String'), '%s'], [Rich.meta('Any'), '%s'], [Rich.meta('Any'), '%p'], [Rich.meta('Scalar'), '%s'], [Rich.meta('Numeric'), '%e'], [Rich.meta('Numeric'), '%d', Rich.meta('Integer'), '%o'],
    [Rich.meta('Integer', 'from' => 1, 'to' => 2), '%b'], [Rich.meta('Array'), '%(a'], [Rich.meta('Array'), '%#a'], [Rich.meta('Array'), '%#a', Rich.meta('Hash'), '%#h'], [Rich.meta('Collection'), '%#s'], [Rich.meta('Hash'), '%#h'], [Rich.meta('Hash'), '%a'], [Rich.meta('Undef'), '%n'], [Rich.meta('Boolean'), '%Y'], [Rich.meta('Float'), '%.1f'],
    [Rich.meta('Array'), { 'format' => '%(a', 'separator' => ';' }], [Rich.meta('Array'), { 'format' => '%a', 'separator' => '' }], [Rich.meta('Array'), { 'format' => '% a', 'separator' => ' ' }], [Rich.meta('Array'), { 'separator' => '-' }], [Rich.meta('Array'), { 'format' => '%#a', 'separator' => ',' }],
    [Rich.meta('Hash'), { 'format' => '%<h', 'separator' => ';', 'separator2' => ':' }], [Rich.meta('Hash'), { 'format' => '%h', 'separator2' => '=' }], [Rich.meta('Hash'), { 'format' => '% h', 'separator' => ' ', 'separator2' => '=>' }], [Rich.meta('Hash'), { 'format' => '%#h', 'separator2' => '->' }],
    [Rich.meta('Array'), { 'format' => '%a', 'string_formats' => Rich.hash(Rich.meta('Integer'), '%x', Rich.meta('String'), '%s') }], [Rich.meta('Hash'), { 'format' => '%h', 'string_formats' => Rich.hash(Rich.meta('Any'), '%s') }], [Rich.meta('Array'), { 'format' => '%[a', 'string_formats' => Rich.hash(Rich.meta('Array'), '%(a') }],
    [Rich.meta('Array'), { 'format' => '%#a', 'string_formats' => Rich.hash(Rich.meta('Any'), '%s') }],
    [Rich.meta('Array'), { 'junk' => 1 }], [Rich.meta('Array'), {}], [Rich.meta('Array'), 5], ['Integer', '%x'], [Rich.meta('Integer'), '%z'], [Rich.meta('Integer'), 'x'], [Rich.meta('Integer'), { 'format' => '%x' }], [Rich.meta('Array'), '%d'], [Rich.meta('String'), '%p'], [Rich.meta('String'), '%#p'], [Rich.meta('Type', 'type' => Rich.meta('Any')), '%p'], [Rich.meta('Regexp'), '%p'], [Rich.meta('Sensitive'), '%s'], [Rich.meta('Default'), '%D'],
    [Rich.meta('Optional', 'type' => Rich.meta('Integer')), '%x'], [Rich.meta('Variant', 'types' => [Rich.meta('Integer'), Rich.meta('String')]), '%s'], [Rich.meta('Tuple', 'types' => [Rich.meta('Any')]), '%(a'], []
  ].freeze

  def format
    cases = FORMATTED.values.flatten(1).map { |v| [v] }
    FORMATTED.each_value { |values| LETTERS.each { |l| cases << [values.first, "%#{l}"] } }
    { 'Integer' => 18, 'Float' => 1.5, 'String' => 'hello::World', 'Boolean' => true, 'Undef' => nil, 'Binary' => BINARY }.each_value { |v| FLAGGED.each { |f| cases << [v, f] } }
    FORMATTED['Array'].each { |v| ARRAY_FORMATS.each { |f| cases << [v, f] } }
    FORMATTED['Hash'].each { |v| HASH_FORMATS.each { |f| cases << [v, f] } }
    [18, 'abc', [1]].each { |v| ILLEGAL.each { |f| cases << [v, f] } }
    NESTED.each { |v| HASH_OF_FORMATS.each { |f| cases << [v, Rich.hash(*f)] } }
    %w[%s %p %d %x %#p %f %e %t %c %u %C %T].each { |f| FORMATTED.values.flat_map { |l| l.drop(1) }.each { |v| cases << [v, f] } }
    cases.concat([[1, 5], [1, {}], [1, nil], [1, []], [1, DEFAULT], [[1, 2], '%#(s'], ['x', { 'a' => 'b' }]])
    cases.map { |value, *f| { 'op' => 'format', 'value' => value }.merge(f.empty? ? {} : { 'format' => f[0] }) }
  end

  # ---- munge -------------------------------------------------------------------------------

  def symbol(text)
    Rich.value('Symbol', text)
  end

  def munge
    from_command_line = {
      'Boolean' => ['true', 'false', 'TRUE', 'yes', '1', '', 1, nil, true, symbol('true'), symbol('false')], 'Boolean[true]' => %w[false true],
      'Integer' => ['1', '-1', '+1', ' 1', '1 ', '- 5', '0x1F', '-0x1F', '0X1f', '007', '010', '-010', '00', '08', "1\n", "1\nfoo", '1.0', '1e3', 1.0, '0b11', '1_000', '', '-', 'abc', '99999999999999999999', 5, nil, true, ['1']],
      'Integer[1,5]' => %w[9 3], 'Integer[default,5]' => ['9'], 'Integer[5]' => ['1'], 'Float' => ['1.5', '-1.5', '1e3', '1E3', '1.5e-3', '-0.0', '1', '0x1F', 1, '1.', '.5', '1e+3', 'abc', '', '09.5', '+1.5', ' 1.5 '], 'Float[0.0,1.0]' => ['1.5'],
      'Numeric' => ['1', '1.5', '0x1f', '1e3', 'abc', true, '08', "5\nx"], 'String' => ['1', 'true', '', symbol('sym'), 1, true, nil], 'String[1]' => ['', 'a'], 'String[2,3]' => ['a'], 'Enum[a,b]' => ['a', symbol('a'), 'c', '', 1], 'Enum[a,b,true]' => %w[A c],
      'Pattern[/\\A[a-z]+\\Z/]' => ['ABC', 1, 'abc', symbol('abc')], 'Pattern[/a/,/b/]' => ['c'], 'Optional[Integer]' => [nil, '1', 'a', ''], 'Optional[Boolean]' => ['true', 'x', nil], 'Optional[String]' => [nil, 'x', 1, symbol('s')],
      'Variant[Boolean,String,Integer]' => ['true', '-1', '1.1', 'abc', 1.0, nil], 'Variant[Integer,String]' => ['010', '08', '1e3', '+5'], 'Variant[Integer,Float]' => ['1', '1.0', 'a'], 'Variant[Integer,Numeric]' => ['1', '1.0'],
      'Variant[Integer,Enum[a,"2"]]' => %w[2 b a], 'Variant[Pattern[/a/],Pattern[/ab/]]' => %w[ab x a], 'Variant[Enum[a,b],Enum[c]]' => %w[d c], 'Variant[Boolean,Enum[auto]]' => %w[true auto x], 'Variant[Optional[Integer],Boolean]' => ['1', 'true', nil, 'x'],
      'Variant[String[1,2],String[4]]' => %w[abc ab abcd], 'Array[String]' => ['a', '["a"]', [1], ['a']], 'Array[String,1]' => [[]], 'Array[Integer]' => [%w[1 2], %w[1 b], [1], [], ['1', nil]], 'Array[Array[Integer]]' => [[['x']], [['1']]], 'Array[Optional[Integer]]' => [[nil, '1']],
      'Array' => ['a', ['1']], 'Array[Boolean]' => [%w[true false], %w[true x]], 'Array[Variant[Integer,String]]' => [%w[1 a]], 'Array[Enum[a]]' => [[symbol('a')]], 'Array[Integer,1,1]' => [%w[1 2]],
      'Tuple[String,Integer]' => [%w[a 1], ['a', 1]], 'Hash[String,Integer]' => [{ 'a' => '1' }, { 'a' => 1 }], 'Struct[{a=>Integer}]' => [{}, { 'b' => 1 }, { 'a' => '1' }], 'Sensitive[String]' => ['abc', Rich.value('Sensitive', 1), SECRET], 'Variant[Sensitive[String],String]' => ['x', SECRET],
      'Any' => ['1', nil], 'Data' => ['1'], 'Scalar' => ['1'], 'NotUndef' => ['1', nil], 'Undef' => ['', nil], 'Foo' => ['1', nil], 'Optional[Foo]' => ['x', nil], 'Timestamp' => ['2020-01-01', TS], 'SemVer' => ['1.0.0'], 'Regexp' => ['a'], 'URI' => ['http://x'], 'Type' => ['Integer'], 'Binary' => ['aGk='],
      'NotUndef[Integer]' => ['1', 1], 'Optional[Array[Integer]]' => [%w[1], nil, 'x'], 'Optional[Variant[Integer,Boolean]]' => ['1', 'true', 'x', nil], 'Variant[Undef,Integer]' => ['1', nil, 'x'], 'Optional[Enum[a]]' => ['a', 'x', symbol('a')], 'Enum[present,absent]' => ['present', symbol('absent'), 'x'],
      'Variant[Array[Integer],Integer]' => ['1', %w[1 2], 'x', ['x']], 'Variant[Array[Integer],Array[String]]' => [%w[1], %w[a], [], 'x'], 'Variant[Float,String]' => ['1.5', '1', 'x'], 'Numeric[1]' => ['1'], 'Integer[' => ['1'], 'garbage' => ['1'], '' => ['1'], 'Enum[1,2]' => ['1'], 'Boolean[yes]' => ['1'], 'Integer[a]' => ['1']
    }
    in_catalog = { 'Boolean' => ['true', symbol('true'), symbol('false'), true, 'x'], 'Integer' => ['1', 1.0, 1, nil], 'Float' => [1, 1.5, '1.5'], 'Optional[String]' => [1, nil, 'a'], 'String' => [symbol('s'), 'a', 1], 'Variant[Boolean,String]' => ['true', 1, nil], 'Enum[a,b]' => [symbol('a'), 'a', 'c', 1],
                   'Array[Integer]' => [%w[1 2], [1, 'x'], 'x', [nil]], 'Optional[Integer]' => ['1', nil, 1.5], 'Struct[{a=>Integer}]' => [{ 'a' => 1 }, { 'a' => 'x', 'b' => 2 }, {}], 'Hash[String,Integer]' => [{ 'a' => 'x' }, { 'a' => 1 }, Rich.hash(1, 1)], 'Sensitive[String]' => ['x', SECRET, Rich.value('Sensitive', 1)], 'Foo' => ['x'],
                   'Numeric' => ['1', 1], 'Pattern[/a/]' => ['x', 'a', 5], 'Tuple[String,Integer]' => [%w[a 1], ['a']], 'Any' => [1], 'Variant[Integer,Enum[a]]' => ['b', symbol('a')], 'Integer[1,5]' => [9], 'Data' => [REGEXP], 'Optional[Enum[a,b]]' => ['c', nil], 'Type[Integer]' => [INTEGER_TYPE, Rich.meta('String')] }
    from_command_line.flat_map { |type, values| values.map { |v| { 'op' => 'munge', 'type' => type, 'value' => v } } } +
      in_catalog.flat_map { |type, values| values.map { |v| { 'op' => 'munge', 'type' => type, 'value' => v, 'strings_ok' => false } } }
  end

  # ---- equality ----------------------------------------------------------------------------

  EQUALITY = [
    %w['a' 'a'], %w['a' 'A'], %w['a' 'b'], %w['' ''], %w['é' 'É'], %w['ß' 'SS'], %w['ı' 'I'], ["'a'", "'a '"], %w['1' 1], %w[1 1], %w[1 1.0], %w[1.0 1.0], %w[0 -0], %w[0.0 -0.0], %w[1 2], %w[1.5 '1.5'], %w[0x10 16], %w[true true], %w[true false], %w[true 'true'], %w[false undef], %w[undef undef], ["undef", "''"], %w[undef default], %w[default default], ["default", "'default'"],
    ['[]', '[]'], ['[1]', '[1]'], ['[1]', '[1.0]'], ["['a']", "['A']"], ['[1,2]', '[2,1]'], ['[1]', '1'], ["[['a']]", "[['A']]"], ['[undef]', '[]'], ["['a']", "'a'"], ['{}', '{}'], ['{}', '[]'], ['{a=>1}', '{a=>1}'], ["{a=>1}", "{'A'=>1}"], ["{a=>'x'}", "{a=>'X'}"], ['{a=>1,b=>2}', '{b=>2,a=>1}'], ['{a=>1}', '{a=>1.0}'], ['{1=>a}', '{1.0=>a}'], ['{a=>undef}', '{}'], ["{a=>[1,'B']}", '{a=>[1,b]}'], ['{a=>1}', "[['a',1]]"], ['{a=>1}', "['a',1]"],
    ['/a/', '/a/'], ['/a/', '/A/'], ['/a/', "'a'"], ['/a/', "Regexp('a')"], ['Integer', 'Integer'], ['Integer', 'Integer[default,default]'], ['Integer[1,5]', 'Integer[1,5]'], ['Integer[1,5]', 'Integer[1,6]'], ['Integer', 'Numeric'], ['Integer', "'Integer'"], ['Variant[Integer,String]', 'Variant[String,Integer]'], ['Variant[Integer,String]', 'Variant[Integer,String,Integer[1,2]]'], ['Variant[Integer]', 'Integer'], ['Optional[Integer]', 'Variant[Undef,Integer]'], ['Optional[Integer]', 'Optional[Optional[Integer]]'], ['Enum[a,b]', 'Enum[b,a]'], ['Enum[a]', "Enum['A']"], ['Enum[a,true]', "Enum['A',true]"], ['Enum[a]', 'Enum[a,true]'], ['Pattern[/a/]', 'Pattern[/a/]'], ['Pattern[/a/,/b/]', 'Pattern[/b/,/a/]'], ['Pattern[a]', 'Pattern[/a/]'], ['Regexp[/a/]', 'Regexp[/a/]'], ['Array', 'Array[Any]'], ['Array[Integer]', 'Array[Integer,0]'], ['Array[0,0]', 'Array[Integer,0,0]'], ['Array[Integer,1,1]', 'Tuple[Integer]'], ['Hash', 'Hash[Any,Any]'], ['Hash[0,0]', 'Struct[{}]'], ['Tuple[Integer,Integer]', 'Tuple[Integer,2,2]'], ['Tuple[Integer]', 'Tuple[Integer,1,1]'], ['Struct[{a=>Integer,b=>String}]', 'Struct[{b=>String,a=>Integer}]'], ['Struct[{a=>Integer}]', 'Struct[{NotUndef[a]=>Integer}]'], ['Struct[{a=>Optional[Integer]}]', 'Struct[{Optional[a]=>Optional[Integer]}]'], ['NotUndef[Integer]', 'Integer'], ['NotUndef', 'NotUndef[Any]'], ['Any', 'Optional[Any]'], ['Boolean', 'Variant[Boolean[true],Boolean[false]]'], ['Numeric', 'Variant[Integer,Float]'], ['ScalarData', 'Variant[String,Integer,Float,Boolean]'], ['String', 'String[0]'], ['String[1]', 'String[1,default]'], ['Collection', 'Collection[0]'], ['Type', 'Type[Any]'], ['Type[Integer]', 'Type[Integer]'], ['Type[Integer]', 'Integer'], ['Iterable', 'Iterable[Any]'], ['Callable', 'Callable[0,default]'], ['Callable[0,0]', 'Callable[[0,0],Any]'], ['Sensitive', 'Sensitive[Any]'], ['Data', 'Data'], ['Data', 'Variant[ScalarData,Undef,Hash[String,Data],Array[Data]]'],
    ["File['x']", "File['x']"], ["File['x']", "File['X']"], ["File['x']", "Resource['file','x']"], ["File['x']", "Resource['File','x']"], ['File', "Resource['file']"], ["File['x']", 'File'], ["File['/x']", "File['/x/']"], ["Class['a']", "Class['a']"], ["Class['a']", "Class['::a']"], ["Class['a']", "Class['A']"], ["Class['a']", "Resource['class','a']"], ["Notify['a']", "'Notify[a]'"], ['Resource', 'Resource'],
    ["Sensitive('a')", "Sensitive('a')"], ["Sensitive('a')", "Sensitive('A')"], ["Sensitive('a')", "'a'"], ['Sensitive(1)', 'Sensitive(1.0)'], ["SemVer('1.0.0')", "SemVer('1.0.0')"], ["SemVer('1.0.0')", "SemVer('1.0.0+b')"], ["SemVer('1.0.0-a')", "SemVer('1.0.0-A')"], ["SemVer('1.0.0')", "'1.0.0'"], ["SemVerRange('1.x')", "SemVerRange('>=1.0.0 <2.0.0')"], ["SemVerRange('1.x')", "SemVerRange('1.*')"], ["SemVerRange('1.0.0')", "'1.0.0'"], ['Timespan(5)', 'Timespan(5.0)'], ['Timespan(5)', '5'], ['Timespan(5)', '5.0'], ["Timespan('00:01:00')", 'Timespan(60)'], ['Timestamp(0)', "Timestamp('1970-01-01')"], ['Timestamp(0)', '0'], ["Timestamp('2020-01-01T01:00:00 CET')", "Timestamp('2020-01-01')"], ['Timestamp(5)', 'Timespan(5)'], ["URI('http://a')", "URI('http://a')"], ["URI('http://a')", "URI('HTTP://A')"], ["URI('http://a')", "'http://a'"], ["URI('http://a')", "URI('http://a/')"], ["Binary('YQ==')", "Binary('a','%s')"], ["Binary('YQ==')", "'YQ=='"], ["Deferred('a')", "Deferred('a')"], ["Deferred('a',[1])", "Deferred('a',[2])"], ["Error('a')", "Error('a')"], ["Error('a')", "Error('A')"], ["Error('a')", "Error('a','k')"],
    ["'ab'", "'A'"], ["'abc'", "'B'"], ["'a'", "['A']"], ["'b'", "{'B'=>1}"], ['1', '[1.0]'], ['1', "['1']"], ['undef', '[undef]'], ["''", '[]'], ["''", "'a'"], ['/a/', "['xay']"], ['/A/', "['a']"], ['Integer', '[1]'], ['String', '[1]'], ['[1]', '[[1]]'], ["['a']", "[['A']]"], ['[1]', '[1,2]'], ['default', '[default]'], ['1', "'1'"], ["SemVer('1.0.0')", "SemVerRange('1.x')"], ["'1.5.0'", "SemVerRange('1.x')"], ['{a=>1}', '[{a=>1}]'], ["Sensitive('a')", "[Sensitive('a')]"], ['true', "['true']"], ["'a'", 'Enum[a]'], ['Integer[1,2]', '[Integer]'], ["File['x']", "[File['x']]"], ['1.0', '{1=>a}'], ['undef', '{undef=>1}'], ["'é'", "'CAFÉ'"]
  ].freeze

  # For each pair: equality, membership, and whether both are the same hash key.
  def equality
    EQUALITY.map do |a, b|
      source = "$a = #{a}\n$b = #{b}\nnotice($a == $b, $b == $a, $a in $b, $a in [$b], size({$a => 1, $b => 2}), {$a => 1}[$b] == 1, size(unique([$a, $b])))"
      { 'op' => 'eval', 'source' => source }
    end
  end
end
