//! What an operator can set.

use engine::{Settings, Strictness};

// Requirement: STR-1
#[test]
fn strict_is_off_warning_or_error_and_error_unless_said() {
    assert_eq!("off".parse(), Ok(Strictness::Off));
    assert_eq!("warning".parse(), Ok(Strictness::Warning));
    assert_eq!("error".parse(), Ok(Strictness::Error));
    assert_eq!(Settings::default().strict, Strictness::Error);
    assert_eq!(
        "foo".parse::<Strictness>().unwrap_err().to_string(),
        "Invalid value 'foo' for parameter strict. Allowed values are 'off', 'warning', 'error'"
    );
}
