//! The plain form is read and written as YAML reads and writes it.

use std::time::{Duration, SystemTime};

use pcore::{
    Value,
    yaml::{self, ParseOptions, WriteOptions},
};

use super::{data, read, read_entries, read_plain, read_yaml, write};
use crate::transaction::{Record, history::ByReference};

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
        let records = read_entries(&text).unwrap();
        let data = yaml::parse_with(&text, ParseOptions { times: true, objects: true }).unwrap();
        let Value::Hash(entries) = &data else { panic!("{data:?}") };
        for (reference, values) in entries.iter() {
            let record = &records[reference.as_str().unwrap()];
            let expected = values.as_hash().unwrap().get(&Value::Symbol("checked".into()));
            let Some(Value::Timestamp(expected)) = expected else { panic!("{values:?}") };
            assert_eq!(record.checked, SystemTime::try_from(*expected).ok(), "{time}");
        }
        assert_eq!(records.len(), 2);
        assert_eq!(records["File[/etc/a-b.c]"].synced, records["File[/etc/a-b.c]"].checked);
    }
    let (_, first) = read_plain("A[b]:\n  :checked: 1970-01-01 00:00:01.500000000 +00:00\n").unwrap();
    assert_eq!(first.checked, Some(SystemTime::UNIX_EPOCH + Duration::from_millis(1500)));
}

#[test]
fn entries_without_the_plain_form_are_refused() {
    for text in [
        "",
        "{}",
        "\"File[a]\":\n  :checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "File[a b]:\n  :checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "File[a]:\n  :content: x\n",
        "File[a]:\n  checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "File[a]:\n  :checked: 1970-13-01 00:00:01.500000000 +00:00\n",
        "File[a]:\n  :checked: 1970-01-01 00:00:01.50000000é +00:00\n",
        "File[a]:\n  :checked: 1970-01-01\n",
        "File[a]: {}\n",
        "File[a]:\n :checked: 1970-01-01 00:00:01.500000000 +00:00\n",
        "file[a]:\n",
    ] {
        assert!(read_plain(text).is_none(), "{text}");
    }
}

/// Otherwise a file in which one title has a blank would be read as a whole, with twenty times its size in memory.
#[test]
fn entries_that_are_not_plain_are_read_one_by_one() {
    let text = "---\nFile[a]:\n  :checked: 1970-01-01 00:00:01.500000000 +00:00\n\
        Exec[a b]:\n  :checked: 1970-01-01 00:00:02.500000000 +00:00\n\
        ? \"Exec[long]\"\n:\n  :checked: 1970-01-01 00:00:03.500000000 +00:00\n\
        \"Exec[x\\n]\":\n  :list:\n  - 1\n  :checked: 1970-01-01 00:00:04.500000000 +00:00\nFile[z]: {}\n";
    let records = read_entries(text).unwrap();
    assert_eq!(records, read_yaml(text).unwrap());
    assert_eq!(records.len(), 5);
    // An alias means something of another entry.
    let shared = "---\nA[a]:\n  :checked: &1 1970-01-01 00:00:01.500000000 +00:00\nA[b]:\n  :checked: *1\n";
    assert_eq!(read_entries(shared), None);
    assert_eq!(read(shared).unwrap().len(), 2);
}

#[test]
fn records_are_written_as_yaml_writes_them() {
    let at = |seconds: u64, nanoseconds: u32| Some(SystemTime::UNIX_EPOCH + Duration::new(seconds, nanoseconds));
    let mut records = ByReference::default();
    let times = [at(0, 0), at(59, 1), at(60, 999_999_999), at(1_709_209_799, 123_456_789), at(4_107_542_400, 5), None];
    for (number, time) in times.into_iter().enumerate() {
        let long = format!("File[/{}]", "x".repeat(200));
        let odd = ["File[/etc/motd]", "File[/a b]", "Exec[echo: 'x']", "A::B[c]", "Notify[é\n]", "file[/a]", &long];
        for reference in odd {
            let record =
                Record { checked: time, synced: if number % 2 == 0 { time } else { None }, ..Record::default() };
            records.insert(format!("{reference}{number}").into(), record.clone());
            records.insert(reference.replace(']', &format!("{number}]")).into(), record);
        }
    }
    let mut audited = Record { checked: at(1, 1), ..Record::default() };
    audited.audited.insert("mode".into(), "0644".into());
    records.insert("File[/audited]".into(), audited);
    let before = Record { checked: SystemTime::UNIX_EPOCH.checked_sub(Duration::from_secs(1)), ..Record::default() };
    records.insert("File[/before]".into(), before);

    for offset in [0, 3600, -19_800, 45, -45] {
        let all = records.iter().map(|(reference, record)| (Value::String(reference.clone()), data(record)));
        let expected = yaml::write_with(&Value::hash(all), WriteOptions { tag: None, offset: Some(offset) }).unwrap();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(9_000_000_000);
        let written = write(&records, now, None, offset).unwrap();
        assert_eq!(written, expected);
        assert_eq!(read(&written).unwrap().len(), records.len());
    }
    let nothing = write(&ByReference::default(), SystemTime::UNIX_EPOCH, None, 0).unwrap();
    assert_eq!(nothing, "--- {}\n");
}
