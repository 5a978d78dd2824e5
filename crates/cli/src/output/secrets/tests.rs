use super::without_secrets;

#[test]
fn texts_in_sensitive_are_hidden() {
    let hidden = [
        ("$a = Sensitive('ab') + 'c'", "$a = Sensitive('**') + 'c'"),
        ("Sensitive.new(\"a\\\"b)\")", "Sensitive.new(\"*****\")"),
        ("Sensitive[String]('x')", "Sensitive[String]('*')"),
        ("Sensitive('ü\nx", "Sensitive('**\n*"),
        (
            "attr a, Sensitive { default => 'ab', desc => \"}\" } attr b",
            "attr a, Sensitive { default => '**', desc => \"*\" } attr b",
        ),
        ("Sensitive $a = 'x'", "Sensitive $a = 'x'"),
        ("Sensitive", "Sensitive"),
    ];
    for (text, expected) in hidden {
        assert_eq!(without_secrets(text), expected);
    }
}
