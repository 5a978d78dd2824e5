//! Descriptions as users see them.

use super::describe;
use pcore::{Type, TypeRegistry, parse_type_with};

fn read(text: &str) -> Type {
    let registry = TypeRegistry::default();
    registry.add("Port", "Integer[0, 65535]");
    registry.add("Tree", "Hash[String, Variant[Integer[0, 9], Tree]]");
    registry.add("Chain", "Struct[{v => Integer, Optional[kids] => Array[Chain]}]");
    parse_type_with(text, &registry).unwrap()
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(describe(&read(text)).to_string(), expected.trim_start_matches('\n'), "for {text}");
}

#[test]
fn a_summary_is_one_sentence() {
    let summaries = [
        ("Undef", "nothing (undef)"),
        ("Default", "the word default"),
        ("Numeric", "a number"),
        ("Scalar", "a string, number, boolean, regular expression, version or time"),
        ("ScalarData", "a string, a number or a boolean"),
        ("Data", "plain data: nothing, a string, number or boolean, or a list or hash of plain data"),
        ("RichData", "any data: plain data, times, versions, types, secrets, objects, or lists and hashes of them"),
        ("Integer", "a whole number"),
        ("Integer[1]", "a whole number of 1 or more"),
        ("Integer[default, 5]", "a whole number of 5 or less"),
        ("Integer[5, 5]", "the number 5"),
        ("Float", "a decimal number such as 1.5"),
        ("Float[1.5]", "a decimal number of 1.5 or more"),
        ("Boolean", "true or false"),
        ("Boolean[true]", "true"),
        ("String", "a string"),
        ("String[1]", "a string of at least 1 character"),
        ("String[0, 0]", "an empty string"),
        ("String[3, 3]", "a string of exactly 3 characters"),
        ("Enum[present, absent]", "one of 'absent', 'present'"),
        ("Enum[only]", "the text 'only'"),
        (r"Pattern[/^\//]", r"text that matches /^\//"),
        ("Pattern[/a/, /b/]", "text that matches /a/ or /b/"),
        ("Regexp", "a regular expression"),
        ("Regexp[/a/]", "the regular expression /a/"),
        ("Timestamp", "a point in time"),
        ("Timespan", "a length of time"),
        ("SemVer", "a version such as 1.2.3"),
        ("SemVer['>=1.2.0 <2.0.0']", "a version in the range '>=1.2.0 <2.0.0'"),
        ("SemVerRange", "a range of versions"),
        ("Binary", "a piece of binary data"),
        ("URI", "a URI"),
        ("Collection", "a list or hash"),
        ("Collection[1]", "a list or hash of at least 1 entry"),
        ("Array", "a list"),
        ("Array[0, 0]", "an empty list"),
        ("Array[Integer[1], 2, 4]", "a list of 2 to 4 whole numbers of 1 or more"),
        ("Array[Enum[a, b], 1]", "a list of at least 1 value that is one of 'a', 'b'"),
        ("Array[Optional[String], 2]", "a list of at least 2 values that are each nothing, or a string"),
        ("Hash", "a hash"),
        ("Hash[String, Integer]", "a hash whose keys are strings and whose values are whole numbers"),
        (
            "Hash[String, Boolean, 1, 3]",
            "a hash of 1 to 3 entries whose keys are strings and whose values are each true or false",
        ),
        ("Tuple[Integer, String]", "a list of exactly 2 elements: a whole number, then a string"),
        ("Struct", "an empty hash"),
        ("Variant[Integer, Enum[auto], Boolean]", "a whole number, the text 'auto' or a boolean"),
        ("Variant[Enum[a, b], Integer]", "one of 'a', 'b', or a whole number"),
        ("Variant[String, Integer, Float, Boolean, Default, Undef]", "one of 6 alternatives"),
        ("Optional[Port]", "nothing, or a whole number from 0 to 65535"),
        ("Optional[Array[String]]", "nothing, or a list of strings"),
        ("NotUndef", "any value but undef"),
        ("NotUndef[Optional[Integer]]", "a whole number"),
        (
            "NotUndef[Data]",
            "plain data: nothing, a string, number or boolean, or a list or hash of plain data, but not undef",
        ),
        ("Sensitive", "a secret"),
        ("Array[Sensitive[String]]", "a list of secrets that each hold a string"),
        ("Type", "a type such as Integer or File"),
        ("Type[Integer]", "a type whose values are all whole numbers"),
        ("Type[Class]", "a reference to a class, such as Class['ntp']"),
        ("Type[File['/x']]", "a reference to the resource File['/x']"),
        ("Iterable", "something to iterate over, such as a list or a hash"),
        ("Iterable[Integer]", "something that gives whole numbers when it is iterated over"),
        ("Iterator[String]", "a lazy sequence of strings"),
        ("Callable", "a lambda or function"),
        ("Callable[0, 0]", "a lambda or function without parameters"),
        (
            "Callable[[String, 1, 2], Integer]",
            "a lambda or function that takes 1 to 2 arguments and that returns a whole number",
        ),
        ("Init[Integer]", "a whole number, or anything that such a value can be created from"),
        ("Runtime[ruby, 'Symbol']", "an object of the ruby class Symbol"),
        ("CatalogEntry", "a class or resource of the catalog itself (no value is; use Type[CatalogEntry])"),
        ("File['/x']", "File['/x'] of the catalog itself (no value is; use Type[File['/x']])"),
        ("Deferred", "a function call that is made when the catalog is applied"),
        ("Error", "an error object"),
        (
            "Tree",
            "a hash whose keys are strings and whose values are each a whole number from 0 to 9 or another Tree value",
        ),
        ("Foo::Bar", "a value of type Foo::Bar, which is unknown"),
    ];
    for (text, expected) in summaries {
        assert_eq!(describe(&read(text)).summary, expected, "for {text}");
    }
}

