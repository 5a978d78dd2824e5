//! What examples and recorded answers do not show: secrets, sizes, and the helpers by themselves.

use std::time::Instant;

use ruby_subset::successor;

use super::{address::Address, shell};
use crate::evaluate::harness::logged;

#[test]
fn no_function_shows_a_secret() {
    for expression in [
        "to_json({'a' => Sensitive('geheim')})",
        "to_json_pretty({'a' => [Sensitive('geheim')]})",
        "to_yaml({'a' => Sensitive('geheim')})",
        "shell_escape(Sensitive('geheim'))",
        "shell_join([Sensitive('geheim')])",
        "prefix([Sensitive('geheim')], 'x')",
        "join_keys_to_values({'a' => Sensitive('geheim')}, '=')",
        "has_key(Sensitive('geheim'), 'a')",
        "delete_undef_values(Sensitive('geheim'))",
        "uriescape(Sensitive('geheim'))",
        "validate_legacy(Enum['a'], 'validate_re', Sensitive('geheim'), '^a$')",
        "values_at(['a'], Sensitive('geheim'))",
        "base64('encode', Sensitive('geheim'))",
    ] {
        let shown = match logged(&format!("notice({expression})")) {
            Ok(lines) => lines.join("\n"),
            Err(failure) => failure,
        };
        assert!(!shown.contains("geheim") && !shown.is_empty(), "{expression}: {shown}");
    }
}

/// What grew with the square of the size would take hours here.
#[test]
fn large_values_take_their_time_once() {
    let before = Instant::now();
    let numbers = "$many = range(0, 199999)";
    for (expression, expected) in [
        ("delete($many, $many).length", "0"),
        ("difference($many, $many).length", "0"),
        ("intersection($many, $many).length", "200000"),
        ("union($many, $many).length", "200000"),
        ("member($many, $many)", "true"),
        ("merge($many) |$all, $item| { {$item => 1} }.length", "200000"),
        ("deep_merge({'a' => hash($many)}, {'a' => hash($many)})['a'].length", "100000"),
        ("values_at($many, '0-199999').length", "200000"),
    ] {
        let lines = logged(&format!("{numbers} notice({expression})"));
        assert_eq!(lines, Ok(vec![format!("notice: {expected}")]), "{expression}");
    }
    assert!(before.elapsed().as_secs() < 120, "{:?}", before.elapsed());
}

#[test]
fn what_is_too_much_is_refused() {
    for (expression, expected) in [
        ("range('a', 'zzzzzzzzzz', 1000000)", "range(): there are more than 2000000 texts"),
        ("fqdn_rand_string(100000000)", "fqdn_rand_string(): a text may have 65536 characters at most"),
        ("convert_base(sprintf('%03000d', 1), 2)", "convert_base(): a number may have 2000 digits at most"),
        ("to_bytes('9000000000 E')", "is more bytes than an Integer can count"),
    ] {
        let failure = logged(&format!("notice({expression})")).expect_err(expression);
        assert!(failure.contains(expected), "{expression}: {failure}");
    }
}

#[test]
fn texts_count_as_in_ruby() {
    for (text, next) in [
        ("a", "b"),
        ("z", "aa"),
        ("Zz", "AAa"),
        ("a9", "b0"),
        ("zZ9", "aaA0"),
        ("1.9.9", "2.0.0"),
        ("a-9", "a-10"),
        ("1-a-z", "1-b-a"),
        ("-9", "-10"),
        ("1.z", "1.aa"),
        ("***", "**+"),
        ("<<koala>>", "<<koalb>>"),
        ("", ""),
    ] {
        assert_eq!(successor(text), next, "{text}");
    }
}

#[test]
fn addresses_are_written_in_their_shortest_form() {
    for (text, written) in [
        ("2001:DB8:0:0:1:0:0:1", Some("2001:db8::1:0:0:1")),
        ("::", Some("::")),
        ("::ffff:0a00:0001", Some("::ffff:10.0.0.1")),
        ("10.1.2.3/8", Some("10.0.0.0")),
        ("10.1.2.3/255.255.0.0", Some("10.1.0.0")),
        ("10.1.2.3/255.0.255.0", None),
        ("::1/129", None),
        ("10.1.2.3%eth0", None),
        ("[10.1.2.3]", None),
        ("", None),
        ("/8", None),
    ] {
        assert_eq!(Address::parse(text).map(|address| address.to_string()).as_deref(), written, "{text}");
    }
}

#[test]
fn what_is_escaped_for_a_shell_is_split_into_the_same_words() {
    for words in [vec!["a b", "", "it's", "\"x\""], vec!["line\nbreak", "\\", "$HOME", "ä"]] {
        let mut line = String::new();
        for word in &words {
            line.push(' ');
            shell::push_escaped(word, &mut line);
        }
        assert_eq!(shell::split(&line).expect("quotes match"), words);
    }
}
