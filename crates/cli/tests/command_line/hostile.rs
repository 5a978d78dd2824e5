//! Hostile input: it ends in an answer or a clear error, soon and with little memory.

use crate::binary::{assert_error, assert_silent, bunraku, bunraku_with_input};

#[test]
fn ten_thousand_nested_brackets() {
    let nested = format!("{}Integer{}", "Array[".repeat(10_000), "]".repeat(10_000));
    assert_error(&bunraku(&["type", "check", &nested, "1"]), "nested more than");
    let open = "Array[".repeat(10_000);
    assert_error(&bunraku(&["type", "check", &open, "1"]), "nested more than");
    let json = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(bunraku_with_input(&["type", "check", "Any", "-"], &json).code, 2);
}

#[test]
fn a_string_of_fifty_megabytes() {
    let text = format!("\"{}\"", "a".repeat(50 * 1024 * 1024));
    assert_silent(&bunraku_with_input(&["type", "check", "String[1]", "-"], &text));
    assert_silent(&bunraku_with_input(&["type", "check", "Pattern[/\\Aa+\\Z/]", "-"], &text));
}

#[test]
fn a_pattern_that_would_run_forever() {
    let text = format!("\"/{}\\n\"", "a".repeat(5_000));
    let path = "Pattern[/\\A\\/([^\\n\\/\\0]+\\/*)*\\z/]";
    assert_eq!(bunraku_with_input(&["type", "check", path, "-"], &text).code, 1);
    let backreference = "Pattern[/\\A(a|aa)+\\1c\\z/]";
    assert_eq!(bunraku_with_input(&["type", "check", backreference, "-"], &text).code, 1);
}

#[test]
fn a_pattern_that_would_fill_the_memory() {
    assert_error(&bunraku(&["type", "check", "Pattern[/((a{1000}){1000}){1000}/]", "\"a\""]), "");
}

#[test]
fn aliases_that_mention_each_other_for_ever() {
    let ring = ["--alias", "A=Variant[B, Integer]", "--alias", "B=Variant[A, String]"];
    let check = |value: &str| bunraku(&[&["type", "check", "A", value][..], &ring].concat());
    assert_silent(&check("1"));
    assert_silent(&check("\"a\""));
    assert_eq!(check("true").code, 1);
    assert_silent(&bunraku(&["type", "check", "Lists", "[[[]]]", "--alias", "Lists=Array[Array[Lists]]"]));
    assert_eq!(bunraku(&["type", "check", "Only", "1", "--alias", "Only=Optional[Only]"]).code, 1);
}

#[test]
fn a_value_of_a_million_elements() {
    let numbers = format!("[{}]", (0..1_000_000).map(|number| number.to_string()).collect::<Vec<_>>().join(","));
    assert_silent(&bunraku_with_input(&["type", "check", "Array[Integer[0]]", "-"], &numbers));
}

