//! What is printed is read as the tree that was printed.

use std::sync::Arc;

use diagnostics::Source;
use proptest::prelude::*;

use super::{
    Unprintable, print,
    text::{regexp, string},
    type_alias, type_definition,
};
use crate::ast::{Expression, Kind, Program};

mod random;

fn parsed(text: &str) -> Program {
    let parsed = crate::parse(Arc::new(Source::new("", text)));
    assert!(parsed.problems.is_empty(), "{:?} in {text}", parsed.problems);
    parsed.program
}

fn expression(tree: &Expression) -> Result<String, Unprintable> {
    print(|printer| printer.assignment(tree))
}

fn printed(tree: &Expression) -> String {
    match &tree.kind {
        Kind::TypeDefinition(definition) => type_definition(definition),
        Kind::TypeAlias(alias) => type_alias(alias),
        _ => expression(tree),
    }
    .expect("it is printed")
}

/// A tree without its places.
fn shape(tree: &Expression) -> String {
    let whole = format!("{tree:?}");
    let mut out = String::new();
    let mut rest = whole.as_str();
    while let Some(found) = rest.find(['S', 'a', '"']) {
        out.push_str(&rest[..found]);
        rest = &rest[found..];
        if let Some(after) = rest.strip_prefix("Span { start: ") {
            rest = &after[after.find('}').unwrap() + 1..];
        } else if let Some(after) = rest.strip_prefix("anchor: ") {
            rest = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
        } else if let Some(after) = rest.strip_prefix("Source { name: \"\", text: ") {
            rest = &after[quoted_end(after)..];
        } else {
            let end = if rest.starts_with('"') { quoted_end(rest) } else { 1 };
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    out + rest
}

fn quoted_end(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, character)| {
        let ends = *character == '"' && !escaped;
        escaped = *character == '\\' && !escaped;
        ends
    });
    end.unwrap().0 + 1
}

/// What a text is printed as; read again it is the same tree.
#[track_caller]
fn check(text: &str, expected: &str) {
    let program = parsed(text);
    let texts: Vec<String> = program.body.iter().map(printed).collect();
    for (tree, text) in program.body.iter().zip(&texts) {
        let again = parsed(text);
        assert_eq!(again.body.len(), 1, "{text}");
        assert_eq!(shape(&again.body[0]), shape(tree), "{text}");
    }
    assert_eq!(texts.join("\n"), expected);
}

/// What is printed as it is written.
#[track_caller]
fn same(text: &str) {
    check(text, text);
}

#[test]
fn literals() {
    same(
        "[undef, default, true, false, 42, 0x2A, 052, 1.5, 1e-7, 2.5e300, 'a', word, String, Apache::Vhost, $x, $::a::b, $1]",
    );
    check(
        "[1E3, 1.0e5, 'it\\'s', \"plain\", foo-bar, 'a\\\\b']",
        "[1000.0, 100000.0, 'it\\'s', 'plain', 'foo-bar', 'a\\\\b']",
    );
    check("\"a\\n\\t\\\"\\$x \\u{1F600} \\u{7}\"", "\"a\\n\\t\\\"\\$x 😀 \\u{7}\"");
    same("['', ' ', '\"', '$x ${y}', \"\\r\", '\\\\']");
    same("$x =~ /^\\/a\\d\\\\\\/\"[\\w]+$/");
    check("{ a => 1, 'b' => [1, {}], 3 => { x => y } }", "{ a => 1, 'b' => [1, {}], 3 => { x => y } }");
}

