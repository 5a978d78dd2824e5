//! The type system against recorded answers of the real Puppet.
//!
//! Each line of `tests/golden/*.jsonl` is a question with Puppet's answer (see `oracle/oracle.rb`). A difference is
//! either a bug here, or listed with its reason in this file.

#[path = "support/recorded.rs"]
mod recorded;

use pcore::{Hash, Value, common_type, infer, mismatch, munge, parse_literal, parse_type_with};
use recorded::{Case, Outcome};

/// Cases whose answer differs on purpose: a text that the question contains, and why.
mod exceptions {
    use super::recorded::Exception;

    const OPEN_END: &str = "the smallest and largest Integer are open ends here";
    const NOT_REAL: &str = "an internal name of Puppet's, not a type of the language";
    const NO_TYPE: &str = "Puppet takes what is no type here, or crashes later";
    const ASSUMED: &str = "Puppet takes a recursive alias for anything here, although it is not";

    pub const PRINT: &[Exception] = &[
        ("\"type\":\"TypeAlias", NOT_REAL),
        ("\"type\":\"Pcore::URI\"", NOT_REAL),
        ("\"type\":\"Pcore::IntegerType\"", NOT_REAL),
        ("\"type\":\"Pcore::AnyType\"", NOT_REAL),
        ("TypeReference['Foo", "what is printed for an unknown name must be readable"),
        ("9223372036854775807]", OPEN_END),
        ("Hash[default,", "a size, not two types called Default"),
        ("Timespan[1.5]", "Puppet keeps a float inside, and shows it with all digits"),
        ("port=>Integer[1,5]", "a port is matched by a number, NotUndef or Undef"),
        ("URI[{port=>String}]", "a port is matched by a number, NotUndef or Undef"),
        ("Resource['file',['x','y']]", "several titles are several types, which only the language can express"),
        ("Resource['Foo::bar']", "the name is not wrong, only untidy"),
        ("File['']", "a title is not empty"),
        ("Resource['foo', '']", "a title is not empty"),
        ("types=>{A=>Integer}", "a set without a name is refused where it gets none, not here"),
        ("Struct[{a=>1}]", NO_TYPE),
        ("Struct[{a=>'x'}]", NO_TYPE),
        ("Callable[a]", NO_TYPE),
        ("Callable[1,2,3]", NO_TYPE),
        ("Callable[String,1,2,3]", NO_TYPE),
        ("Callable['a']", NO_TYPE),
        ("Callable[[Integer],1]", NO_TYPE),
        ("Timespan[{junk=>1}]", NO_TYPE),
        ("File[undef]", NO_TYPE),
        ("Class[undef]", NO_TYPE),
        ("type Foo = Integer", "a definition, not an expression"),
        ("Init[Variant[", "Puppet cannot generalize an Init"),
    ];

    const NOT_UNDEF: &str = "what is of a type and not undef is still of the type, which Puppet does not see";
    const BARE_TUPLE: &str = "a bare Tuple may hold anything, where Puppet takes it for an empty one";

    pub const ASSIGNABLE: &[Exception] = &[
        ("NotUndef[Optional", NOT_UNDEF),
        ("NotUndef[OptInt]", NOT_UNDEF),
        ("NotUndef[Variant[", NOT_UNDEF),
        ("'a' => Tuple", BARE_TUPLE),
        ("String, Tuple]", BARE_TUPLE),
        ("Array[Tuple]\"", BARE_TUPLE),
        ("\"left\":\"Abs\",\"right\":\"Iterable\"", "the texts of a Pattern can be walked as any others"),
        ("Variant[Tree, Boolean[true], Regexp", ASSUMED),
        ("Variant[Chain, URI", ASSUMED),
        ("NotUndef['a'] => Chain, 'b' => Init", ASSUMED),
        ("Variant[Variant[Nested, File]", ASSUMED),
        ("Variant[Integer[12], Json, NotUndef]", ASSUMED),
        ("\"left\":\"Optional['a']\",\"right\":\"Enum['x-y']\"", "Puppet takes any Enum of one value for the text"),
    ];

