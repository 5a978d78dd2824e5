//! Functions that direct evaluation: jumps, calls of blocks, and what Puppet has dropped.

use pcore::Value;

use crate::{
    error::Jump,
    functions::{Function, Interrupt, Signature, fail},
};

functions![
    Function::typed(
        "annotate",
        "Attaches an annotation to a value; annotations are not supported",
        &[Signature::new(&["Type type", "Any value", "Any annotation?"], |_| fail(
            "annotate(): annotations are not supported",
        ))
        .block("Callable[0, 0] block?")],
        &[],
    ),
    Function::typed(
        "break",
        "Ends the innermost iteration",
        &[Signature::new(&[], |call| Err(Interrupt::Break(Box::new(Jump {
            value: Value::Undef,
            location: call.location.clone()
        }))))],
        &[("[1, 2, 3].map |$x| { if $x == 3 { break() } $x }", "[1, 2]")],
    )
    .without_legacy()
    .quick(),
    Function::unchecked(
        "import",
        "Always fails: manifests come from a directory now",
        |call| {
            let message = "Use of 'import' has been discontinued in favor of a manifest directory. See \
                       http://links.puppet.com/puppet-import-deprecation";
            Err(Interrupt::at(call.location.clone(), message))
        },
        &[],
    ),
    Function::typed(
        "lest",
        "Returns a value, or what a block gives when the value is undef",
        &[Signature::new(&["Any arg"], |call| if call.argument(0).is_undef() {
            call.yield_block(&[])
        } else {
            Ok(call.argument(0).clone())
        })
        .block("Callable[0, 0] block")],
        &[("undef.lest || { 'x' }", "'x'"), ("5.lest || { 'x' }", "5")],
    )
    .without_legacy()
    .quick(),
    Function::typed(
        "next",
        "Ends the innermost lambda, function, class or define with a value",
        &[Signature::new(&["Any value?"], |call| {
            Err(Interrupt::Next(Box::new(Jump { value: call.argument(0).clone(), location: call.location.clone() })))
        })],
        &[("[1, 2].map |$x| { if $x == 2 { next('two') } $x }", "[1, 'two']")],
    )
    .without_legacy()
    .quick(),
    Function::typed(
        "return",
        "Ends the function, class or define around it with a value, from within lambdas too",
        &[Signature::new(&["Any value?"], |call| {
            Err(Interrupt::Return(Box::new(Jump { value: call.argument(0).clone(), location: call.location.clone() })))
        })],
        &[],
    )
    .without_legacy()
    .quick(),
    Function::typed(
        "then",
        "Calls a block with a value, unless the value is undef",
        &[Signature::new(&["Any arg"], |call| {
            if call.argument(0).is_undef() { Ok(Value::Undef) } else { call.yield_block(call.arguments) }
        })
        .block("Callable[1, 1] block")],
        &[("5.then |$x| { $x * 2 }", "10"), ("undef.then |$x| { 1 }", "undef")],
    )
    .without_legacy()
    .quick(),
    Function::typed(
        "with",
        "Calls a block with the arguments and returns what it gives",
        &[Signature::new(&["Any arg*"], |call| call.yield_block(call.arguments)).block("Callable block")],
        &[("with(1, 'a') |$x, $y| { [$y, $x] }", "['a', 1]")],
    )
    .without_legacy()
    .quick(),
];
