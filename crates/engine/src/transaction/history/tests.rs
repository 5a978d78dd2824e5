use std::time::Duration;

use super::*;

#[test]
fn of_what_is_not_in_the_catalog_the_most_recent_is_remembered() {
    let at = |seconds: u64| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
    let record = |checked| Record { checked, ..Record::default() };
    let records = [("N[old]", 1), ("N[mine]", 0), ("N[b]", 3), ("N[c]", 2), ("N[d]", 2), ("N[e]", 9)];
    let all: ByReference<Record> = records.iter().map(|(name, time)| ((*name).into(), record(at(*time)))).collect();
    let kept = |most: usize| {
        let mut history = History { records: all.clone(), system_values: None };
        history.compact([EcoString::from("N[mine]")].iter(), most);
        history.records.keys().map(EcoString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(kept(6), "N[old] N[mine] N[b] N[c] N[d] N[e]");
    assert_eq!(kept(5), "N[old] N[mine] N[b] N[c] N[d] N[e]");
    assert_eq!(kept(4), "N[mine] N[b] N[c] N[d] N[e]");
    assert_eq!(kept(3), "N[mine] N[b] N[d] N[e]");
    assert_eq!(kept(1), "N[mine] N[e]");
    assert_eq!(kept(0), "N[mine]");
}
