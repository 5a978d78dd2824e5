use super::help;

#[test]
fn a_near_word_is_suggested_and_a_far_one_gets_the_list() {
    assert_eq!(help("readonly", &["read_only", "lazy"]), "help: write `read_only`");
    assert_eq!(help("xyzzy", &["read_only", "lazy"]), "help: write one of `read_only`, `lazy`");
}
