use pcore::Value;

use super::{index::Fragment, merge::merge, order::sorted};

fn fragment(order: &str, name: &str) -> Fragment {
    Fragment {
        title: name.into(),
        name: name.into(),
        order: order.into(),
        content: Some(Value::from("")),
        sources: Vec::new(),
    }
}

fn order(fragments: &[(&str, &str)], by_numbers: bool) -> Result<String, String> {
    let fragments: Vec<Fragment> = fragments.iter().map(|(order, name)| fragment(order, name)).collect();
    let sorted = sorted(fragments.iter().collect(), by_numbers).map_err(|failure| failure.to_string())?;
    Ok(sorted.iter().map(|fragment| fragment.name.as_str()).collect::<Vec<_>>().join(" "))
}

#[test]
fn numbers_are_compared_as_numbers() {
    let fragments = [("10", "a"), ("9", "b"), ("100000000000000000000", "c"), ("09", "d"), ("0", "e")];
    assert_eq!(order(&fragments, true).unwrap(), "e b d a c");
    assert_eq!(order(&fragments, false).unwrap(), "e d a c b");
    assert_eq!(
        order(&[("1", "b"), ("1", "2"), ("x", "a")], true).unwrap_err(),
        "comparison of Array with Array failed"
    );
    assert_eq!(order(&[("1", "10"), ("1", "9")], true).unwrap(), "9 10");
}

#[test]
fn data_is_merged() {
    let merged = |format, texts: &[&str], forces| {
        let texts: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_owned()).collect();
        merge(format, &texts, forces, false).map_err(|failure| failure.to_string())
    };
    assert_eq!(merged("json", &[], false).unwrap(), "{}");
    assert_eq!(merged("json", &["[1,2]", "[2,3]", "{}"], false).unwrap(), "[1,2,3]");
    assert_eq!(merged("json", &["{\"a\":1}", "{\"a\":2}"], true).unwrap(), "{\"a\":1}");
    let problem = merged("json", &["{\"a\":1}", "{\"a\":2}"], false).unwrap_err();
    assert_eq!(problem, "Duplicate key 'a' found with values '1' and 2'. Use 'force' attribute to merge keys.");
    assert!(merged("json", &["{\"a\":1}", "[1]"], false).unwrap_err().contains("Array"));
    assert!(merged("json", &["5"], false).unwrap_err().contains("Integer"));
    assert!(merged("json", &["{"], false).unwrap_err().starts_with("cannot parse a fragment: "));
}

#[test]
fn secrets_are_quoted_nowhere() {
    for texts in [["{\"a\": \"hunter2\"}", "{\"a\": \"x\"}"], ["hunter2 {", "{}"]] {
        let texts: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_owned()).collect();
        let problem = merge("json", &texts, false, true).unwrap_err().to_string();
        assert!(!problem.contains("hunter2"), "{problem}");
    }
}
