//! `sprintf`: values in a format, by the rules of Ruby.

mod arguments;

mod directive;

use pcore::Value;

use self::{arguments::Arguments, directive::Format};
use crate::functions::{Call, Function, Outcome, fail, text};

functions![
    Function::counted(
        "sprintf",
        "Returns a text in which values replace directives such as %s, %05d or %<name>s",
        -2,
        body,
        &[
            ("sprintf('%05d|%-5s|%x', 42, 'ab', 255)", "'00042|ab   |ff'"),
            ("sprintf('%2$s %1$s', 'a', 'b')", "'b a'"),
            ("sprintf('%<a>.1f %{b}', {a => 1.25, b => [1]})", "'1.2 [1]'"),
        ],
    )
    .legacy()
    .pure()
];

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    let (format, values) = match arguments {
        [Value::String(format), values @ ..] => (format, values),
        [other, ..] => return fail(text::no_conversion(other, "String")),
        [] => return Ok(Value::Undef),
    };
    let mut made = String::with_capacity(format.len());
    let mut format = Format::new(format);
    let mut values = Arguments::new(values);
    while let Some(literal) = format.literal() {
        made.push_str(literal);
        if let Some(directive) = format.directive(&mut values)? {
            call.compilation.budget.size(directive.layout.width.unwrap_or(0))?;
            call.compilation.budget.size(directive.layout.precision.unwrap_or(0))?;
            made.push_str(&directive.written(&mut values)?);
        }
        call.compilation.budget.size(made.len())?;
    }
    Ok(Value::from(made))
}
