//! What of an advisory is recorded.

#[test]
fn only_facts_are_recorded() {
    let text = "```toml\n[advisory]\nid = \"RUSTSEC-2020-0001\"\npackage = \"a\"\ndate = \"2020-01-02\"\nkeywords = [\"x\"]\n\n\
                [affected]\nos = [\"linux\"]\n\n[versions]\npatched = [\n    \">= 1\",\n]\nunaffected = []\n```\n\n# Bad\n\nLong.\n";
    let expected = "```toml\n[advisory]\nid = \"RUSTSEC-2020-0001\"\npackage = \"a\"\ndate = \"2020-01-02\"\n\n[versions]\n\
                    patched = [\n    \">= 1\",\n]\nunaffected = []\n```\n\n# it is bad\n";
    assert_eq!(super::facts(text, Some("it is bad")).expect("it is an advisory"), expected);
    assert_eq!(super::title(expected), Some("it is bad"));
}
