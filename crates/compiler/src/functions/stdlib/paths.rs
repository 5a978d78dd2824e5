//! Functions of file paths.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};
use resource_api::log::Level;
use ruby_subset::path::{basename, basename_without, dirname, extname};

use super::{
    arguments::{own_pattern, single},
    deprecation::prefer_match,
};
use crate::functions::{Call, Function, Outcome, Signature, fail, text};

functions![
    Function::unchecked(
        "basename",
        "Returns the last part of a path, without an ending if one is given",
        call_basename,
        &[("basename('/a/b.txt')", "'b.txt'"), ("basename('/a/b.txt', '.txt')", "'b'"), ("basename('/a/')", "'a'")],
    ),
    Function::unchecked(
        "dirname",
        "Returns a path without its last part",
        call_dirname,
        &[("dirname('/a/b/c')", "'/a/b'"), ("dirname('a')", "'.'"), ("dirname('/a')", "'/'")],
    ),
    Function::typed(
        "extname",
        "Returns what a file name has from its last dot on",
        &[Signature::new(&["String filename"], |call| Ok(Value::from(extname(call.string(0)?))))],
        &[
            ("extname('a.rb')", "'.rb'"),
            ("stdlib::extname('/a/b.tar.gz')", "'.gz'"),
            ("stdlib::extname('.profile')", "''"),
        ],
    )
    .also_in_stdlib(),
    Function::typed(
        "is_absolute_path",
        "Returns whether a text is an absolute path of Unix or Windows",
        &[Signature::new(&["Any args*"], is_absolute_path)],
        &[],
    ),
];

fn call_basename(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [] => fail("basename(): No arguments given"),
        [Value::String(path)] => Ok(Value::from(basename(path))),
        [Value::String(path), Value::String(ending)] => Ok(Value::from(basename_without(path, ending))),
        [Value::String(_), _] => fail("basename(): Requires string as second argument"),
        [_] | [_, _] => fail("basename(): Requires string as first argument"),
        all => fail(format!("basename(): Too many arguments given ({})", all.len())),
    }
}

fn call_dirname(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [] => fail("dirname(): No arguments given"),
        [Value::String(path)] if path.is_empty() => fail("dirname(): Requires a non-empty string as argument"),
        [Value::String(path)] => Ok(Value::from(dirname(path))),
        [_] => fail("dirname(): Requires string as argument"),
        all => fail(format!("dirname(): Too many arguments given ({})", all.len())),
    }
}

static ABSOLUTE: LazyLock<Option<Regexp>> = LazyLock::new(|| {
    let (slash, name) = (r"[\\/]", r"[^\\/]+");
    let windows = format!("[A-Za-z]:{slash}|{slash}{slash}{name}{slash}{name}|{slash}{slash}\\?{slash}{name}");
    own_pattern(&format!("^(?:/|{windows})"))
});

fn is_absolute_path(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_absolute_path", "Absolute_Path")?;
    Ok(Value::Boolean(is_absolute(call, single(call)?)))
}

/// Whether a value is an absolute path; one line of a text is enough.
pub(super) fn is_absolute(call: &Call<'_, '_>, value: &Value) -> bool {
    let Value::String(path) = value else {
        let (shown, class) = (text::to_s(value), text::class_name(value));
        let message =
            format!("Cannot check if {shown} is an absolute path because it is a '{class}' and not a String'");
        // Once for each kind of path.
        for _ in 0..2 {
            call.compilation.log.line(Level::Warning, &message);
        }
        return false;
    };
    ABSOLUTE.as_ref().is_some_and(|pattern| pattern.is_match(path).unwrap_or_default())
}