#[test]
fn strings_and_patterns_are_quoted() {
    assert_eq!(string("it's 5 $"), r"'it\'s 5 $'");
    assert_eq!(string("a\n\"$b\""), r#""a\n\"\$b\"""#);
    assert_eq!(regexp("^/a\\d"), r"/^\/a\d/");
}

#[test]
fn interpolation() {
    same("\"a ${b} ${c[d]} ${e.f} ${$_g} ${a::b} ${1 + $x} ${$1}\"");
    check("\"$a$b ${ c } ${[1, 2][0]} ${'x'} ${f($y)}\"", "\"${a}${b} ${c} ${[1, 2][0]} ${'x'} ${f($y)}\"");
    same("\"${\"in ${side}\"}\\${no}\"");
    same("\"${if}\"");
    same("[\"${'x'}\", \"${''}a${'b'}c\"]");
}

#[test]
fn operators_keep_their_parentheses() {
    same("1 + 2 * 3 - -4 % 5");
    same("(1 + 2) * 3");
    same("!$a and !($b or $c) == true");
    same("$a << 1 >> 2 < 3 == 4 != 5");
    same("$a in [1, 2] and $b =~ /x/ or $c !~ /y/");
    same("-$x[1].abs + *$y");
    same("$a == 1 ? { true => 'x', default => $b ? { 1 => 2 } } ? { 3 => 4 }");
    same("$x / 2 / ($y / 3)");
    same("($a = 1) + 2");
    same("$a = $b = [$c, 1]");
    same("$t[a] += 1");
    same("[$a, $b] = [1, 2]");
}

#[test]
fn calls() {
    same("f()");
    same("f(1, { a => 1 }) |$x| { $x }");
    same("Integer('1', 16) + Array[String]('a')");
    check(
        "$x.each() |Integer $i, *$rest| >> Array[String] { $i }",
        "$x.each |Integer $i, *$rest| >> Array[String] { $i }",
    );
    check("T.new { a => 1 }", "T.new({ a => 1 })");
    same("T.new |$t| {\n  $t[a] = 10\n  $t[b] += 1\n}");
    same("[1, 2].map |$x| { $x + 1 }.filter |$x = 1| { }.type");
}

#[test]
fn conditions() {
    check("if $a { 1 } elsif $b { 2 3 } else { 4 }", "if $a { 1 } elsif $b {\n  2\n  3\n} else { 4 }");
    check("unless $a == 1 { } else { if $b { 1 } }", "unless $a == 1 { } else {\n  if $b { 1 }\n}");
    check(
        "case $a { 1, /x/: { a } 'b', default: { if true { [1] } } }",
        "case $a {\n  1, /x/: { a }\n  'b', default: {\n    if true { [1] }\n  }\n}",
    );
    check("[if $a { 1 }]", "[if $a { 1 }]");
    // What could continue the statement before it is kept apart.
    check("f() |$x| { 1; -1; [2] }", "f() |$x| {\n  1;\n  -1;\n  [2]\n}");
}

#[test]
fn types() {
    same("type A { }");
    same("type Port = Integer[0, 65535]");
    check(
        "type a::b inherits C { abstract desc 'it\\'s' features x, 'a b' autorequire { file => '$source' } \
         attr a attr b, String { : min => 1, max => unbound, default => -1 } attr e, Enum[a, 'B c',] { settable => true } \
         has c, D { containment => false, validate => |$x| { $x != 1 } } \
         attr type, Integer { check => { if $it < 0 { 'x' } }, get => |$v| { $v } } \
         invariant 'title' { $a } invariant $a < 1 invariant 'a' == $b invariant 'x' |$it| { true } }",
        "type A::B inherits C {
  abstract
  desc 'it\\'s'
  features x, 'a b'
  autorequire { file => '$source' }
  attr a
  attr b, String { min => 1, max => unbound, default => -1 }
  attr e, enum[a, 'B c'] { settable => true }
  has c, D { containment => false, validate => |$x| { $x != 1 } }
  attr type, Integer {
    check => {
      if $it < 0 { 'x' }
    },
    get   => |$v| { $v },
  }
  invariant 'title' { $a }
  invariant $a < 1
  invariant 'a' == $b
  invariant 'x' |$it| { true }
}",
    );
}

