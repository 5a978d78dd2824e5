use pcore::Value;

use super::*;
use crate::context::fixture::{SINGLE, type_definition};

fn knowing(secrets: &[&str]) -> Scrubber {
    let scrubber = Scrubber::default();
    secrets.iter().for_each(|secret| scrubber.learn(&Value::sensitive((*secret).into())));
    scrubber
}

#[track_caller]
fn check(secrets: &[&str], text: &str, expected: &str) {
    assert_eq!(knowing(secrets).scrub(text), expected);
}

#[test]
fn a_secret_is_taken_out_wherever_it_stands() {
    check(&["hunter2"], "hunter2", "[redacted]");
    check(&["hunter2"], "a hunter2, xhunter2x", "a [redacted], x[redacted]x");
    check(&["hunter2"], "hunter 2", "hunter 2");
    check(&["grün ist"], "wie grün ist das", "wie [redacted] das");
    assert!(matches!(knowing(&["hunter2"]).scrub("nothing here"), Cow::Borrowed(_)));
}

#[test]
fn a_secret_is_found_in_the_forms_in_which_programs_show_it() {
    let secret = "p\"w\\d\t#{x}'é\n";
    let scrubber = knowing(&[secret]);
    let quoted = pcore::quote(secret);
    let forms = [
        inspect(secret),
        format!("{secret:?}"),
        serde_json(secret),
        quoted[1..quoted.len() - 1].to_owned(),
        "p%22w%5Cd%09%23%7Bx%7D%27%C3%A9%0A".to_owned(),
        "p%22w%5cd%09%23%7bx%7d%27%c3%a9%0a".to_owned(),
        // `Base64.strict_encode64` of the text.
        "cCJ3XGQJI3t4fSfDqQo=".to_owned(),
        // `echo 'p"w…'` shows it without the newline, in a shell's quotes.
        "p\"w\\d\t#{x}'\\''é".to_owned(),
    ];
    for form in forms {
        let scrubbed = scrubber.scrub(&form).into_owned();
        assert!(scrubbed.contains(REDACTED), "for {form}");
        assert!(!scrubbed.contains("w\\") && !scrubbed.contains('x'), "for {form}: {scrubbed}");
    }
}

fn inspect(text: &str) -> String {
    crate::render::inspect_text(text)
}

/// What a JSON writer makes of the secret above.
fn serde_json(text: &str) -> String {
    assert!(text.starts_with("p\""));
    r##""p\"w\\d\t#{x}'é\n""##.to_owned()
}

#[test]
fn a_secret_is_found_inside_a_longer_text_in_base64() {
    // `Base64.strict_encode64` and `urlsafe_encode64` of a user, a colon, the secret and a tail.
    let cases = [
        ("hunter2", "YTpodW50ZXIyeA==", "YTpo"),
        ("hunter2", "YWI6aHVudGVyMng=", "YWI6"),
        ("hunter2", "YWJjOmh1bnRlcjJ4", "YWJjO"),
        ("?>?>?>?>", "YTo_Pj8-Pz4_Png=", "YTo"),
    ];
    for (secret, encoded, kept) in cases {
        let scrubbed = knowing(&[secret]).scrub(encoded).into_owned();
        assert!(scrubbed.starts_with(kept) || scrubbed.starts_with(&kept[..kept.len() - 1]), "{scrubbed}");
        assert!(scrubbed.contains(REDACTED) && scrubbed.len() <= kept.len() + REDACTED.len() + 4, "{scrubbed}");
    }
}

#[test]
fn secrets_that_overlap_leave_nothing_of_either() {
    check(&["abcd", "cdef"], "xabcdefx", "x[redacted]x");
    check(&["abcd", "abcdefgh"], "abcdefgh abcdef", "[redacted] [redacted]ef");
    check(&["password", "password123"], "password123", "[redacted]");
    check(&["bcde", "abcdefgh"], "abcdefgx", "a[redacted]fgx");
}

#[test]
fn each_line_of_a_long_secret_is_a_secret_and_the_frame_of_a_key_is_not() {
    let key = "-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA\nshort\nq83vEjRWeJASNFZ4\n-----END KEY-----\n";
    let scrubber = knowing(&[key]);
    assert_eq!(scrubber.scrub("got MIIEpAIBAAKCAQEA"), "got [redacted]");
    assert_eq!(scrubber.scrub("  q83vEjRWeJASNFZ4\r\n"), "  [redacted]\r\n");
    assert_eq!(scrubber.scrub("a short line"), "a short line");
    assert_eq!(scrubber.scrub("-----BEGIN KEY-----"), "-----BEGIN KEY-----");
    assert_eq!(scrubber.scrub(&format!("<{key}>")), "<[redacted]>");
}

