//! `stdlib::xml_encode`: a text for XML.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::xml_encode",
    "Returns a text as it is written in XML, as text or as the value of an attribute",
    &[Signature { parameters: &["String str", "Enum['text', 'attr'] type?"], block: None, body }],
    &[("stdlib::xml_encode('<a & b>')", "'&lt;a &amp; b&gt;'"), ("stdlib::xml_encode('a', 'attr')", "'\"a\"'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.string(0).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let text = if call.string(1) == "attr" { format!("\"{}\"", text.replace('"', "&quot;")) } else { text };
    call.compilation.budget.size(text.len())?;
    Ok(Value::from(text))
}
