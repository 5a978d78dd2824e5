//! Fuzz targets: each reads untrusted input, and must neither panic nor run forever.
//!
//! A target is a file in `fuzz_targets` and a line below. This program runs them in one of two ways: by itself, with inputs that
//! it mutates from files in the repository (`run.rs`; used by the gate), or, with the feature `libfuzzer`, as a
//! libFuzzer program, which measures the code that an input reaches (`cargo xtask fuzz TARGET --coverage`).

#![cfg_attr(feature = "libfuzzer", no_main)]

#[macro_use]
mod target;
#[cfg(not(feature = "libfuzzer"))]
mod mutate;
#[cfg(not(feature = "libfuzzer"))]
mod run;
#[cfg(not(feature = "libfuzzer"))]
mod seeds;

use self::target::Target;

/// Lists the targets: a file in `fuzz_targets`, and the seeds: files below a directory with these
/// suffixes.
macro_rules! targets {
    ($($name:ident: $directory:literal, $endings:expr;)*) => {
        #[path = "../fuzz_targets"]
        mod targets {
            $(pub mod $name;)*
        }

        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            run: targets::$name::run,
            directory: $directory,
            endings: &$endings,
        },)*];
    };
}

targets! {
    catalog: "crates", ["json"];
    device_conf: "crates/devices", ["conf", "rs", "yaml"];
    erb: "crates", ["erb"];
    evaluation: "crates", ["pp"];
    hiera: "crates/cli/tests/golden/hiera", ["yaml"];
    hocon: "crates", ["conf", "json"];
    manifest: "crates", ["pp"];
    protocol: "crates/protocol", ["rs", "jsonl"];
    puppet_conf: "crates", ["conf", "ini"];
    regexp: "crates/pcore/tests/golden", ["txt"];
    report: "crates/engine", ["yaml", "json"];
    rich_data: "crates/pcore/tests/golden", ["jsonl"];
    ruby_metadata: "crates", ["rb"];
    template: "crates", ["epp"];
    type_parser: "crates/pcore/tests/golden", ["txt"];
    yaml: "crates", ["yaml"];
}

#[cfg(not(feature = "libfuzzer"))]
fn main() -> std::process::ExitCode {
    run::main()
}

#[cfg(feature = "libfuzzer")]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    static CHOSEN: std::sync::LazyLock<&Target> = std::sync::LazyLock::new(|| {
        let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
        TARGETS.iter().find(|target| target.name == name).expect("FUZZ_TARGET names a target")
    });
    (CHOSEN.run)(data);
});