    pub const INFER: &[Exception] = &[
        ("\"Sensitive\",\"__pvalue\":{\"__ptype\":\"Regexp\"", SECRET),
        ("\"Sensitive\",\"__pvalue\":[{\"__ptype\":\"Regexp\"", SECRET),
        ("\"Sensitive\",\"__pvalue\":{\"__ptype\":\"Hash\",\"__pvalue\":[\"\",{\"__ptype\":\"Regexp\"", SECRET),
        ("\"Sensitive\",\"__pvalue\":{\"__ptype\":\"Pcore::PatternType\"", SECRET),
        (
            "\"Sensitive\",\"__pvalue\":{\"__ptype\":\"Pcore::OptionalType\",\"type\":{\"__ptype\":\"Pcore::RegexpType\"",
            SECRET,
        ),
        ("-9223372036854775808,\"two words\",65536", OPEN_END),
    ];

    const SAME_KEY: &str = "equal values are one key of a hash, where Ruby tells some of them apart";

    pub const EQUALITY: &[Exception] = &[
        ("$a = Variant[Integer,String]\\n$b = Variant[String,Integer]", SAME_KEY),
        ("$a = Pattern[/a/,/b/]\\n$b = Pattern[/b/,/a/]", SAME_KEY),
        ("$a = Timespan(5)\\n$b = Timespan(5.0)", SAME_KEY),
        ("$b = Timespan(60)", SAME_KEY),
        ("$b = Timestamp('1970-01-01')", SAME_KEY),
        ("01:00:00 CET", SAME_KEY),
        ("$b = URI('HTTP://A')", SAME_KEY),
        ("$b = URI('http://a/')", SAME_KEY),
    ];

    pub const MUNGE: &[Exception] = &[("99999999999999999999", "an Integer has 64 bits here")];

    const SECRET: &str = "a pattern inside a secret is part of the secret, which Puppet shows";

    pub const CHECK: &[Exception] =
        &[("\"Sensitive\",\"__pvalue\":{\"__ptype\":\"Regexp\"", SECRET), ("\"type\":\"TypeAlias\"", NOT_REAL)];
}

/// Types as text: parsed, printed, normalized, generalized.
#[test]
fn types_print_as_puppet_prints_them() {
    recorded::run("print", 900, exceptions::PRINT, |case: &Case| {
        let source = case.text("type");
        let names = case.aliases();
        let found = parse_type_with(source, &names);
        // Puppet reads types in two places, the type parser and the language, which do not agree about everything.
        // Either answer is fine; where both have one and they differ, the language is right.
        let parsed = match found {
            Ok(parsed) => parsed,
            Err(error) => {
                let refused = case.answer("text").is_none() || case.answer("language_error").is_some();
                return Outcome::from_bool(refused, || format!(" does not parse: {error}"));
            }
        };
        let Some(expected) = case.answer("text") else {
            let language = case.answer("language");
            let same = language == Some(parsed.to_string().as_str());
            return Outcome::from_bool(same, || format!(" should not parse: {parsed}"));
        };
        match case.answer("language") {
            Some(language) if language != expected => {
                return Outcome::all([("language", language.to_owned(), parsed.to_string())]);
            }
            _ => {}
        }
        Outcome::all([
            ("text", expected.to_owned(), parsed.to_string()),
            ("expanded", case.answer("expanded").unwrap_or_default().to_owned(), parsed.expanded().to_string()),
            ("normalized", case.answer("normalized").unwrap_or_default().to_owned(), parsed.normalized().to_string()),
            (
                "generalized",
                case.answer("generalized").unwrap_or_default().to_owned(),
                parsed.generalized().to_string(),
            ),
        ])
    });
}

/// Whether one type accepts another, whether they are equal, and what they have in common.
#[test]
fn types_accept_each_other_as_in_puppet() {
    recorded::run("assignable", 2500, exceptions::ASSIGNABLE, |case: &Case| {
        if case.answer("error").is_some() {
            return Outcome::Agrees;
        }
        let names = case.aliases();
        let parse = |field: &str| parse_type_with(case.text(field), &names).map_err(|error| error.to_string());
        let (left, right) = match (parse("left"), parse("right")) {
            (Ok(left), Ok(right)) => (left, right),
            (Err(error), _) | (_, Err(error)) => return Outcome::Differs(error),
        };
        Outcome::all([
            ("assignable", case.answer_flag("assignable").to_string(), left.accepts(&right).to_string()),
            ("equal", case.answer_flag("equal").to_string(), (left == right).to_string()),
            ("common", case.answer("common").unwrap_or_default().to_owned(), common_type(&left, &right).to_string()),
        ])
    });
}

