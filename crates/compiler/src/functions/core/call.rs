//! `call`, and the resolution of `Deferred` values.

use pcore::Value;

use crate::functions::{Call, Function, Outcome, Signature};

functions![Function::typed(
    "call",
    "Calls the function of a name with arguments, or resolves a Deferred now",
    &[
        Signature::new(&["String function_name", "Any arguments*"], named).block("Callable block?"),
        Signature::new(&["Deferred deferred"], deferred),
    ],
    &[("call('with', 1, 2) |$x, $y| { $x + $y }", "3"), ("call(Deferred('new', [Integer, '7']))", "7")],
)];

fn named(call: &mut Call<'_, '_>) -> Outcome {
    let (name, arguments) = call.arguments.split_first().unwrap_or((&Value::Undef, &[]));
    call.call_function(name.as_str().unwrap_or_default(), arguments)
}

fn deferred(call: &mut Call<'_, '_>) -> Outcome {
    let deferred = call.argument(0).clone();
    Resolution { keeps_secrets: false }.resolve(call, &deferred)
}

/// Resolves the `Deferred` values in a parameter of a catalog. What a function makes of a secret is a secret, too.
pub(crate) fn resolve(call: &mut Call<'_, '_>, value: &Value) -> Outcome {
    Resolution { keeps_secrets: true }.resolve(call, value)
}

/// How `Deferred` values are resolved.
#[derive(Clone, Copy)]
struct Resolution {
    /// Whether the result of a function that gets a `Sensitive` is one.
    keeps_secrets: bool,
}

impl Resolution {
    /// Resolves a `Deferred`, and those among its arguments first.
    fn resolve(self, call: &mut Call<'_, '_>, value: &Value) -> Outcome {
        match value {
            Value::Object(instance) if instance.object_type().label() == "Deferred" => {
                let name = instance.get("name").cloned().unwrap_or_default();
                let arguments = match instance.get("arguments") {
                    Some(Value::Array(items)) => {
                        items.iter().map(|item| self.resolve(call, item)).collect::<Outcome<Vec<_>>>()?
                    }
                    _ => Vec::new(),
                };
                // A catalog that was read has secrets that no function made here.
                arguments.iter().for_each(|argument| call.compilation.keep_secret(argument));
                let is_secret = self.keeps_secrets && arguments.iter().any(Value::holds_secret);
                let made = match name.as_str().unwrap_or_default() {
                    variable if variable.starts_with('$') => dig(call, &variable[1..], arguments),
                    function => call.call_function(function, &arguments),
                }?;
                Ok(if is_secret { secret(call, made) } else { made })
            }
            Value::Sensitive(held) => {
                let resolved = self.resolve(call, held)?;
                Ok(secret(call, resolved))
            }
            Value::Array(items) => {
                Ok(items.iter().map(|item| self.resolve(call, item)).collect::<Outcome<Vec<_>>>()?.into())
            }
            Value::Hash(hash) => {
                let mut resolved = pcore::Hash::with_capacity(hash.len());
                for (key, value) in hash.iter() {
                    resolved.insert(self.resolve(call, key)?, self.resolve(call, value)?);
                }
                Ok(Value::from(resolved))
            }
            other => Ok(other.clone()),
        }
    }
}

/// A value as a secret that no log shows.
fn secret(call: &mut Call<'_, '_>, value: Value) -> Value {
    let value = if matches!(value, Value::Sensitive(_)) { value } else { Value::sensitive(value) };
    call.compilation.keep_secret(&value);
    value
}

/// What a variable holds, or something in it. Where Deferred values are resolved, `$facts` is the only one.
fn dig(call: &mut Call<'_, '_>, name: &str, path: Vec<Value>) -> Outcome {
    let value = match name {
        "facts" => call.compilation.all_facts().clone(),
        _ => call.compilation.undefined_variable(name)?,
    };
    if path.is_empty() {
        return Ok(value);
    }
    let mut arguments = vec![value];
    arguments.extend(path);
    call.call_function("dig", &arguments)
}
