//! What becomes of each thing that the older kind of types can say.

use diagnostics::Source;
use migration::{Migration, MigrationError, Options, migrate};

fn migrated(body: &str) -> Migration {
    let text = format!("Puppet::Type.newtype(:thing) do\n{body}\nend");
    migrate(&Source::new("thing.rb", text), Options::default()).unwrap()
}

/// The body of what became of the body of a type, without indentation.
fn body(migration: &Migration) -> String {
    let lines: Vec<&str> = migration.text.lines().collect();
    let inner = lines.get(2..lines.len() - 1).unwrap();
    inner.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(ruby: &str, expected: &str) {
    assert_eq!(body(&migrated(ruby)), expected, "for {ruby}");
}

/// What is listed: `LINE what of 'attribute': reason`.
#[track_caller]
fn lists(ruby: &str, expected: &[&str]) {
    let text = format!("Puppet::Type.newtype(:thing) do\n{ruby}\nend");
    let source = Source::new("thing.rb", text);
    let migrated = migrate(&source, Options::default()).unwrap();
    let found = migrated.unsupported.iter().map(|part| {
        let line = source.position(part.span.start).line;
        format!("{line} {}: {}", part.subject(), part.reason)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "for {ruby}");
}

#[test]
fn parameters_properties_and_names_are_told_apart() {
    check("newparam(:name)", "attr name, String { behaviour => namevar }");
    check("newparam(:path, namevar: true)", "attr path, String { behaviour => namevar }");
    check("newparam(:path) { isnamevar }", "attr path, String { behaviour => namevar }");
    check("newparam(:how)", "attr how, Data { behaviour => parameter }");
    check("newproperty(:what)", "attr what, Data");
    check(
        "%i[a b].each { |name| newproperty(name) { desc \"The #{name}\" } }",
        "attr a, Data { desc => 'The a' }\nattr b, Data { desc => 'The b' }",
    );
}

#[test]
fn values_become_types_and_checks() {
    check("newproperty(:x) { newvalues(:a, 'b c', \"\") }", "attr x, enum[a, 'b c', '']");
    check("newproperty(:x) { newvalue(:a); newvalue(:b) }", "attr x, enum[a, b]");
    check("newproperty(:x) { newvalues(:true, :false) }", "attr x, Boolean { set => |$given| { Boolean($given) } }");
    check(
        "newproperty(:x) { newvalues(:true, :false, :maybe) }",
        "attr x, enum['true', 'false', maybe] { set => |$given| { \"${given}\" } }",
    );
    check("newproperty(:x) { newvalues(1, 2) }", "attr x, enum['1', '2'] { set => |$given| { \"${given}\" } }");
    check("newproperty(:x) { newvalues(/^\\/a/) }", "attr x { check => \"${it}\" =~ /^\\/a/ }");
    check("newproperty(:x) { newvalues(/a/i, /b/) }", "attr x { check => \"${it}\" =~ Pattern[/(?i-mx:a)/, /b/] }");
    check(
        "newproperty(:x) { newvalues(:absent, /\\d+/) }",
        "attr x { check => \"${it}\" =~ Variant[Enum['absent'], Pattern[/\\d+/]] }",
    );
    check("newparam(:name) { newvalues(/\\S/) }", "attr name, String { behaviour => namevar, check => $it =~ /\\S/ }");
    check(
        "newproperty(:x) { newvalues(:running, :stopped); aliasvalue(:true, :running) }",
        "attr x, enum[running, stopped] {\n\
         set => |$given| { \"${given}\" ? { /\\Atrue\\z/ => 'running', default => \"${given}\" } },\n}",
    );
    check("LIST = %w[a b]\nnewproperty(:x) { newvalues(*LIST) }", "attr x, enum[a, b]");
    lists("newproperty(:x) { newvalues(*computed, :a) }", &["2 newvalues of 'x': some values are computed"]);
}

#[test]
fn lists_take_a_single_value() {
    check(
        "newproperty(:x, array_matching: :all)",
        "attr x, Data {\nmax => unbound,\nset => |$given| { $given ? { Array => $given, default => [$given] } },\n}",
    );
    check(
        "newproperty(:x, array_matching: :all) { newvalues(:a, :b); defaultto ['a'] }",
        "attr x, enum[a, b] {\nmax     => unbound,\ndefault => a,\n\
         set     => |$given| { $given ? { Array => $given, default => [$given] } },\n}",
    );
}

#[test]
fn booleans_are_booleans() {
    for written in ["newparam(:x, boolean: true)", "newparam(:x, parent: Puppet::Parameter::Boolean)"] {
        check(written, "attr x, Boolean { behaviour => parameter, set => |$given| { Boolean($given) } }");
    }
    check(
        "newparam(:x, :boolean => true) { newvalues(:true, :false); defaultto :true }",
        "attr x, Boolean { behaviour => parameter, default => true, set => |$given| { Boolean($given) } }",
    );
}

#[test]
fn defaults_are_literals_of_the_type() {
    check("newproperty(:x) { defaultto 'a b' }", "attr x, Data { default => 'a b' }");
    check("newproperty(:x) { defaultto { :present } }", "attr x, Data { default => present }");
    check("newproperty(:x) { defaultto 2.5 }", "attr x, Data { default => 2.5 }");
    check("newparam(:x) { defaultto(-1) }", "attr x, Data { behaviour => parameter, default => -1 }");
    check("newparam(:x) { defaultto false }", "attr x, Data { behaviour => parameter, default => false }");
    for (written, reason) in [
        ("defaultto []", "a default must be a number, a string, true or false"),
        ("defaultto { resource[:name] }", "it is computed, and a default is a literal"),
        ("defaultto nil", "there is none: it is nil"),
        ("defaultto :undef", "there is none: it is undef"),
        ("defaultto false", "Puppet ignores the default 'false' of a property"),
        ("newvalues(:a); defaultto :b", "it is not one of the values"),
        ("newvalues(:true, :false); defaultto 5", "it is neither true nor false"),
    ] {
        let listed = format!("2 default of 'x': {reason}");
        lists(&format!("newproperty(:x) {{ {written} }}"), &[&listed]);
    }
    lists("newproperty(:x) { defaultto 1\n defaultto 2 }", &["2 defaultto of 'x': a later one replaces it"]);
}

#[test]
fn whether_there_is_one_is_a_property() {
    check("ensurable", "attr ensure, enum[present, absent]");
    check(
        "ensurable { defaultvalues; defaultto :present }",
        "attr ensure, enum[present, absent] { default => present }",
    );
    check("ensurable { newvalues(:a, :b) }", "attr ensure, enum[a, b]");
    check(
        "def exists?; end\ndef create; end\ndef destroy; end",
        &format!(
            "attr ensure, enum[present, absent]\n{}",
            [("exists?", 2), ("create", 3), ("destroy", 4)]
                .map(|(name, line)| format!(
                    "# not carried over, line {line}: method: '{name}' is code, which belongs in the provider"
                ))
                .join("\n"),
        ),
    );
    lists(
        "ensurable\nnewproperty(:x)",
        &["2 default of 'ensure': it is 'present' only if another property is set, but a default always applies"],
    );
}

#[test]
fn descriptions_lose_the_indentation_of_the_code() {
    check("desc 'It\\'s a \\\\ thing.'", "desc 'It\\'s a \\\\ thing.'");
    check("@doc = <<-EOT\n    One.\n      Two.\n  EOT", "desc 'One.\nTwo.'");
    check("newparam(:name) { desc _('Its name') }", "attr name, String { behaviour => namevar, desc => 'Its name' }");
    lists("desc \"At #{place}\"", &["2 desc: the text is computed"]);
    let text = "Puppet::Type.newtype(:thing) { desc 'Long'; newparam(:name) { desc 'Longer' } }";
    let short = migrate(&Source::new("thing.rb", text), Options { descriptions: false }).unwrap();
    assert!(!short.text.contains("Long") && short.unsupported.is_empty(), "{}", short.text);
}

#[test]
fn relations_are_carried_over_where_they_are_plain() {
    check(
        "newparam(:path, namevar: true)\nautorequire(:file) { [self[:path], '/etc'] }\nautorequire(:package) { 'apt' }\n\
         autonotify(:service) do\n  %w[a b]\nend",
        "autorequire { 'file' => ['$path', '/etc'], 'package' => 'apt' }\nautonotify { 'service' => ['a', 'b'] }\n\
         attr path, String { behaviour => namevar }",
    );
    check(
        "newparam(:path, namevar: true)\nautobefore(:file) { self[:name] }",
        "autobefore { 'file' => '$path' }\nattr path, String { behaviour => namevar }",
    );
    lists(
        "autorequire(:file) { File.dirname(self[:path]) }\nautorequire(:user) { self[:owner] }",
        &[
            "2 autorequire: the titles of 'file' are computed, or decided by a condition",
            "3 autorequire: it refers to an attribute that the type does not have",
        ],
    );
}

#[test]
fn plain_refusals_are_carried_over() {
    let validate = |ruby: &str| {
        let migrated = migrated(&format!("newparam(:x) {{ validate {{ |value| {ruby} }} }}"));
        assert!(migrated.unsupported.is_empty(), "{ruby}: {:?}", migrated.unsupported);
        let (_, logic) = migrated
            .text
            .split_once("validate  => ")
            .unwrap_or_else(|| migrated.text.split_once("validate => ").unwrap_or_else(|| panic!("{}", migrated.text)));
        logic.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim_end_matches([' ', ',', '}']).to_owned()
    };
    for (ruby, expected) in [
        ("raise 'no' unless value =~ /a/", "{ if !($it =~ Pattern[/a/]) { 'no'"),
        ("fail ArgumentError, \"no #{value}\" if value !~ /a/", "{ if !($it =~ Pattern[/a/]) { \"no ${it}\""),
        ("raise 'no' if value.to_s.match?(/a/)", "{ if \"${it}\" =~ /a/ { 'no'"),
        ("unless /a/.match(value)\n raise Puppet::Error, 'no'\n end", "{ if !($it =~ Pattern[/a/]) { 'no'"),
        (
            "raise 'no' unless value.is_a?(String) || value.is_a?(Hash)",
            "{ if !(($it =~ String) or ($it =~ Hash)) { 'no'",
        ),
        ("raise 'no' unless [String, Array].include?(value.class)", "{ if !($it =~ Variant[String, Array]) { 'no'"),
        ("raise 'no' unless ['a', 'b'].include?(value)", "{ if !($it =~ Enum['a', 'b']) { 'no'"),
        ("raise 'no' if value.include?(\"\\n\")", "{ if $it =~ Pattern[/\\n/] { 'no'"),
        ("raise 'no' if value.empty? && value != 5", "{ if empty($it) and !($it == 5) { 'no'"),
        ("raise 'no' if value.length > 64", "{ if length($it) > 64 { 'no'"),
        (
            "raise _('no %{value}') % { value: value } unless Puppet::Util.absolute_path?(value)",
            "{ if !($it =~ Pattern[/^\\//]) { \"no ${it}\"",
        ),
        ("raise 'never'", "{ 'never'"),
    ] {
        assert_eq!(validate(ruby), expected, "for {ruby}");
    }
    check("newproperty(:x) { validate { |v| raise 'read only' } }", "attr x, Data { behaviour => read_only }");
    check(
        "newparam(:a)\nnewparam(:b)\nvalidate do\n  raise 'one of both' if self[:a] && self[:b]\nend",
        "attr a, Data { behaviour => parameter }\nattr b, Data { behaviour => parameter }\n\
         invariant { if $a and $b { 'one of both' } }",
    );
}

#[test]
fn refusals_that_are_not_plain_are_listed() {
    let listed = &["2 validate of 'x': code refuses values; use 'validate' or 'invariant'"];
    for ruby in [
        "raise 'no' unless valid?(value)",
        "value.split(',').each { |part| raise 'no' if part.empty? }",
        "return if value == 'a'; raise 'no' unless value =~ /b/",
        "raise 'no' if value =~ /a/; value.freeze",
        "raise \"no #{value.inspect}\" unless value =~ /a/",
        "raise 'no' unless value.is_a?(Pathname) and other",
        "if value =~ /a/\n raise 'no'\n else\n raise 'yes'\n end",
    ] {
        lists(&format!("newparam(:x) {{ validate {{ |value| {ruby} }} }}"), listed);
    }
    // Whether `:false` is false is another question in Ruby.
    lists(
        "newparam(:x) { newvalues(:true, :false) }\nvalidate { raise 'no' if self[:x] }",
        &["3 validate: it contains a condition that logic of the language would evaluate differently"],
    );
}

#[test]
fn all_else_is_listed() {
    lists(
        "feature :fast, 'd'\nprovide(:a) { }\ninclude Other\ndef refresh; end\ndef self.title_patterns; end\n\
         @isomorphic = false\napply_to_device\nPuppet.warning('x')\n\
         newproperty(:p, required_features: :fast, parent: Strange) do\n  munge { |v| v }\n  unmunge { |v| v }\n  \
         def insync?(is); end\n  newvalue(:a, event: :b) { provider.a }\nend",
        &[
            "2 feature: 'fast' selects a provider, and there is only one",
            "3 provider: the provider 'a' is code",
            "4 mixin: the methods of 'Other' are code",
            "5 method: 'refresh' is code, which belongs in the provider",
            "6 title_patterns: a type of the language does not parse titles",
            "7 isomorphic: resources of the language cannot share their namevars",
            "8 call: 'apply_to_device' has no meaning in a type of the language",
            "9 code: it runs when Ruby loads the type",
            "10 option of 'p': 'required_features' has no meaning in a type of the language",
            "10 parent of 'p': what 'Strange' does with values is code",
            "11 munge of 'p': code converts the values; use 'set'",
            "12 unmunge of 'p': code computes the values that are shown; use 'get'",
            "13 method of 'p': 'insync?' is code, which belongs in the provider",
            "14 newvalue of 'p': the code that sets 'a' belongs in the provider",
            "14 option of 'p': 'newvalue' has no meaning in a type of the language",
        ],
    );
    lists(
        "if x\n  newparam(:a)\nend\nnewparam(compute)\nnewparam(:'a-b')\nnewparam(:a)",
        &[
            "2 condition: its contents are carried over as if the condition were true",
            "3 attribute of 'a': a later one replaces it",
            "5 attributes: it may add attributes that only Ruby can evaluate",
            "6 attribute of 'a-b': its name is not valid in the language: use lower-case letters, digits and '_', but not 'it' or 'meta'",
        ],
    );
}

#[test]
fn what_is_required_must_be_given() {
    check("newparam(:x) { isrequired }", "attr x, Data { behaviour => parameter, min => 1 }");
    check("newparam(:name) { isrequired }", "attr name, String { behaviour => namevar }");
}

#[test]
fn what_is_no_type_is_an_error() {
    let refused = |text: &str| migrate(&Source::new("thing.rb", text), Options::default()).unwrap_err();
    let message = |text: &str| refused(text).to_string();
    assert!(message("Puppet::Type.newtype(:x) do").starts_with("not valid Ruby: "));
    assert!(message("puts 1").starts_with("no type is defined: "));
    assert_eq!(message("Puppet::Type.newtype(:a) { }\nPuppet::Type.newtype(:b) { }"), "2 types are defined: 'a', 'b'");
    assert!(message("Puppet::Type.newtype(:'a-b') { }").starts_with("'a-b' is not a valid name of a type: "));
    assert!(message("Puppet::Type.newtype(:A) { }").starts_with("'A' is not a valid name of a type: "));
    assert_eq!(
        message("Puppet::ResourceApi.register_type(name: 'a', desc: 'b', attributes: all)"),
        "the attributes of 'a' are computed: only Ruby can evaluate them"
    );
    assert!(matches!(refused("\n  Puppet::Type.newtype(:'a-b') { }").span(), Some(span) if span.start == 3));
    assert!(matches!(refused(""), MigrationError::NoType));
}

#[test]
fn thousands_of_attributes_are_no_trouble() {
    let attribute = |number: usize| format!("newparam(:a{number}) {{ munge {{ 1 }}; newvalues(:x) }};");
    let text = format!("Puppet::Type.newtype(:big) {{ {} }}", (0..3_000).map(attribute).collect::<String>());
    let big = migrate(&Source::new("big.rb", text), Options::default()).unwrap();
    assert_eq!((big.model.features.len(), big.unsupported.len()), (3_000, 3_000));
    assert_eq!((big.unsupported[0].position.line, big.unsupported[0].position.column), (1, 46));
}

/// What a method says is told for each attribute that it defines, and for the one that is there in the end.
#[test]
fn methods_that_define_attributes_again_are_told_again() {
    let add = "def self.add(name); newparam(name) { munge { |v| v } }; end";
    lists(
        &format!("{add}\nadd(:a)\nadd(:b)\nadd(:a)"),
        &[
            "2 method: 'add' is code, which belongs in the provider",
            "2 attribute of 'a': a later one replaces it",
            "2 munge of 'a': code converts the values; use 'set'",
            "2 munge of 'b': code converts the values; use 'set'",
        ],
    );
}