#[test]
fn anything_is_accepted() {
    check(
        "Any",
        "
Any
  any value

Accepted, for example:
  'example'
  42
  ['one', 'two']
",
    );
}

#[test]
fn numbers_at_the_ends_of_a_range() {
    check(
        "Integer[0, 65535]",
        "
Integer[0, 65535]
  a whole number from 0 to 65535

Accepted, for example:
  0
  80
  65535

Refused, for example:
  65536
    value expects an Integer[0, 65535] value, got Integer[65536, 65536]
  -1
    value expects an Integer[0, 65535] value, got Integer[-1, -1]
  '42'
    value expects an Integer value, got String
",
    );
}

#[test]
fn decimal_numbers_are_not_integers() {
    check(
        "Float[0.0, 1.0]",
        "
Float[0.0, 1.0]
  a decimal number from 0.0 to 1.0

Accepted, for example:
  0.0
  1.0
  0.5

Refused, for example:
  2.0
    value expects a Float[0.0, 1.0] value, got Float[2.0, 2.0]
  -1.0
    value expects a Float[0.0, 1.0] value, got Float[-1.0, -1.0]
  1
    value expects a Float value, got Integer
",
    );
}

#[test]
fn texts_of_some_length() {
    check(
        "String[2, 5]",
        "
String[2, 5]
  a string of 2 to 5 characters

Accepted, for example:
  'ab'
  'abc'
  'ex'

Refused, for example:
  'x'
    value expects a String[2, 5] value, got String
  'xxxxxx'
    value expects a String[2, 5] value, got String
  42
    value expects a String value, got Integer
",
    );
}

#[test]
fn texts_in_any_case() {
    check(
        "Enum[on, off, true]",
        "
Enum['off', 'on', true]
  one of 'off', 'on', in upper or lower case

Accepted, for example:
  'off'
  'OFF'
  'on'

Refused, for example:
  'unknown'
    value expects a match for Enum['off', 'on', true], got 'unknown'
  'example'
    value expects a match for Enum['off', 'on', true], got 'example'
  42
    value expects a match for Enum['off', 'on', true], got Integer
",
    );
}

#[test]
fn a_text_is_made_from_its_pattern() {
    check(
        r"Pattern[/\A[A-F]{2}-\d+\z/]",
        r"
Pattern[/\A[A-F]{2}-\d+\z/]
  text that matches /\A[A-F]{2}-\d+\z/

Accepted, for example:
  'AA-1'
  'AA-11'
  'AA-111'

Refused, for example:
  'example'
    value expects a match for Pattern[/\A[A-F]{2}-\d+\z/], got 'example'
  ''
    value expects a match for Pattern[/\A[A-F]{2}-\d+\z/], got ''
  42
    value expects a match for Pattern[/\A[A-F]{2}-\d+\z/], got Integer
",
    );
}

#[test]
fn undef_is_an_example_of_an_optional() {
    check(
        "Optional[Integer]",
        "
Optional[Integer]
  nothing, or a whole number

Accepted, for example:
  42
  0
  undef

Refused, for example:
  '42'
    value expects a value of type Undef or Integer, got String
  1.5
    value expects a value of type Undef or Integer, got Float
  true
    value expects a value of type Undef or Integer, got Boolean
",
    );
}