#[test]
fn everything_inside_a_secret_is_one() {
    let scrubber = Scrubber::default();
    let inner = Value::hash([
        (Value::from("hash key"), Value::array([Value::from(123_456_789), Value::from(8080)])),
        (Value::Symbol("symbol".into()), Value::sensitive(Value::from("inner secret"))),
        (Value::from("f"), Value::from(1234.5678)),
        (Value::from("b"), Value::Binary(b"\xff\x00binary\xfe".iter().copied().collect())),
        (Value::from("t"), Value::Binary(b"readable".iter().copied().collect())),
        (Value::from("u"), true.into()),
    ]);
    scrubber.learn(&Value::array([Value::hash([("plain".into(), Value::sensitive(inner))])]));
    let cases = [
        ("hash key", "[redacted]"),
        ("123456789", "[redacted]"),
        ("port 8080", "port 8080"),
        ("symbol", "[redacted]"),
        ("inner secret", "[redacted]"),
        ("1234.5678", "[redacted]"),
        ("plain true", "plain true"),
        ("readable", "[redacted]"),
        ("cmVhZGFibGU=", "[redacted]"),
        ("/wBiaW5hcnn+", "[redacted]"),
        ("_wBiaW5hcnn-", "[redacted]"),
    ];
    for (text, expected) in cases {
        assert_eq!(scrubber.scrub(text), expected);
    }
}

#[test]
fn secrets_inside_objects_and_as_keys_are_learned() {
    let scrubber = Scrubber::default();
    let deferred = Value::deferred("unwrap", [Value::sensitive("deferred secret".into()), "open".into()]);
    scrubber.learn(&deferred.unwrap());
    scrubber.learn(&Value::hash([(Value::sensitive("secret key".into()), Value::Undef)]));
    assert_eq!(scrubber.scrub("deferred secret, secret key, unwrap, open"), "[redacted], [redacted], unwrap, open");
}

#[test]
fn attributes_that_must_not_be_shown_are_secrets_of_a_state() {
    let scrubber = Scrubber::default();
    let state = State::new()
        .with("name", "alice")
        .with("password", "plaintext")
        .with("prop", Value::sensitive("wrapped".into()));
    scrubber.learn_state(&type_definition(SINGLE), &state);
    assert_eq!(scrubber.scrub("alice plaintext wrapped"), "alice [redacted] [redacted]");
}

#[test]
fn short_secrets_are_not_scrubbed_but_can_be_asked_for() {
    let scrubber = knowing(&["ab", "long secret", ""]);
    assert_eq!(scrubber.scrub("ab cabbage"), "ab cabbage");
    assert!(scrubber.contains_cleartext("cabbage", 2));
    assert!(!scrubber.contains_cleartext("cabbage", 3));
    assert!(!scrubber.contains_cleartext("nothing", 1));
    assert!(scrubber.contains_cleartext("a long secret", 4));
    assert!(scrubber.contains_cleartext("bG9uZyBzZWNyZXQ=", 4));
    assert!(!scrubber.contains_cleartext("a long secret", 100));
}

#[test]
fn a_mark_is_never_scrubbed() {
    for secret in ["redacted", "[redacted]", "value redacted", "acted"] {
        let scrubber = knowing(&[secret, "hunter2"]);
        let once = scrubber.scrub("hunter2 and Sensitive [value redacted]").into_owned();
        assert_eq!(once, "[redacted] and Sensitive [value redacted]");
        assert_eq!(scrubber.scrub(&once), once);
    }
    check(&["redacted"], "a redacted text", "a [redacted] text");
}

#[test]
fn a_scrubber_shows_nothing_of_what_it_knows() {
    assert_eq!(format!("{:?}", knowing(&["hunter2", "x"])), "Scrubber { cleartexts: 2, .. }");
}

#[test]
fn what_is_learned_later_is_found_with_what_was_known_before() {
    let scrubber = Scrubber::default();
    for number in 0..200 {
        scrubber.learn_text(&format!("secret-{number:03}"));
        assert_eq!(
            scrubber.scrub(&format!("x secret-{:03} secret-{number:03}", number / 2)),
            "x [redacted] [redacted]"
        );
    }
    assert_eq!(scrubber.scrub("secret-200"), "secret-200");
}

/// Learning while scrubbing must not take quadratic time, or this would not finish.
#[test]
fn there_may_be_thousands_of_secrets_and_long_texts() {
    let scrubber = Scrubber::default();
    for number in 0..4000 {
        scrubber.learn_text(&format!("-----BEGIN SOMETHING LONG THAT ALL OF THEM SHARE {number:06}"));
        assert_eq!(scrubber.scrub("nothing"), "nothing");
    }
    let text = "-----BEGIN SOMETHING LONG THAT ALL OF THEM SHARE 003999 and so on ".repeat(2000);
    assert_eq!(scrubber.scrub(&text), "[redacted] and so on ".repeat(2000));
}

