//! Invalid types, invalid Ruby, and code that would never end.

use diagnostics::Source;

use super::{TypeMetadata, read_types};

fn read(text: &str) -> Vec<TypeMetadata> {
    read_types(&Source::new("", text)).unwrap()
}

fn names(text: &str) -> Option<Vec<String>> {
    let types = read(text);
    assert_eq!(types.len(), 1, "{text}");
    Some(types[0].attributes.as_ref()?.iter().map(|attribute| attribute.name.to_string()).collect())
}

#[test]
fn invalid_ruby_is_reported_with_its_location() {
    let problem = read_types(&Source::new("", "Puppet::Type.newtype(:x) do\n  newparam(\nend")).unwrap_err();
    assert!(problem.message.starts_with("not valid Ruby: "), "{problem}");
    assert!(problem.span.start > 20, "{:?}", problem.span);
}

#[test]
fn other_code_defines_no_types() {
    assert!(read("puts 1\nnewtype(:x)\nOther.newtype(:y) { }\nPuppet::Type.newtype(name) { }").is_empty());
    assert!(read("").is_empty());
}

#[test]
fn a_text_may_define_several_types() {
    let types = read("Puppet::Type.newtype(:a) { newparam(:name) }\nif true\n  Puppet::Type::newtype('b') {}\nend");
    let found: Vec<&str> = types.iter().map(|found| found.name.as_str()).collect();
    assert_eq!(found, ["a", "b"]);
}

#[test]
fn a_type_that_extends_another_is_not_known() {
    assert_eq!(names("Puppet::Type.newtype(:a, parent: Other) { newparam(:name) }"), None);
    assert_eq!(names("Puppet::Type.newtype(:a, self_refresh: true) { newparam(:x) }"), Some(vec!["x".into()]));
    assert_eq!(names("Puppet::Type.newtype(:a, &block)"), None);
}

#[test]
fn an_attribute_without_a_plain_name_makes_them_unknown() {
    for body in [
        "newparam(name)",
        "newproperty(\"a_#{b}\")",
        "x.each { |y| newparam(y) }",
        "while true; newparam(:x); end",
        "[:a].each(&method(:newparam))",
        "foo { newparam(:x) }",
        "x = [newparam(:x)]",
    ] {
        assert_eq!(names(&format!("Puppet::Type.newtype(:a) {{ {body} }}")), None, "{body}");
    }
}

#[test]
fn what_is_defined_but_not_done_adds_nothing() {
    let text = "Puppet::Type.newtype(:a) do
      newparam(:x)
      def self.later; newparam(:y); end
      module Inner; def add; newparam(:z); end; end
      def instances; self.class.newparam(:w); end
    end";
    assert_eq!(names(text), Some(vec!["x".into()]));
}

#[test]
fn methods_that_call_themselves_end() {
    let text = "Puppet::Type.newtype(:a) do
      def self.again(n); again(n); again(n); end
      again(1)
    end";
    assert_eq!(names(text), None);
}

#[test]
fn loops_in_loops_end() {
    let many = (0..300).map(|number| format!(":a{number}")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "Puppet::Type.newtype(:a) do
          many = [{many}]
          many.each {{ |a| many.each {{ |b| many.each {{ |c| newparam(a) }} }} }}
        end"
    );
    assert_eq!(names(&text), None);
}

#[test]
fn deep_code_does_not_exhaust_the_stack() {
    let chain = format!("Puppet::Type.newtype(:a) {{ newparam(:x); y{} }}", ".z".repeat(200_000));
    assert_eq!(names(&chain), None);
    let brackets = format!("x = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let _ = read_types(&Source::new("", brackets));
    let sums = format!("Puppet::Type.newtype(:a) {{ x = {}1 }}", "1 + ".repeat(100_000));
    assert_eq!(names(&sums), None);
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    let problem = read_types(&Source::new("", "#".repeat(2 << 20))).unwrap_err();
    assert!(problem.message.contains("too much"), "{problem}");
}

#[test]
fn a_definition_of_the_resource_api_is_read_whole() {
    let text = "Puppet::ResourceApi.register_type(name: 'a', desc: 'b',
      attributes: { name: { type: 'String', desc: 'c', behaviour: :namevar } })";
    let types = read(text);
    assert_eq!(types[0].definition.as_ref().unwrap().name(), "a");
    assert_eq!(types[0].namevars().collect::<Vec<_>>(), ["name"]);
    let computed = read("Puppet::ResourceApi.register_type({ name: 'a', attributes: { x: foo, y: { type: bar } } })");
    assert!(computed[0].definition.is_none() && computed[0].attributes.is_none());
    let partly = read("Puppet::ResourceApi.register_type(name: 'a', docs: text, attributes: { y: { type: bar } })");
    assert!(partly[0].definition.is_none() && partly[0].attributes.as_ref().unwrap().len() == 1);
}

