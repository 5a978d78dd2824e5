//! The machine that a catalog is for.

use ecow::EcoString;
use pcore::Value;

/// A machine, as its facts and a node classifier describe it.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name, in lower case.
    pub name: EcoString,
    /// Its facts: a hash, which becomes `$facts`; its entries become variables of the top scope.
    pub facts: Value,
    /// What is certain about it: the hash `$trusted`.
    pub trusted: Value,
    /// Variables of the top scope that a node classifier sets.
    pub parameters: Vec<(EcoString, Value)>,
    /// Classes that a node classifier wants, each with its parameters.
    pub classes: Vec<(EcoString, Option<Value>)>,
}

impl Node {
    /// A machine with a name and facts, as `apply` knows it: trusted because it is this one.
    pub fn local(name: impl Into<EcoString>, facts: Value) -> Node {
        let name = name.into();
        let (host, domain) = match name.split_once('.') {
            Some((host, domain)) => (EcoString::from(host), Value::string(domain)),
            None => (name.clone(), Value::Undef),
        };
        let trusted = Value::hash([
            ("authenticated".into(), "local".into()),
            ("certname".into(), Value::String(name.clone())),
            ("extensions".into(), Value::hash([])),
            ("hostname".into(), Value::String(host)),
            ("domain".into(), domain),
            ("external".into(), Value::hash([])),
        ]);
        Node { name, facts, trusted, parameters: Vec::new(), classes: Vec::new() }
    }
}
