//! Addresses, shown and told.

use super::{file_of, log_form};

#[test]
fn log_lines_contain_no_user() {
    assert_eq!(log_form("https://root:hunter2@fw:44/x?y"), "https://fw:44/x");
    assert_eq!(log_form("https://root:hun/ter@2@fw/x"), "https://root:[redacted]@fw/x");
    assert_eq!(log_form("https://fw/"), "https://fw:443/");
    assert_eq!(log_form("file:///etc/fw.conf"), "file:///etc/fw.conf");
    assert_eq!(log_form("fw.conf"), "fw.conf");
}

#[test]
fn only_file_urls_lead_to_files() {
    assert_eq!(file_of("file:///etc/fw.conf"), Some("/etc/fw.conf".into()));
    assert_eq!(file_of("http://x/"), None);
    assert_eq!(file_of("/etc/fw.conf"), None);
}