/// Whether a text that registers the type `a` with these attributes, and does something before, is read whole.
fn is_whole(before: &str, attributes: &str) -> bool {
    let text = format!("{before}\nPuppet::ResourceApi.register_type(name: 'a', desc: 'b', attributes: {attributes})");
    let types = read(&text);
    assert_eq!(types.len(), 1, "{text}");
    types[0].definition.is_some()
}

const NAME: &str = "{ name: { type: 'String', desc: 'c', behaviour: :namevar } }";

#[test]
fn what_only_ruby_knows_is_left_to_it() {
    assert!(is_whole(
        "require 'x'\nmodule M; X = 1; end\nmodule N; end unless defined?(N)\n$LOAD_PATH.unshift('y')",
        NAME
    ));
    for before in [
        "raise 'x'",
        "X = 1\nX = 2",
        "X = {}\nX[:a] = 1",
        "X = []\nX << 1",
        "if y\n  X = 1\nend",
        "X = 1 unless y",
        "begin\n  x\nend",
        "class String; undef_method :to_s; end",
        "Puppet::ResourceApi.prepend(Other)",
    ] {
        assert!(!is_whole(before, NAME), "{before}");
    }
    for attributes in [
        "{ name: { type: 'String', desc: \"\\xff\", behaviour: :namevar } }",
        "{ name: { type: 'String', desc: `date`, behaviour: :namevar } }",
        "{ name: { type: 'String', desc: \"#{$x}\", behaviour: :namevar } }",
        "{ name: { type: 'String', desc: 'c', behaviour: 'namevar' } }",
        "{ name: { type: 'String', desc: __FILE__, behaviour: :namevar } }",
        "{ name: { type: 'String', desc: 'c'.unknown, behaviour: :namevar } }",
        "{ name: { type: 'String', desc: 'c', behaviour: :namevar, big: 99999999999999999999 } }",
        "{ name: { type: 'String', desc: 'c', behaviour: :namevar, ratio: 3r } }",
        "{ name: { type: 'String', desc: 'c', behaviour: :namevar }, **more }",
    ] {
        assert!(!is_whole("", attributes), "{attributes}");
    }
}

#[test]
fn a_register_call_in_a_condition_is_left_to_ruby() {
    let call = format!("Puppet::ResourceApi.register_type(name: 'a', desc: 'b', attributes: {NAME})");
    for text in [format!("{call} if x"), format!("def y; {call}; end"), format!("[1].each {{ {call} }}")] {
        assert!(read(&text).iter().all(|found| found.definition.is_none()), "{text}");
    }
}

#[test]
fn facts_are_known_by_their_names() {
    let check = |text: &str, names: &[&str], computed: bool| {
        let found = crate::read_facts(text);
        assert_eq!(
            (&found.names.iter().map(|name| name.as_str()).collect::<Vec<_>>()[..], found.computed),
            (names, computed),
            "{text}"
        );
    };
    check("Facter.add :one do\nend\nFacter::add('two')", &["one", "two"], false);
    check("Facter.add(\"a.b\", type: :aggregate) { }\nFacter.define_fact(:\"c\") { }", &["a", "c"], false);
    check("Facter.add(\"x_#{y}\") { }\nFacter.add(:z) { }", &["z"], true);
    check("Facter.add(", &[], true);
    check("Facter.add('", &[], true);
    check("require 'other'\nOther.all", &[], true);
    check("Facter.add_more(:x)\nFacter.add(:y)", &["y"], false);
    let names = crate::read_facts("Facter.add(:Virtual) { }");
    assert!(names.may_have("virtual", true) && names.may_have("virtual.deep", false) && !names.may_have("x", false));
    assert!(crate::read_facts("").may_have("x", false) && !crate::read_facts("").may_have("x", true));
}

