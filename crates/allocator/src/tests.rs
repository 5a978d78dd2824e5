//! That options mean what they should, that mappings are found, and that large pages come.

use std::fs;

use libmimalloc_sys::mi_option_get;

use super::{PURGE_DELAY, expect_much, mappings::around};

/// How much memory is taken: small values, as in a catalog.
const TAKEN: usize = 64 * 1024 * 1024;

/// One test, because the first part must see the allocator as it was at the start.
#[test]
fn much_memory_comes_in_few_pages() {
    // SAFETY: it returns a number from the table of options.
    #[expect(unsafe_code, reason = "there is no safe form of this call")]
    let delay = || unsafe { mi_option_get(PURGE_DELAY) };
    assert_eq!(delay(), 1000, "mimalloc keeps memory for a second, unless it numbers its options otherwise now");
    let before: Vec<String> = (0..10_000).map(|number| format!("value {number}")).collect();
    expect_much();
    assert_eq!(delay(), -1);

    let faults = page_faults();
    let many: Vec<Box<[u8; 64]>> = (0..TAKEN / 64).map(|number| Box::new([number as u8; 64])).collect();
    let faults = page_faults() - faults;
    assert!(many.iter().enumerate().all(|(number, bytes)| **bytes == [number as u8; 64]));
    assert!(before.iter().enumerate().all(|(number, text)| *text == format!("value {number}")));

    let enabled = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    if !enabled.contains("[madvise]") && !enabled.contains("[always]") {
        eprintln!("skipped: this system has no large pages");
        return;
    }
    // Small pages would be 16,384, and the list itself takes some, which is not from there.
    assert!(faults < 10_000, "{faults} pages");
}

#[test]
fn the_mapping_of_an_address_is_found() {
    let text = "00400000-00452000 r-xp 00000000 08:02 173521 /usr/bin/x\n\
                7f1200000000-7f1240000000 rw-p 00000000 00:00 0\n\
                7f1240000000-7f1240001000 ---p 00000000 00:00 0\n";
    assert_eq!(around(text, 0x7f12_0000_0000), Some(0x7f12_0000_0000..0x7f12_4000_0000));
    assert_eq!(around(text, 0x7f12_3fff_ffff), Some(0x7f12_0000_0000..0x7f12_4000_0000));
    for elsewhere in [0x40_0000, 0x7f12_4000_0000, 0x7f12_4000_1000, 0] {
        assert_eq!(around(text, elsewhere), None, "{elsewhere:x}");
    }
    assert_eq!(around("", 1), None);
    assert_eq!(around("x-y rw-p\n1-\n-2 rw-p\n", 1), None);
}

/// How often this thread had to wait for a page so far.
fn page_faults() -> u64 {
    let stat = fs::read_to_string("/proc/thread-self/stat").unwrap();
    // Behind the name, which is in parentheses, the eighth field.
    stat.rsplit_once(") ").unwrap().1.split(' ').nth(7).unwrap().parse().unwrap()
}