#[test]
fn aliases_with_ever_more_ways_through_them() {
    // Each level can be reached in two ways, so there are 2^100 ways to the innermost value.
    let nested = |inner: &str| format!("{}{inner}{}", "[".repeat(100), "]".repeat(100));
    let list = "T=Variant[Array[T], Array[T, 0, 9], Integer]";
    assert_silent(&bunraku(&["type", "check", "T", &nested("1"), "--alias", list]));
    let refused = bunraku(&["type", "check", "T", &nested("true"), "--alias", list]);
    assert_eq!(refused.code, 1);
    assert!(refused.stdout.len() < 1_000_000, "{} bytes", refused.stdout.len());

    // The same without containers, and without any recursive alias.
    let mut arguments = vec![String::from("type"), "check".into(), "A0".into(), "true".into()];
    for level in 0..40 {
        let next = level + 1;
        arguments.push("--alias".into());
        arguments.push(format!("A{level}=Variant[Optional[A{next}], NotUndef[A{next}]]"));
    }
    arguments.extend(["--alias".into(), "A40=Integer".into()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_eq!(bunraku(&arguments).code, 1);
}

#[test]
fn aliases_that_all_mention_each_other() {
    let names: Vec<String> = (0..12).map(|index| format!("A{index}")).collect();
    let all = names.join(", ");
    let mut arguments = vec![String::from("type"), "check".into(), "A0".into(), "true".into()];
    for name in &names {
        arguments.extend(["--alias".into(), format!("{name}=Hash[String, Variant[Integer, {all}]]")]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = bunraku(&arguments);
    assert_eq!(run.code, 1);
    assert!(run.stdout.len() < 100_000, "{} bytes", run.stdout.len());
    for command in ["describe", "schema"] {
        let mut arguments: Vec<&str> = vec!["type", command, "A0"];
        let aliases: Vec<String> =
            names.iter().map(|name| format!("{name}=Hash[String, Variant[Integer, {all}]]")).collect();
        aliases.iter().for_each(|alias| arguments.extend(["--alias", alias]));
        assert_eq!(bunraku(&arguments).code, 0, "{command}");
    }
}

#[test]
fn a_chain_of_ten_thousand_aliases() {
    let mut chain: Vec<String> = (0..10_000).map(|index| format!("A{index}=A{}", index + 1)).collect();
    chain.push("A10000=Integer".into());
    for reversed in [false, true] {
        let mut arguments = vec!["type", "check", "A0", "1"];
        chain.iter().for_each(|alias| arguments.extend(["--alias", alias]));
        assert_error(&bunraku(&arguments), "is nested more than 500 levels deep");
        if !reversed {
            chain.reverse();
        }
    }
}

#[test]
fn objects_that_mention_each_other() {
    let object = |attribute: &str| format!("Object[{{attributes => {{next => {attribute}, value => Integer}}}}]");
    let (one, two) = (format!("One={}", object("Optional[Two]")), format!("Two={}", object("Optional[One]")));
    let check = |value: &str| bunraku(&["type", "check", "One", value, "--alias", &one, "--alias", &two]);
    assert_silent(&check(r#"{"__ptype": "One", "value": 1, "next": {"__ptype": "Two", "value": 2}}"#));
    assert_eq!(check(r#"{"__ptype": "Two", "value": 1}"#).code, 1);
    assert_eq!(check(r#"{"__ptype": "One", "value": 1, "next": {"__ptype": "One", "value": 2}}"#).code, 2);
}

#[test]
fn aliases_that_recurse_outside_of_containers() {
    for alias in [
        "T=Iterable[T]",
        "T=Iterable[Variant[T, Integer]]",
        "T=Variant[Integer, Iterable[T]]",
        "T=Iterator[T]",
        "T=Type[T]",
        "T=Sensitive[T]",
        "T=Callable[T]",
        "T=Init[Object[{attributes => {x => T}}]]",
        "T=Object[{attributes => {x => Init[T]}}]",
        "T=Variant[Integer, Init[Tuple[T]]]",
    ] {
        for value in ["[]", "1", "{}", "\"a\""] {
            assert!(
                (0..2).contains(&bunraku(&["type", "check", "T", value, "--alias", alias]).code),
                "{value} of {alias}"
            );
            let code = bunraku(&["type", "check", "Init[T]", value, "--alias", alias]).code;
            assert!((0..=2).contains(&code), "{value} of Init of {alias}");
        }
        assert_eq!(bunraku(&["type", "describe", "T", "--alias", alias]).code, 0, "{alias}");
        assert_eq!(bunraku(&["type", "schema", "T", "--alias", alias]).code, 0, "{alias}");
    }
}

#[test]
fn objects_with_ever_more_ways_through_them() {
    let mut arguments = vec![String::from("type"), "schema".into(), "A0".into()];
    for level in 0..30 {
        let next = level + 1;
        arguments.push("--alias".into());
        arguments.push(format!("A{level}=Object[{{attributes => {{a => A{next}, b => A{next}}}}}]"));
    }
    arguments.extend(["--alias".into(), "A30=Integer".into()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = bunraku(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.len() < 100_000, "{} bytes", run.stdout.len());
}

#[test]
fn alternatives_in_great_number() {
    let wide: Vec<String> = (1..=20).map(|size| format!("Array[T, 0, {size}]")).collect();
    let wide = format!("T=Variant[{}, Integer]", wide.join(", "));
    let run = bunraku(&["type", "check", "T", "[[[[[[[[true]]]]]]]]", "--alias", &wide]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.len() < 1_000_000, "{} bytes", run.stdout.len());

    let integers: Vec<String> = (0..3_000).map(|number| format!("Integer[{0}, {0}]", number * 2)).collect();
    let integers = format!("Variant[{}]", integers.join(", "));
    assert_eq!(bunraku(&["type", "check", &integers, "true"]).code, 1);

    let texts: Vec<String> = (0..20_000).map(|number| format!("\"text {number}\"")).collect();
    let texts = format!("[{}]", texts.join(", "));
    let run = bunraku_with_input(&["type", "infer", "--detail", "generalized", "-"], &texts);
    assert_eq!(run.stdout, "Array[String[6, 10]]\n");
}

#[test]
fn long_texts_full_of_consecutive_brackets() {
    let mut arguments = vec![String::from("type"), "check".into(), "A0".into(), "1".into()];
    for level in 0..60 {
        let nested = format!("{}A{}{}", "Array[".repeat(190), level + 1, "]".repeat(190));
        arguments.extend(["--alias".into(), format!("A{level}={nested}")]);
    }
    arguments.extend(["--alias".into(), "A60=Integer".into()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_error(&bunraku(&arguments), "is nested more than 500 levels deep");
}