/// Whether a value is of a type, and what is said when it is not.
#[test]
fn values_are_checked_as_puppet_checks_them() {
    recorded::run("check", 4000, exceptions::CHECK, |case: &Case| {
        let names = case.aliases();
        let expected = match parse_type_with(case.text("type"), &names) {
            Ok(expected) => expected,
            Err(error) => {
                return Outcome::from_bool(case.answer("error").is_some(), || format!(" does not parse: {error}"));
            }
        };
        if case.answer("error").is_some() {
            return Outcome::Agrees;
        }
        let value = case.value("value");
        let found = mismatch::explain("value", &expected, &value);
        let wanted = case.answer("mismatch");
        // Puppet sometimes has nothing to say although the value is refused; we always say something.
        if wanted == Some("") {
            return Outcome::from_bool(found.is_some(), || " should be refused".into());
        }
        Outcome::all([("message", wanted.unwrap_or("fits").to_owned(), found.unwrap_or_else(|| "fits".to_owned()))])
    });
}

/// The type of a value, in three degrees of detail.
#[test]
fn types_are_inferred_as_puppet_infers_them() {
    recorded::run("infer", 600, exceptions::INFER, |case: &Case| {
        let value = case.value("value");
        Outcome::all([
            ("detailed", case.answer("detailed").unwrap_or_default().to_owned(), infer::detailed(&value).to_string()),
            ("reduced", case.answer("reduced").unwrap_or_default().to_owned(), infer::reduced(&value).to_string()),
            (
                "generalized",
                case.answer("generalized").unwrap_or_default().to_owned(),
                infer::generalized(&value).to_string(),
            ),
        ])
    });
}

/// Values of a command line and of a catalog, made to fit an attribute.
#[test]
fn attributes_are_munged_as_the_resource_api_does() {
    recorded::run("munge", 400, exceptions::MUNGE, |case: &Case| {
        let names = case.aliases();
        let expected = match parse_type_with(case.text("type"), &names) {
            Ok(expected) => expected,
            Err(error) => {
                return Outcome::from_bool(case.answer("error").is_some(), || format!(" does not parse: {error}"));
            }
        };
        let value = case.value("value");
        let munged = if case.part("strings_ok").as_bool() == Some(false) {
            munge::check("tt.aa", &expected, &value)
        } else {
            munge::munge("tt.aa", &expected, &value)
        };
        match (case.answer("error"), munged) {
            (Some(""), Err(_)) => Outcome::Agrees,
            (Some(wanted), Err(found)) => Outcome::all([("error", wanted.to_owned(), found.to_string())]),
            (None, Ok(found)) => {
                let wanted = case.decode(&case.answer_json()["value"]);
                Outcome::all([("value", format!("{wanted:?}"), format!("{found:?}"))])
            }
            (wanted, found) => Outcome::Differs(format!(" expected {wanted:?}, found {found:?}")),
        }
    });
}

/// The operator `==`, and what tells hash keys apart.
#[test]
fn values_are_equal_as_in_puppet() {
    recorded::run("equality", 171, exceptions::EQUALITY, |case: &Case| {
        let source = case.text("source");
        let operand = |name: &str| {
            let line = source.lines().find_map(|line| line.strip_prefix(&format!("${name} = "))).unwrap_or_default();
            parse_literal(line).unwrap_or_else(|error| panic!("{line}: {error}"))
        };
        let (left, right) = (operand("a"), operand("b"));
        let answer = case.answer_json()["notices"][0].as_str().unwrap_or_default();
        let words: Vec<&str> = answer.split(' ').collect();
        let [equal, reversed, _, _, keys, found, _] = words[..] else {
            return Outcome::Differs(format!(" has no answer: {answer}"));
        };
        let both: Hash = [(left.clone(), Value::from(1)), (right.clone(), Value::from(2))].into_iter().collect();
        let one: Hash = [(left.clone(), Value::from(1))].into_iter().collect();
        Outcome::all([
            ("==", equal.to_owned(), left.loosely_equals(&right).to_string()),
            ("== reversed", reversed.to_owned(), right.loosely_equals(&left).to_string()),
            ("keys", keys.to_owned(), both.len().to_string()),
            ("found", found.to_owned(), one.get(&right).is_some().to_string()),
        ])
    });
}
