//! Functions that follow a path into nested data.

use pcore::Value;

use crate::functions::{self, Call, Function, Interrupt, Outcome, Signature, fail, navigation};

functions![
    Function::typed(
        "dig",
        "Returns a value deep in arrays and hashes; undef where something on the way is missing",
        &[Signature::new(&["Optional[Collection] data", "Any arg*"], dig)],
        &[
            ("dig({a => {b => [1, 2]}}, 'a', 'b', 1)", "2"),
            ("dig({a => {}}, 'a', 'b', 1)", "undef"),
            ("dig([1, 2], -1)", "2"),
        ],
    )
    .without_legacy()
    .quick(),
    Function::typed(
        "get",
        "Returns what a path such as 'a.b.0' leads to in arrays and hashes, or a default value",
        &[Signature::new(&["Any value", "String dotted_string", "Any default_value?"], get)
            .block("Callable[1, 1] block?")],
        &[
            ("get({a => {b => [1, 2]}}, 'a.b.1')", "2"),
            ("get({a => 1}, 'b.c', 'none')", "'none'"),
            ("get({'a.b' => 1}, \"'a.b'\")", "1"),
            ("get({a => 1}, 'a.b') |$error| { $error.issue_code }", "'EXPECTED_COLLECTION'"),
        ],
    )
    .quick(),
    Function::typed(
        "getvar",
        "Returns what a path that begins with the name of a variable leads to, or a default value",
        &[Signature::new(
            &[r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] get_string", "Any default_value?"],
            getvar,
        )
        .block("Callable[1, 1] block?")],
        &[
            ("with({b => [1, 2]}) |$a| { getvar('a.b.0') }", "1"),
            ("getvar('there_is_no_such_variable', 'none')", "'none'")
        ],
    )
    .refusing(refusal)
    .quick(),
];

fn dig(call: &mut Call<'_, '_>) -> Outcome {
    let (data, steps) = call.arguments.split_first().map_or((call.argument(0), &[][..]), |(data, steps)| (data, steps));
    navigation::dig(data, steps).map_err(|problem| (*problem).into())
}

fn get(call: &mut Call<'_, '_>) -> Outcome {
    let (value, default) = (call.argument(0).clone(), call.argument(2).clone());
    navigate(call, &value, call.string(1)?, default)
}

/// Follows a path from a value; a block deals with what cannot be passed.
pub(super) fn navigate(call: &mut Call<'_, '_>, value: &Value, path: &str, default: Value) -> Outcome {
    if value.is_undef() {
        return Ok(default);
    }
    if path.is_empty() {
        return Ok(value.clone());
    }
    let steps =
        navigation::steps(path).ok_or_else(|| Interrupt::unplaced("Syntax error in dotted-navigation string"))?;
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        let dig = functions::find("dig").ok_or_else(|| Interrupt::unplaced("the function dig is missing"))?;
        return Err(dig.refuse(std::slice::from_ref(value)));
    }
    match navigation::dig(value, &steps) {
        Ok(Value::Undef) => Ok(default),
        Ok(found) => Ok(found),
        Err(problem) if call.has_block() => call.yield_block(&[problem.to_value()]),
        Err(problem) => Err((*problem).into()),
    }
}

fn getvar(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.string(0)?;
    let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_' || letter == ':'));
    let (name, path) = text.split_at(end.unwrap_or(text.len()));
    let path = match path.strip_prefix('.') {
        Some(path) => path,
        None if path.is_empty() => path,
        None => {
            let found = path.chars().next().unwrap_or_default();
            return fail(format!("First character after var name in get string must be a '.' - got {found}"));
        }
    };
    let default = call.argument(1).clone();
    let element = path.split('.').next().filter(|element| !element.is_empty());
    match call.compilation.variable_for(call.frame.scope, name, element).cloned() {
        Some(value) => navigate(call, &value, path, default),
        None => Ok(default),
    }
}

fn refusal(arguments: &[Value]) -> Option<String> {
    let fits = matches!(arguments, [Value::String(_)] | [Value::String(_), _]);
    fits.then(|| "The given string does not start with a valid variable name".to_owned())
}