/// Which of both counts is decided when the text runs.
#[test]
fn a_type_that_is_defined_in_both_ways_is_left_open() {
    for registered in
        ["name: 'a', desc: 'b', attributes: { name: { type: 'String', behaviour: :namevar } }", "definition()"]
    {
        let types = read(&format!(
            "if old?\n  Puppet::Type.newtype(:a) {{ newparam(:name) }}\nelse\n  \
             Puppet::ResourceApi.register_type({registered})\nend"
        ));
        let [found] = &types[..] else { panic!("{types:?}") };
        assert_eq!(found.name, "a");
        assert!(!found.is_legacy && found.definition.is_none() && found.attributes.is_none(), "{found:?}");
    }
    // Others of the same text are what they are.
    let types = read(
        "Puppet::Type.newtype(:a) { newparam(:name) }\n\
         Puppet::ResourceApi.register_type(name: 'b', desc: 'b', attributes: { name: { type: 'String', behaviour: :namevar } })",
    );
    assert_eq!(types.iter().map(|found| found.is_legacy).collect::<Vec<_>>(), [true, false]);
}

// Each of these would take more memory than there is, or days.
#[test]
fn constants_that_hold_each_other_ever_more_often_are_not_followed() {
    let doubled = |first: &str, next: fn(usize) -> String| {
        let lines: String = (1..60).map(next).collect();
        format!("A0 = {first}\n{lines}Puppet::Type.newtype(:x) {{ newparam(:name)\n newparam(A59) }}")
    };
    assert_eq!(names(&doubled("[1]", |level| format!("A{level} = [A{0}, A{0}]\n", level - 1))), None);
    assert_eq!(names(&doubled("[1]", |level| format!("A{level} = A{0} + A{0}\n", level - 1))), None);
    assert_eq!(names(&doubled("'x'", |level| format!("A{level} = A{0} + A{0}\n", level - 1))), None);
    assert_eq!(names(&doubled("'x'", |level| format!("A{level} = \"#{{A{0}}}#{{A{0}}}\"\n", level - 1))), None);
    assert_eq!(names(&doubled("{a: 1}", |level| format!("A{level} = {{ a: A{0}, b: A{0} }}\n", level - 1))), None);
    assert_eq!(names(&doubled("[['x']]", |level| format!("A{level} = [A{0}, A{0}].flatten\n", level - 1))), None);
    assert_eq!(
        names(&doubled("['xx']", |level| format!("A{level} = [A{0}.join('yy'), A{0}.join('yy')]\n", level - 1))),
        None
    );
}

#[test]
fn loops_in_loops_are_not_followed_for_ever() {
    let list = (0..9_000).map(|number| format!("a{number} ")).collect::<String>();
    for body in [
        "LIST.each { |a| LIST.each { |b| LIST.each { |c| newparam(\"#{a}#{b}#{c}\") } } }",
        "LIST.map { |a| LIST.map { |b| \"#{a}#{b}\" } }.flatten.each { |name| newparam(name) }",
        "LIST.each { |a| (LIST - LIST).uniq.each { |b| newparam(b) } }",
        "def self.f(a)\n LIST.each { |b| f(b) }\nend\nf(1)\nnewparam(:late)",
        "LIST.each { |a| LIST.each { |b| foreign.call(LIST, LIST.map { |c| newparam(c) }) } }",
    ] {
        let text = format!("LIST = %w[{list}]\nPuppet::Type.newtype(:x) do\n{body}\nend");
        assert_eq!(names(&text), None, "{body}");
    }
}

#[test]
fn a_constant_that_is_used_very_often_ends_the_reading() {
    let list = (0..9_000).map(|number| format!("a{number} ")).collect::<String>();
    let uses = "x = LIST\n".repeat(50_000);
    let text = format!("LIST = %w[{list}]\n{uses}Puppet::Type.newtype(:x) {{ LIST.each {{ |name| newparam(name) }} }}");
    assert_eq!(names(&text), None);
    let types = "Puppet::Type.newtype(:x) { newparam(:name) }\n".repeat(5_000);
    assert_eq!(read(&format!("LIST = %w[{list}]\n{types}")).len(), 5_000);
}

#[test]
fn a_large_type_is_still_followed() {
    let list = (0..2_000).map(|number| format!("a{number} ")).collect::<String>();
    let text = format!(
        "LIST = %w[{list}].map(&:to_sym).freeze\nPuppet::Type.newtype(:x) {{ LIST.each {{ |a| newparam(a) }} }}"
    );
    assert_eq!(names(&text).map(|names| names.len()), Some(2_000));
}
