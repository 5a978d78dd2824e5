//! The definition of a target.

/// A target.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Runs it with an input.
    pub run: fn(&[u8]),
    /// The directory of the seeds, relative to the root of the workspace.
    #[cfg_attr(feature = "libfuzzer", expect(dead_code, reason = "libFuzzer has a corpus"))]
    pub directory: &'static str,
    /// The suffixes of their names.
    #[cfg_attr(feature = "libfuzzer", expect(dead_code, reason = "libFuzzer has a corpus"))]
    pub endings: &'static [&'static str],
}

/// The input of a target.
pub trait Input<'a>: Sized {
    /// Creates it from bytes; nothing if they are not such an input.
    fn of(data: &'a [u8]) -> Option<Self>;
}

impl<'a> Input<'a> for &'a [u8] {
    fn of(data: &'a [u8]) -> Option<Self> {
        Some(data)
    }
}

impl<'a> Input<'a> for &'a str {
    fn of(data: &'a [u8]) -> Option<Self> {
        std::str::from_utf8(data).ok()
    }
}

/// Two texts, with a zero byte between them; without one both are the same.
impl<'a> Input<'a> for (&'a str, &'a str) {
    fn of(data: &'a [u8]) -> Option<Self> {
        let text = std::str::from_utf8(data).ok()?;
        Some(text.split_once('\0').unwrap_or((text, text)))
    }
}

/// Defines the target of a file.
macro_rules! fuzz_target {
    (|$input:ident: $type:ty| $body:block) => {
        /// Runs the target.
        pub fn run(data: &[u8]) {
            fn run($input: $type) $body
            if let Some(input) = crate::target::Input::of(data) {
                run(input);
            }
        }
    };
}
