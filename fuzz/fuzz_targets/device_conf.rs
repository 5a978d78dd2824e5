//! Any text is a `device.conf`, an inventory or credentials, or an error.

use std::path::Path;

use devices::{credentials, device_conf, inventory};

fuzz_target!(|text: &str| {
    let path = Path::new("/etc/puppetlabs/puppet/device.conf");
    if let Ok(targets) = device_conf::parse(text, path) {
        for target in targets {
            let _ = (target.check(), target.directory());
        }
    }
    if let Ok(info) = credentials::parse(text, path) {
        credentials::each_secret(&info, &mut |_| {});
    }
    let _ = inventory::parse(text, path);
    let _ = (devices::url::file_of(text), devices::url::log_form(text));
    let url = pcore::uri::Url::split(text);
    match url.password() {
        // Text that looks like what replaces a password may be one.
        Some(password) => assert!(password == pcore::uri::REDACTED || url.redacted() != text),
        None => assert_eq!(url.redacted(), text),
    }
    let _ = url.without_password();
});
