use super::without_secrets;

#[test]
fn secrets_become_stars_and_columns_stay_the_same() {
    let hidden = [
        ("$a = Sensitive('ab') + 'c'", "$a = Sensitive('**') + 'c'"),
        ("Sensitive.new(\"a\\\"b)\")", "Sensitive.new(\"*****\")"),
        ("Sensitive('ü\nx", "Sensitive('**\n*"),
        ("Sensitive(@(END))\n a\n | END\n'b'", "Sensitive(@(END))\n**\n | END\n'b'"),
        ("Sensitive", "Sensitive"),
    ];
    for (text, expected) in hidden {
        assert_eq!(without_secrets(text), expected);
        assert_eq!(expected.len(), text.len());
    }
}

#[test]
fn secrets_within_secrets_are_hidden_once() {
    let text = "<%= Sensitive(\"a${Sensitive('b')}c\") %> it's <% Sensitive('";
    let shown = without_secrets(text);
    assert_eq!(shown.len(), text.len());
    assert!(shown.starts_with("<%= Sensitive(\"*${Sensitive('*')}*\") %> "), "{shown}");
}