#[test]
fn a_list_needs_its_brackets() {
    check(
        "Array[String, 1]",
        "
Array[String, 1]
  a list of at least 1 string

Accepted, for example:
  ['example']
  ['example', 'a']

Refused, for example:
  [42]
    value index 0 expects a String value, got Integer
  []
    value expects size to be at least 1, got 0
  'example'
    value expects an Array value, got String
",
    );
}

#[test]
fn keys_and_values_of_a_hash() {
    check(
        "Hash[Enum[a, b], Array[String], 1]",
        "
Hash[Enum['a', 'b'], Array[String], 1]
  a hash of at least 1 entry whose keys are each one of 'a', 'b' and whose values are lists of
      strings

Accepted, for example:
  {'a' => ['example']}
  {'a' => ['example'], 'b' => ['example', 'a']}

Refused, for example:
  {'a' => [42]}
    value entry 'a' index 0 expects a String value, got Integer
  {'unknown' => ['example']}
    value key of entry 'unknown' expects a match for Enum['a', 'b'], got 'unknown'
  {}
    value expects size to be at least 1, got 0
",
    );
}

#[test]
fn positions_of_a_list() {
    check(
        "Tuple[String, Integer, 1]",
        "
Tuple[String, Integer, 1]
  a list of at least 1 element: a string, then a whole number, then more of the last kind

Accepted, for example:
  ['example', 42]
  ['a', 0]
  ['example']

Refused, for example:
  [42, 42]
    value index 0 expects a String value, got Integer
  'example'
    value expects a Tuple value, got String
  42
    value expects a Tuple value, got Integer
",
    );
}

#[test]
fn keys_of_a_struct() {
    check(
        "Struct[{name => String[1], Optional[port] => Integer[0, 65535], mode => Enum[ro, rw]}]",
        "
Struct[{'name' => String[1], Optional['port'] => Integer[0, 65535], 'mode' => Enum['ro', 'rw']}]
  a hash with the keys 'name', 'port' and 'mode'

  'name' (required): a string of at least 1 character
  'port' (optional): a whole number from 0 to 65535
  'mode' (required): one of 'ro', 'rw'

Accepted, for example:
  {'name' => 'example', 'port' => 0, 'mode' => 'ro'}
  {'name' => 'example', 'mode' => 'ro'}
  {'name' => 'a', 'port' => 80, 'mode' => 'rw'}

Refused, for example:
  {'name' => '', 'port' => 0, 'mode' => 'ro'}
    value entry 'name' expects a String[1] value, got String
  {'name' => 'example', 'port' => 0, 'mode' => 'ro', 'unknown' => 'example'}
    value unrecognized key 'unknown'
  {'port' => 0, 'mode' => 'ro'}
    value expects a value for key 'name'
",
    );
}

