//! `inline_epp`: a template of Puppet's own language in a text, filled in.

use super::epp::evaluate;
use crate::{
    evaluate::Visible,
    functions::{Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "inline_epp",
    "Returns what a text gives that is an EPP template",
    &[Signature {
        parameters: &["String template", r"Hash[Pattern[/^\w+$/], Any] parameters?"],
        block: None,
        body: |call| {
            let text = call.string(0).to_owned();
            evaluate(call, "inlined-epp-text", text, Visible::Caller)
        },
    }],
    &[
        ("inline_epp('<%= $x %>!', {x => 5})", "'5!'"),
        ("inline_epp('<%- | Integer $n, $m = 2 | -%><%= $n + $m %>', {n => 1})", "'3'"),
    ],
);
