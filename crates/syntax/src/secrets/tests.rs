use proptest::prelude::*;

use super::secrets;

/// The text with a star for every byte of a secret.
fn hidden(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for span in secrets(text) {
        bytes[span.start as usize..span.end as usize].fill(b'*');
    }
    String::from_utf8(bytes).expect("secrets end where letters end")
}

#[test]
fn literals_of_sensitive_are_secrets() {
    for (text, expected) in [
        ("Sensitive('ab', \"cd\")", "Sensitive('**', \"**\")"),
        ("Sensitive.new('ab')", "Sensitive.new('**')"),
        ("new(Sensitive, 'ab') + 'c'", "new(Sensitive, '**') + 'c'"),
        ("new(Sensitive[String], 'ab')", "new(Sensitive[String], '**')"),
        ("Sensitive[String[1]]('ab')", "Sensitive[String[1]]('**')"),
        ("SENSITIVE('ab') ::Sensitive('ab')", "SENSITIVE('**') ::Sensitive('**')"),
        ("Sensitive(4711)", "Sensitive(****)"),
        ("Sensitive(word) Sensitive(a-b)", "Sensitive(****) Sensitive(***)"),
        ("Sensitive({ pin => 47, 'a' => f('b') })", "Sensitive({ pin => **, '*' => f('*') })"),
        ("Sensitive(\"a${b}c${f('d')}e$f\")", "Sensitive(\"*${b}*${f('*')}*$f\")"),
        ("Sensitive(# it's one\n 'ab'.upcase())", "Sensitive(# it's one\n '**'.upcase())"),
        ("Sensitive(/* it's */ 'ab')", "Sensitive(/* it's */ '**')"),
        ("Sensitive($a ? { /it's/ => 'b' })", "Sensitive($a ? { /****/ => '*' })"),
        ("Sensitive(@(A), 'b')\na'\n| A\n'c'", "Sensitive(@(A), '*')\n***| A\n'c'"),
        ("Sensitive(@(\"A\"))\na${b}c\n| A\n'c'", "Sensitive(@(\"A\"))\n*${b}**| A\n'c'"),
        ("<% Sensitive('a') %> it's <%= Sensitive('b') %>", "<% Sensitive('*') %> it's <%= Sensitive('*') %>"),
    ] {
        assert_eq!(hidden(text), expected);
    }
}

#[test]
fn defaults_of_parameters_that_take_secrets_are_secrets() {
    for (text, expected) in [
        (
            "class a(Sensitive $p = 'ab', String $q = 'cd') { notice('e') }",
            "class a(Sensitive $p = '**', String $q = 'cd') { notice('e') }",
        ),
        ("define a(Optional[Sensitive[String]] $p = 'ab') {}", "define a(Optional[Sensitive[String]] $p = '**') {}"),
        ("function f(Sensitive *$p = ['a', 'b'], $q = 'c') {}", "function f(Sensitive *$p = ['*', '*'], $q = 'c') {}"),
        (
            "class a(Sensitive $p = $x.map |$y, $z| { 'a' }, $q = 'c') {}",
            "class a(Sensitive $p = $x.map |$y, $z| { '*' }, $q = 'c') {}",
        ),
        ("f() |Sensitive $p = 'ab'| { 'c' }", "f() |Sensitive $p = '**'| { 'c' }"),
        ("<%- | Sensitive $p = 'ab' | -%> it's 'c'", "<%- | Sensitive $p = '**' | -%> it's 'c'"),
        ("class a(Sensitive $p, $q = 'c') {}", "class a(Sensitive $p, $q = 'c') {}"),
    ] {
        assert_eq!(hidden(text), expected);
    }
}

#[test]
fn settings_of_secret_attributes_are_secrets() {
    for (text, expected) in [
        (
            "type A { attr a, Sensitive { default => 'ab', desc => \"}\" } attr b, String { default => 'c' } }",
            "type A { attr a, Sensitive { default => '**', desc => \"*\" } attr b, String { default => 'c' } }",
        ),
        ("type A { has a, Sensitive { default => 'ab' } }", "type A { has a, Sensitive { default => '**' } }"),
    ] {
        assert_eq!(hidden(text), expected);
    }
}

#[test]
fn nothing_else_is_a_secret() {
    for text in [
        "notice('a')",
        "# Sensitive('a')",
        "notice('Sensitive', 'a')",
        "f($x =~ Sensitive[String], 'a')",
        "class a(Sensitive[String] $p) { notice('a') }",
        "if $x =~ Sensitive { notice('a') }",
        "type A = Sensitive[Enum['a']] notice('b')",
        "function f() >> Sensitive { g('a') }",
        "case $x { Sensitive: { f('a') } }",
        "Sensitive2('a') Insensitive('a')",
    ] {
        assert_eq!(hidden(text), text);
    }
}

#[test]
fn secrets_of_texts_that_cannot_be_read_are_hidden() {
    for text in [
        "Sensitive('hunter2",
        "Sensitive(\"a${b hunter2",
        "Sensitive('hunter2'",
        "Sensitive('it's hunter2')",
        "$a = 'it\n$b = Sensitive('hunter2')",
        "# fine\n$a = \"it\n$b = Sensitive('hunter2')\n$c = \"x\"",
        "$a = 'it\nclass a(Sensitive $p = 'hunter2') {}",
        "$a = 'it\nclass a(Optional[Sensitive] $p = 'hunter2') {}",
        "$a = 'it\ntype A { attr a, Sensitive { default => 'hunter2' } }",
        "$a = 'it\n$b = Sensitive('hunter2')\n$c = x'",
        "/* Sensitive('hunter2')",
        "\u{feff}Sensitive('hunter2')",
        "\"${Sensitive('hunter2')} \\u{zz} ${\"",
        "class a(Sensitive [String] $p = 'hunter2') {}",
        "class a(Sensitive $p = 'hunter2'",
        "Sensitive(@(END)\nhunter2\n",
        "Sensitive(@(END hunter2",
        "<%= Sensitive('hunter2",
        "it's <% Sensitive('hunter2')",
    ] {
        let shown = hidden(text);
        assert!(!shown.contains("hunter2"), "{text}: {shown}");
    }
}

#[test]
fn behind_very_many_places_everything_is_hidden() {
    let text = format!("'{} Sensitive('hunter2", "Sensitive ".repeat(101));
    assert!(!hidden(&text).contains("hunter2"));
}

#[test]
fn deep_and_long_texts_take_no_long_time() {
    for part in ["Sensitive[", "Sensitive(", "Sensitive $a = ", "new(Sensitive, ", "Sensitive[(|{", "]", "Sensitive['"]
    {
        let text = part.repeat(20_000);
        assert!(hidden(&format!("{text}Sensitive('x'")).len() > text.len());
    }
}

proptest! {
    #[test]
    fn no_text_is_too_broken(pieces in prop::collection::vec(PIECES, 0..30), cut in 0..60_usize) {
        let text: String = pieces.concat();
        hidden(&text);
        hidden(&text.chars().take(cut).collect::<String>());
    }
}

const PIECES: &str = "(Sensitive|new|attr a, | |\n|'|\"|\\$\\{|\\$a|[\\[\\](){}|,.=/#*@ü]|@\\(A\\)|<%|%>|x|A| =>)";
