//! What is read in the plain way is what the YAML parser would read.

use std::time::{Duration, SystemTime};

use pcore::{Value, yaml, yaml::ParseOptions};

use super::read;
use crate::report::from_timestamp;

#[test]
fn plain_records_are_those_that_yaml_means() {
    for time in [
        "1970-01-01 00:00:00.000000000 +00:00",
        "2000-02-29 23:59:59.999999999 +00:00",
        "2024-02-29 12:30:00.000000001 +02:00",
        "2026-11-15 22:57:00.123456789 -05:30",
        "2026-12-31 23:59:59.000000000 +00:00",
        "2100-03-01 00:00:00.000000000 +00:00",
    ] {
        let text =
            format!("---\nFile[/etc/a-b.c]:\n  :checked: {time}\n  :synced: {time}\nA::B[x]:\n  :checked: {time}\n");
        let records = read(&text).unwrap();
        let data = yaml::parse_with(&text, ParseOptions { times: true, objects: true }).unwrap();
        let Value::Hash(entries) = &data else { panic!("{data:?}") };
        for (reference, values) in entries.iter() {
            let record = &records[reference.as_str().unwrap()];
            let expected = values.as_hash().unwrap().get(&Value::Symbol("checked".into()));
            let Some(Value::Timestamp(expected)) = expected else { panic!("{values:?}") };
            assert_eq!(record.checked, from_timestamp(*expected), "{time}");
        }
        assert_eq!(records.len(), 2);
        assert_eq!(records["File[/etc/a-b.c]"].synced, records["File[/etc/a-b.c]"].checked);
    }
    let first = &read("---\nA[b]:\n  :checked: 1970-01-01 00:00:01.500000000 +00:00\n").unwrap()["A[b]"];
    assert_eq!(first.checked, Some(SystemTime::UNIX_EPOCH + Duration::from_millis(1500)));
}

#[test]
fn what_is_not_plain_is_left_to_yaml() {
    for text in [
        "",
        "{}",
        "--- {}\n",
        "---\n\"File[a]\":\n  :checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "---\nFile[a b]:\n  :checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "---\nFile[a]:\n  :content: x\n",
        "---\nFile[a]:\n  checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "---\nFile[a]:\n  :checked: 1970-13-01 00:00:01.500000000 +00:00\n",
        "---\nFile[a]:\n  :checked: 1970-01-01 00:00:01.50000000é +00:00\n",
        "---\nFile[a]:\n  :checked: 1970-01-01 00:00:01 +00:00\n",
        "---\nFile[a]: {}\n",
        "---\nFile[a]:\n :checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "---\nfile[a]:\n",
    ] {
        assert!(read(text).is_none(), "{text}");
    }
}
