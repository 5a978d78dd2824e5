use super::{Crate, compare, rows};

const PAGE: &str = "
| crate | what lives there | uses | must not know |
|---|---|---|---|
| `crates/pcore` | values, types | – | other crates, files |
| `crates/syntax` | the language as text | – | values |
| `crates/compiler` | manifests to catalogs | pcore, syntax | the terminal |
";

fn problems(crates: &[(&str, &[&str])]) -> Vec<String> {
    let crates = crates.iter().map(|(name, uses)| Crate {
        name: (*name).to_owned(),
        uses: uses.iter().map(|used| (*used).to_owned()).collect(),
    });
    compare(&rows(PAGE), &crates.collect::<Vec<_>>())
}

#[test]
fn crates_that_are_as_described_have_no_problem() {
    assert_eq!(problems(&[("pcore", &[]), ("syntax", &[]), ("compiler", &["pcore", "syntax"])]), [""; 0]);
}

#[test]
fn every_difference_is_reported() {
    let found = problems(&[("pcore", &["compiler"]), ("syntax", &["pcore"]), ("engine", &[])]);
    for expected in [
        "crates/pcore uses compiler, and its row says no other",
        "crates/pcore uses compiler, which is not above it",
        "crates/pcore must not know other crates, and uses compiler",
        "crates/syntax must not know values, and uses pcore",
        "crates/engine has no row",
        "crates/compiler has a row and does not exist",
    ] {
        assert!(found.iter().any(|problem| problem == expected), "{expected}: {found:#?}");
    }
}

#[test]
fn a_word_without_a_rule_is_refused() {
    let page = "| `crates/pcore` | values | – | the weather |\n";
    let crates = [Crate { name: "pcore".to_owned(), uses: std::collections::BTreeSet::new() }];
    assert_eq!(compare(&rows(page), &crates), ["crates/pcore: nothing checks 'the weather': add it to RULES"]);
}