#[test]
fn heredocs_become_strings() {
    let program = parsed("$x = @(\"E\")\n  a ${b} \"\\$\"\n  | E\n");
    assert_eq!(printed(&program.body[0]), "$x = \"a ${b} \\\"\\\\\\$\\\"\\n\"");
}

#[test]
fn what_logic_cannot_hold_has_no_text() {
    let program = parsed("[file { 'a': }]");
    assert_eq!(expression(&program.body[0]), Err(Unprintable::Foreign("Resource Statement".to_owned())));
}

#[test]
fn long_chains_are_printed_as_deep_as_they_are_read() {
    let text = vec!["1"; 900].join(" + ");
    same(&text);
    let mut nested = Expression { kind: Kind::Undef, span: diagnostics::Span::default(), anchor: 0 };
    for _ in 0..3000 {
        nested = Expression { kind: Kind::Array(vec![nested]), span: diagnostics::Span::default(), anchor: 0 };
    }
    assert_eq!(expression(&nested), Err(Unprintable::TooDeep));
}

/// The texts of the types that tools are tested with, and of the examples.
fn corpus() -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut waiting = vec![root.join("conformance/models"), root.join("examples")];
    let mut texts = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pp") {
                texts.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    texts
}

#[test]
fn the_corpus_is_printed_as_it_is_read() {
    let mut types = 0;
    for text in corpus() {
        let program = parsed(&text);
        for tree in &program.body {
            let printed = match &tree.kind {
                Kind::TypeDefinition(definition) => type_definition(definition),
                Kind::TypeAlias(alias) => type_alias(alias),
                _ => expression(tree),
            };
            // Manifests hold more than logic does.
            let Ok(printed) = printed else { continue };
            types += usize::from(matches!(tree.kind, Kind::TypeDefinition(_)));
            let again = parsed(&printed);
            let is_plain =
                crate::descend::all(std::slice::from_ref(tree)).all(|part| !matches!(part.kind, Kind::Heredoc(_)));
            if is_plain {
                assert_eq!(shape(&again.body[0]), shape(tree), "{printed}");
            }
        }
    }
    assert!(types >= 20, "only {types} types were found");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    // Nobody read these trees from a text, so that they lack parentheses: those that are added change nothing else.
    #[test]
    fn any_tree_is_read_again(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        let mut tree = random::expression(&bytes);
        let text = expression(&tree).unwrap();
        let mut program = parsed(&text);
        prop_assert_eq!(program.body.len(), 1, "{}", text);
        let mut again = program.body.remove(0);
        let second = expression(&again).unwrap();
        prop_assert_eq!(shape(&parsed(&second).body[0]), shape(&again), "{}", text);
        random::without_parentheses(&mut tree);
        random::without_parentheses(&mut again);
        prop_assert_eq!(shape(&again), shape(&tree), "{}", text);
    }

    #[test]
    fn any_string_and_any_pattern_is_read_again(text in any::<String>(), pattern in "[a-z/\\\\\\\\\"'$ {}\\[\\].|]{0,12}[a-z/]") {
        let program = parsed(&format!("[{}]", string(&text)));
        let Kind::Array(items) = &program.body[0].kind else { panic!() };
        prop_assert!(matches!(&items[0].kind, Kind::String(read) if *read == text));
        let program = parsed(&format!("[{}]", regexp(&pattern)));
        let Kind::Array(items) = &program.body[0].kind else { panic!() };
        let Kind::Regexp(read) = &items[0].kind else { panic!() };
        // An escaped slash means what a slash means.
        prop_assert_eq!(unescaped(read), unescaped(&pattern));
    }
}

fn unescaped(pattern: &str) -> String {
    let mut out = String::new();
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match (character, characters.clone().next()) {
            ('\\', Some('/')) => {}
            ('\\', Some(next)) => {
                out.push('\\');
                out.push(next);
                characters.next();
            }
            _ => out.push(character),
        }
    }
    out
}
