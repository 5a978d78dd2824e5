//! Functions that find and read files of modules.

use pcore::Value;

use crate::functions::{Call, Function, Outcome, Signature, fail, text};

functions![
    Function::typed(
        "binary_file",
        "Returns the bytes of a file: 'module/name' in its directory 'files', or an absolute path",
        &[Signature::new(&["String path"], binary_file)],
        &[("binary_file('/dev/null').length", "0")],
    ).without_legacy(),
    Function::counted(
        "file",
        "Returns the content of the first file that exists: 'module/name' in its directory 'files', or an absolute path",
        -2,
        file,
        &[("file('/dev/null')", "''")],
    ).legacy().pure(),
    Function::typed(
        "find_file",
        "Returns the path of the first file that exists: 'module/name' in its directory 'files', or an absolute path",
        &[
            Signature::new(&["String paths*"], |call| first(call, "files")),
            Signature::new(&["Array[String] paths_array*"], |call| first(call, "files")),
        ],
        &[("find_file('/nonexistent', '/dev')", "'/dev'"), ("find_file(['/nonexistent'])", "undef")],
    ).without_legacy(),
    Function::typed(
        "find_template",
        "Returns the path of the first template that exists: 'module/name' in its directory 'templates', or an absolute path",
        &[
            Signature::new(&["String paths*"], |call| first(call, "templates")),
            Signature::new(&["Array[String] paths_array*"], |call| first(call, "templates")),
        ],
        &[("find_template('/nonexistent')", "undef")],
    ).pure(),
    Function::typed(
        "module_directory",
        "Returns the directory of the first module that exists",
        &[
            Signature::new(&["String names*"], module_directory),
            Signature::new(&["Array[String] names*"], module_directory),
        ],
        &[("module_directory('no_such_module')", "undef")],
    ),
];

fn binary_file(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.string(0)?;
    match call.find_file("files", name) {
        Some(path) => Ok(Value::Binary(call.read_file(&path)?.into())),
        None => fail(format!("binary_file(): The given file '{name}' does not exist")),
    }
}

fn file(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    for name in arguments.iter() {
        let Value::String(name) = name else {
            return fail(text::no_method("split", name));
        };
        if let Some(path) = call.find_file("files", name) {
            return call.read_text(&path).map(Value::from);
        }
    }
    let names: Vec<_> = arguments.iter().map(text::to_s).collect();
    fail(format!("Could not find any files from {}", names.join(", ")))
}

/// The path of the first name that exists.
fn first(call: &mut Call<'_, '_>, folder: &str) -> Outcome {
    let found = names(call).find_map(|name| call.find_file(folder, name));
    Ok(found.map(|path| Value::from(path.display().to_string())).unwrap_or_default())
}

/// The arguments, or those in the arrays among them.
fn names<'c>(call: &Call<'c, '_>) -> impl Iterator<Item = &'c str> {
    let names = call.arguments.iter().flat_map(|given| given.as_array().unwrap_or(std::slice::from_ref(given)));
    names.filter_map(Value::as_str)
}

fn module_directory(call: &mut Call<'_, '_>) -> Outcome {
    let found = names(call).find_map(|name| call.compilation.loader.module(name));
    Ok(found.map(|folder| Value::from(folder.display().to_string())).unwrap_or_default())
}
