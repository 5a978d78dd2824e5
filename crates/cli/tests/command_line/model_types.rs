//! Types in the Puppet language: the examples of their page, and tests that need files.
//!
//! `UPDATE_DOCS=1 cargo test -p cli --test command_line model_types` updates the output of the examples; read it
//! before you commit it.

use crate::{pages, test_dir::TestDir};

/// The minimum number of examples on the page.
const EXAMPLES: usize = 9;

#[test]
fn the_examples_of_the_page_are_true() {
    pages::assert_true("model-types.md", EXAMPLES, printed);
}

/// The output of a manifest, without durations and names of this machine.
fn printed(manifest: &str) -> String {
    let directory = TestDir::new(&[("site.pp", manifest)]);
    let run = directory.run(&["apply", "--color=false", "--certname", "web1", "site.pp"]);
    let lines = run.stdout.lines().chain(run.stderr.lines()).filter(|line| !line.contains(" catalog "));
    // The directory is called `/W` in the output.
    lines.map(|line| format!("{}\n", line.replace("/W/", "").trim_end())).collect()
}

#[test]
fn types_are_loaded_from_modules_when_they_are_needed() {
    let directory = TestDir::new(&[
        ("modules/shop/types/item.pp", "type shop::item inherits Shop::Thing { attr price, Float { min => 1 } }"),
        ("modules/shop/types/thing.pp", "type Shop::Thing { abstract attr name, String { check => $it != '' } }"),
        (
            "modules/shop/types/basket.pp",
            "type Shop::Basket { has items, Shop::Item { max => unbound } attr who, Shop::Name }",
        ),
        ("modules/shop/types/name.pp", "type Shop::Name = Pattern[/\\A\\w+\\z/]"),
        ("modules/shop/types/wrong.pp", "type Shop::Wrong { attr a { check => notice(1) } }"),
        ("modules/shop/types/other.pp", "type Shop::Another { }"),
        (
            "modules/shop/manifests/init.pp",
            "class shop(Shop::Basket $basket) { notify { \"${basket.items[0].price}\": } }",
        ),
    ]);
    let apply = |code: &str| directory.run(&["apply", "--modulepath", "modules", "-e", code]);
    let basket = "Shop::Basket.new { who => 'ada', items => [{ name => 'tea', price => 2.5 }] }";
    assert_eq!(
        directory.notices(&[
            "apply",
            "--modulepath",
            "modules",
            "-e",
            &format!("class {{ shop: basket => {basket} }}")
        ]),
        ["2.5"]
    );
    for (code, words) in [
        ("Shop::Item.new { name => '', price => 1.0 }", "Illegal value:  is not an acceptable value for name"),
        ("Shop::Basket.new { who => 'a b' }", "feature 'who' of Shop::Basket expects a match for Shop::Name"),
        ("Shop::Thing.new", "'Shop::Thing' is abstract"),
        ("Shop::Wrong.new", "The function 'notice' is not allowed in the logic of a type (file: "),
        ("Shop::Other.new", "produced type with the wrong name, expected 'shop::other', actual 'Shop::Another'"),
    ] {
        let run = apply(code);
        assert_eq!(run.code, 1, "{code}");
        assert!(run.stderr.contains(words), "{code}\n{}", run.stderr);
    }
}

#[test]
fn data_becomes_instances() {
    let directory = TestDir::new(&[
        ("envs/production/modules/shop/types/item.pp", "type Shop::Item { attr price, Float { check => $it > 0.0 } }"),
        ("envs/production/hiera.yaml", "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n"),
        (
            "envs/production/data/all.yaml",
            "item: {price: 2.5}\nbad: {price: -1.0}\nlookup_options: {item: {convert_to: 'Shop::Item'}, bad: {convert_to: 'Shop::Item'}}\n",
        ),
        ("c/puppet.conf", "[main]\nenvironmentpath = $confdir/../envs\n"),
    ]);
    assert_eq!(directory.notices(&["apply", "-e", "notify { \"${lookup('item').price}\": }"]), ["2.5"]);
    let run = directory.run(&["apply", "-e", "lookup('bad')"]);
    assert!(run.stderr.contains("Illegal value: -1.0 is not an acceptable value for price"), "{}", run.stderr);
}

#[test]
fn a_type_of_resources_is_found_in_any_module() {
    let account = "type account inherits Resource { attr login, String { behaviour => namevar } attr uid, Integer { check => $it > 9 } }";
    let directory = TestDir::new(&[("modules/any/types/account.pp", account)]);
    let compile = |code: &str| {
        directory.write("site.pp", code);
        directory.run(&["catalog", "compile", "--modulepath", "modules", "--manifest", "site.pp"])
    };
    let run = compile("account { 'ada': uid => 10 } notify { 'x': require => Account['ada'] }");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("\"uid\""), "{}", run.stdout);
    let run = compile("\naccount { 'ada': uid => 5 }");
    assert!(
        run.stderr
            .contains("Account[ada]: Illegal value: 5 is not an acceptable value for uid (file: /W/site.pp, line: 2)"),
        "{}",
        run.stderr
    );
    let run = compile("account { 'ada': gid => 5 }");
    assert!(run.stderr.contains("no parameter named 'gid'"), "{}", run.stderr);
}

/// An unset feature and one that is set to undef are different in a catalog.
#[test]
fn instances_are_written_into_catalogs() {
    let code =
        "type M { attr a { unsettable => true } attr b { unsettable => true } attr c { transient => true } attr d }
                define d($m) { } d { 'x': m => M.new { a => undef, c => 1, d => 2 } }";
    let directory = TestDir::new(&[("site.pp", code)]);
    let run = directory.run(&["catalog", "compile", "--manifest", "site.pp"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let catalog: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let resources = catalog["resources"].as_array().unwrap();
    let resource = resources.iter().find(|resource| resource["type"] == "D").unwrap();
    let written = &resource["parameters"]["m"];
    let keys: Vec<&str> = written.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["__ptype", "a", "d"], "{written}");
}
