//! Functions that write values as JSON and YAML.

use std::fmt::Write;

use pcore::{Value, json, yaml};

use crate::functions::{Call, Function, Interrupt, Outcome, Signature, fail, text};

functions![
    Function::typed(
        "to_json",
        "Returns a value as JSON in one line; a secret is not shown",
        &[Signature::new(&["Any data"], to_json)],
        &[
            (r#"to_json({'a' => [1, undef, true]})"#, r#"'{"a":[1,null,true]}'"#),
            (r#"stdlib::to_json(['a'])"#, r#"'["a"]'"#)
        ],
    )
    .also_in_stdlib(),
    Function::typed(
        "to_json_pretty",
        "Returns an array or a hash as JSON in lines; undef can be left out, and white space chosen",
        TO_JSON_PRETTY,
        &[
            (r#"to_json_pretty({'a' => [1]})"#, r#""{\n  \"a\": [\n    1\n  ]\n}\n""#),
            (r#"to_json_pretty({'a' => undef}, true)"#, r#""{\n}\n""#),
            (r#"stdlib::to_json_pretty([1])"#, r#""[\n  1\n]\n""#)
        ],
    )
    .also_in_stdlib(),
    Function::typed(
        "to_yaml",
        "Returns a value as YAML; a secret is not shown",
        &[Signature::new(&["Any data", "Hash options?"], to_yaml)],
        &[
            (r#"to_yaml({'a' => [1, 'b']})"#, r#""---\na:\n- 1\n- b\n""#),
            (r#"stdlib::to_yaml([1])"#, r#""---\n- 1\n""#)
        ],
    )
    .also_in_stdlib(),
];

/// The white space between the parts, and how far it may go.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// How deep values may be nested.
    pub deepest: usize,
    /// How many bytes may be written.
    pub longest: usize,
    pub indent: String,
    pub space: String,
    pub space_before: String,
    pub object_line: String,
    pub array_line: String,
}

impl Layout {
    /// All in one line.
    pub fn compact(longest: usize) -> Layout {
        Layout { deepest: MAX_NESTING, longest, ..Layout::default() }
    }

    /// A line for each element.
    pub fn pretty(longest: usize) -> Layout {
        Layout {
            indent: "  ".into(),
            space: " ".into(),
            object_line: "\n".into(),
            array_line: "\n".into(),
            ..Layout::compact(longest)
        }
    }
}

/// How deep values may be nested, as in Ruby.
pub(super) const MAX_NESTING: usize = 100;

/// Writes a value.
pub(super) fn write(value: &Value, layout: &Layout) -> Outcome<String> {
    let mut written = String::new();
    push(value, layout, 0, &mut written)?;
    Ok(written)
}

fn push(value: &Value, layout: &Layout, depth: usize, written: &mut String) -> Outcome<()> {
    if written.len() > layout.longest {
        return fail(format!("a JSON text may have {} bytes at most", layout.longest));
    }
    match value {
        Value::Undef => written.push_str("null"),
        Value::Boolean(_) | Value::Integer(_) => {
            let _ = write!(written, "{value}");
        }
        Value::Float(number) if number.is_finite() => {
            let _ = write!(written, "{value}");
        }
        Value::Float(_) => return fail(format!("{value} not allowed in JSON")),
        Value::Array(items) => {
            let depth = deeper(depth, layout.deepest)?;
            written.push('[');
            written.push_str(&layout.array_line);
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    written.push(',');
                    written.push_str(&layout.array_line);
                }
                indent(layout, depth, &layout.array_line, written);
                push(item, layout, depth, written)?;
            }
            written.push_str(&layout.array_line);
            indent(layout, depth - 1, &layout.array_line, written);
            written.push(']');
        }
        Value::Hash(hash) => {
            let depth = deeper(depth, layout.deepest)?;
            written.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                written.push_str(if index > 0 { "," } else { "" });
                written.push_str(&layout.object_line);
                indent(layout, depth, &layout.object_line, written);
                push_text(&text::to_s(key), written)?;
                written.push_str(&layout.space_before);
                written.push(':');
                written.push_str(&layout.space);
                push(value, layout, depth, written)?;
            }
            written.push_str(&layout.object_line);
            indent(layout, depth - 1, &layout.object_line, written);
            written.push('}');
        }
        other => push_text(&text::to_s(other), written)?,
    }
    Ok(())
}

fn deeper(depth: usize, deepest: usize) -> Outcome<usize> {
    let depth = depth + 1;
    if depth > deepest {
        return fail(format!("nesting of {depth} is too deep"));
    }
    Ok(depth)
}

/// Only what begins a line is indented.
fn indent(layout: &Layout, depth: usize, line: &str, written: &mut String) {
    if !line.is_empty() {
        written.push_str(&layout.indent.repeat(depth));
    }
}

fn push_text(text: &str, written: &mut String) -> Outcome<()> {
    written.push_str(&json::write(&Value::from(text)).map_err(|error| Interrupt::unplaced(error.to_string()))?);
    Ok(())
}

fn to_json(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::from(write(call.argument(0), &Layout::compact(call.compilation.budget.limits.size))?))
}

const TO_JSON_PRETTY: &[Signature] = &[Signature::new(
    &[
        "Variant[Hash, Array] data",
        "Optional[Boolean] skip_undef?",
        "Struct[{indent => Optional[String], space => Optional[String], space_before => Optional[String], \
         object_nl => Optional[String], array_nl => Optional[String], allow_nan => Optional[Boolean], \
         max_nesting => Optional[Variant[Integer[-1,-1],Integer[1,default]]]}] opts?",
    ],
    to_json_pretty,
)];

/// No value can be nested deeper than evaluation allows, so this is as good as no limit.
const NO_LIMIT: usize = 10_000;

fn to_json_pretty(call: &mut Call<'_, '_>) -> Outcome {
    let mut layout = Layout::pretty(call.compilation.budget.limits.size);
    if let Value::Hash(options) = call.argument(2) {
        let text = |name: &str, standard: String| match options.get_str(name) {
            Some(Value::String(text)) => text.to_string(),
            Some(_) => String::new(),
            None => standard,
        };
        layout = Layout {
            indent: text("indent", layout.indent),
            space: text("space", layout.space),
            space_before: text("space_before", layout.space_before),
            object_line: text("object_nl", layout.object_line),
            array_line: text("array_nl", layout.array_line),
            ..layout
        };
        layout.deepest = match options.get_str("max_nesting") {
            Some(Value::Integer(deepest @ 1..)) => usize::try_from(*deepest).unwrap_or(NO_LIMIT).min(NO_LIMIT),
            Some(Value::Integer(_)) => NO_LIMIT,
            _ => MAX_NESTING,
        };
    }
    let data = match (call.argument(0), call.argument(1)) {
        (Value::Array(items), Value::Boolean(true)) => items.iter().filter(|item| !item.is_undef()).cloned().collect(),
        (Value::Hash(hash), Value::Boolean(true)) => {
            let set = hash.iter().filter(|(_, value)| !value.is_undef());
            Value::hash(set.map(|(key, value)| (key.clone(), value.clone())))
        }
        (data, _) => data.clone(),
    };
    let mut written = write(&data, &layout)?;
    written.push('\n');
    Ok(Value::from(written))
}

fn to_yaml(call: &mut Call<'_, '_>) -> Outcome {
    if let Value::Hash(options) = call.argument(1) {
        for (name, value) in options.iter() {
            // What is so anyway need not be supported.
            let is_standard = match name.as_str() {
                Some("indentation") => value.as_integer() == Some(2),
                Some("line_width") => value.as_integer() == Some(0),
                _ => false,
            };
            if !is_standard {
                return fail(format!("{}(): the option '{name}' is not supported", call.name));
            }
        }
    }
    // The deeper a line is, the farther it is indented.
    call.compilation.budget.size(call.argument(0).indented_size())?;
    let written = yaml::write(&data(call.argument(0))).map_err(|error| Interrupt::unplaced(error.to_string()))?;
    Ok(Value::from(written))
}

/// What YAML has no form for becomes its text.
fn data(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(data).collect(),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (data(key), data(value)))),
        Value::Undef
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Symbol(_) => value.clone(),
        other => Value::from(text::to_s(other)),
    }
}