#[test]
fn alternatives_with_parts() {
    check(
        r"Variant[String[1], Struct[{path => Pattern[/^\//]}]]",
        r"
Variant[String[1], Struct[{'path' => Pattern[/^\//]}]]
  one of 2 alternatives

  alternative 1: a string of at least 1 character
  alternative 2: a hash with the key 'path'
    'path' (required): text that matches /^\//

Accepted, for example:
  'example'
  {'path' => '/etc/motd'}
  'a'

Refused, for example:
  ''
    value expects a value of type String[1] or Struct[{'path' => Pattern[/^\//]}], got String
  {'path' => 'example'}
    value variant 0 expects a String value, got Struct
    value variant 1 entry 'path' expects a match for Pattern[/^\//], got 'example'
  {'path' => '/etc/motd', 'unknown' => 'example'}
    value variant 0 expects a String value, got Struct
    value variant 1 unrecognized key 'unknown'
",
    );
}

#[test]
fn parts_in_parts() {
    check(
        "Array[Struct[{a => Optional[Variant[Integer, Struct[{c => Undef}]]]}]]",
        "
Array[Struct[{'a' => Optional[Variant[Integer, Struct[{'c' => Undef}]]]}]]
  a list of hashes with the key 'a'

  each element: a hash with the key 'a'
    'a' (optional): nothing, or one of 2 alternatives
      alternative 1: a whole number
      alternative 2: a hash with the key 'c'
        'c' (optional): nothing (undef)

Accepted, for example:
  [{'a' => 42}]
  [{'a' => 42}, {}]
  []

Refused, for example:
  [{'a' => '42'}]
    value index 0 entry 'a' expects a value of type Undef, Integer, or Struct, got String
  {'a' => 42}
    value expects an Array value, got Struct
  'example'
    value expects an Array value, got String
",
    );
}

#[test]
fn examples_show_the_content_of_secrets() {
    check(
        "Sensitive[Struct[{user => String, password => String[8]}]]",
        "
Sensitive[Struct[{'user' => String, 'password' => String}]]
  a secret that holds a hash with the keys 'user' and 'password'

  'user' (required): a string
  'password' (required): a string

Accepted, for example:
  Sensitive({'user' => 'example', 'password' => 'example'})
  Sensitive({'user' => 'a', 'password' => 'a'})

Refused, for example:
  's3cret'
    value expects a Sensitive[Struct] value, got String
  Sensitive({'user' => 42, 'password' => 'example'})
    value expects a Sensitive[Struct[{'user' => String, 'password' => String}]] value, got
        Sensitive[Hash[String[4, 8], ScalarData]]
  42
    value expects a Sensitive[Struct] value, got Integer
",
    );
}

#[test]
fn references_to_resources() {
    check(
        "Type[File]",
        "
Type[File]
  a reference to a File resource

Accepted, for example:
  File
  File['/etc/motd']

Refused, for example:
  String
    value expects a Type[File] value, got Type[String]
  Integer
    value expects a Type[File] value, got Type[Integer]
  'Integer'
    value expects a Type[Resource] value, got String
",
    );
}

#[test]
fn a_recursive_alias_is_named_the_second_time() {
    check(
        "Chain",
        "
Chain = Struct[{'v' => Integer, Optional['kids'] => Array[Chain]}]
  a hash with the keys 'v' and 'kids'

  'v' (required): a whole number
  'kids' (optional): a list of further Chain values
    each element: another Chain value

Accepted, for example:
  {'v' => 42, 'kids' => [{'v' => 42, 'kids' => []}]}
  {'v' => 42}
  {'v' => 0, 'kids' => [{'v' => 42, 'kids' => []}, {'v' => 42}]}

Refused, for example:
  {'v' => '42', 'kids' => [{'v' => 42, 'kids' => [{'v' => 42, 'kids' => []}]}]}
    value entry 'v' expects an Integer value, got String
  {'v' => 42, 'kids' => [{'v' => 42, 'kids' => [{'v' => 42, 'kids' => []}]}], 'unknown' =>
      'example'}
    value unrecognized key 'unknown'
  {'kids' => [{'v' => 42, 'kids' => [{'v' => 42, 'kids' => []}]}]}
    value expects a value for key 'v'
",
    );
}

#[test]
fn values_without_syntax_have_no_example() {
    check(
        "Callable[Integer, String]",
        "
Callable[Integer, String]
  a lambda or function that takes exactly 2 arguments

Refused, for example:
  'example'
    value expects a Callable value, got String
  42
    value expects a Callable value, got Integer
  undef
    value expects a Callable value, got Undef
",
    );
}

#[test]
fn a_description_is_data_as_well() {
    let value = describe(&read("Struct[{port => Port, Optional[key] => Sensitive}]")).to_value();
    let part = |name: &str| format!("{:?}", value.as_hash().unwrap().get_str(name).unwrap());
    assert_eq!(part("type"), r"'Struct[{\'port\' => Port, Optional[\'key\'] => Sensitive}]'");
    assert_eq!(part("summary"), r"'a hash with the keys \'port\' and \'key\''");
    assert_eq!(
        part("parts"),
        "[{'role' => 'key', 'name' => 'port', 'required' => true, 'summary' => 'a whole number from 0 to 65535'}, \
         {'role' => 'key', 'name' => 'key', 'required' => false, 'summary' => 'a secret'}]"
    );
    assert_eq!(
        part("accepted"),
        r"[{'text' => '{\'port\' => 0, \'key\' => Sensitive(\'s3cret\')}'}, {'text' => '{\'port\' => 0}', 'value' => {'port' => 0}}, {'text' => '{\'port\' => 80, \'key\' => Sensitive(\'s3cret\')}'}]"
    );
}

/// A description of such a type would take too long: its text names every path through its aliases.
#[test]
fn mutually_recursive_aliases_end() {
    let registry = TypeRegistry::default();
    let names: Vec<String> = (0..12).map(|number| format!("A{number}")).collect();
    for name in &names {
        let definition =
            format!("Tuple[Struct[{{Optional[a] => Variant[{0}]}}], Array[Variant[{0}]]]", names.join(", "));
        registry.add(name, &definition);
    }
    let described = parse_type_with("A0", &registry).unwrap();
    let (_, parts) = super::parts::Describer::default().describe(&described);
    assert_eq!(parts.len(), 2);
    assert_eq!(super::examples::accepted(&described, 1).len(), 1);
    assert!(!super::counterexamples::near_misses(&described).is_empty());
}