#[test]
fn bytes_that_match_inside_of_a_character_take_the_whole_character() {
    let scrubber = Scrubber::default();
    scrubber.learn(&Value::sensitive(Value::Binary(b"\xa9\xc3\xa9\xc3".iter().copied().collect())));
    assert_eq!(scrubber.scrub("a éééé b"), "a [redacted] b");
}

#[test]
fn bytes_are_found_where_what_is_no_text_was_replaced() {
    let scrubber = Scrubber::default();
    scrubber.learn(&Value::sensitive(Value::Binary(b"p\xe4sswort".iter().copied().collect())));
    assert_eq!(scrubber.scrub("got p\u{fffd}sswort."), "got [redacted].");
    // It would match every text with invalid bytes.
    scrubber.learn(&Value::sensitive(Value::Binary(b"\xff\xfe\xfd\xfc".iter().copied().collect())));
    assert_eq!(scrubber.scrub("\u{fffd}\u{fffd}\u{fffd}\u{fffd}"), "\u{fffd}\u{fffd}\u{fffd}\u{fffd}");
}

#[test]
fn a_secret_is_found_as_other_programs_write_it() {
    check(&["pässwörd😀"], r"got p\u00e4ssw\u00f6rd\ud83d\ude00", "got [redacted]");
    check(&["pässwörd😀"], r"got p\u00E4ssw\u00F6rd\uD83D\uDE00", "got [redacted]");
    check(&["a/b/c/d"], r"got a\/b\/c\/d", "got [redacted]");
    check(&["a b$c&d"], r"got a\ b\$c\&d", "got [redacted]");
    check(&["a<b>&\"c'"], "got a&lt;b&gt;&amp;&quot;c&#39;", "got [redacted]");
    check(&["a<b>&\"c'"], "got a&lt;b&gt;&amp;\"c'", "got [redacted]");
}

#[test]
fn blanks_alone_are_no_secret() {
    check(&["      ", "\n\n\n\n"], "      indented\n\n\n\n", "      indented\n\n\n\n");
}

#[test]
fn the_causes_of_a_failure_are_scrubbed_with_it() {
    #[derive(Debug, thiserror::Error)]
    #[error("login with hunter2 failed")]
    struct Outer(#[source] std::io::Error);
    let failure = crate::Failure::from(Outer(std::io::Error::other("hunter2 is too short")));
    assert_eq!(failure.causes(), ["hunter2 is too short"]);
    let failure = failure.scrubbed(&knowing(&["hunter2"]));
    assert_eq!(failure.to_string(), "login with [redacted] failed");
    assert_eq!(failure.causes(), ["[redacted] is too short"]);
    assert!(failure.downcast_ref::<Outer>().is_some());
    let failure = failure.scrubbed(&knowing(&["short"]));
    assert_eq!(failure.causes(), ["[redacted] is too [redacted]"]);
}

/// Texts that start with others are found completely, and in reasonable time.
#[test]
fn secrets_may_begin_with_each_other() {
    let scrubber = Scrubber::default();
    let tail = |number: usize| format!("{}{}", "a".repeat(24 + number), ["b", "bc", ""][number % 3]);
    (0..600).for_each(|number| scrubber.learn_text(&tail(number)));
    assert_eq!(scrubber.scrub(&"a".repeat(20_000)), "[redacted]");
    assert_eq!(scrubber.scrub(&format!("{}d", tail(598))), "[redacted]d");
    assert_eq!(scrubber.scrub(&format!("{}d", tail(300))), "[redacted]d");
    let scrubber = Scrubber::default();
    (0..600).for_each(|number| scrubber.learn_text(&format!("{}b{}", "a".repeat(24), "c".repeat(number))));
    assert_eq!(scrubber.scrub(&"a".repeat(20_000)), "a".repeat(20_000));
    assert_eq!(scrubber.scrub(&format!("{}bccd", "a".repeat(24))), "[redacted]d");
}

#[test]
fn scrubbing_without_waiting_does_not_wait() {
    let scrubber = knowing(&["hunter2"]);
    let used = scrubber.search();
    assert_eq!(scrubber.scrub_if_free("it is hunter2"), None);
    drop(used);
    assert_eq!(scrubber.scrub_if_free("it is hunter2").as_deref(), Some("it is [redacted]"));
    let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _used = scrubber.search();
        panic!("while it was used");
    }));
    assert!(died.is_err());
    assert_eq!(scrubber.scrub_if_free("it is hunter2").as_deref(), Some("it is [redacted]"));
}
