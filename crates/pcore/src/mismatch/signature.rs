//! Why a call fits none of a function's signatures.

use std::sync::Arc;

use ecow::EcoString;

use super::{
    Disclosure, Mismatch, Problem, Step,
    describe::{describe, merge},
    path::with,
};
use crate::types::{CallableType, IntegerRange, TupleType, Type};

/// One way to call a function.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The parameters and the block.
    pub callable: Arc<CallableType>,
    /// The names of the parameters; the last one may be repeated.
    pub names: Vec<EcoString>,
    /// The name of the block.
    pub block_name: EcoString,
}

impl Signature {
    fn arguments(&self) -> Option<&TupleType> {
        self.callable.parameters.as_ref()
    }

    /// Returns whether the signature accepts arguments of these types.
    pub fn accepts(&self, arguments: &[Type], block: Option<&Type>) -> bool {
        let fits = self.arguments().is_none_or(|expected| {
            expected.size_range().contains_length(arguments.len())
                && arguments
                    .iter()
                    .enumerate()
                    .all(|(index, argument)| expected.at(index).is_none_or(|part| part.accepts(argument)))
        });
        fits && block_problem(self, block, &[]).is_empty()
    }

    /// Writes the parameters as they appear between parentheses.
    fn text(&self) -> String {
        let mut parts = Vec::new();
        if let Some(arguments) = self.arguments() {
            let size = arguments.size_range();
            let required = usize::try_from(size.from).unwrap_or(usize::MAX);
            let last = self.names.len().saturating_sub(1);
            for (index, name) in self.names.iter().enumerate() {
                let Some(part) = arguments.at(index).filter(|_| size.to > 0) else { break };
                parts.push(if size.to == i64::MAX && index == last {
                    format!("{part} {name}{}", if required == self.names.len() { '+' } else { '*' })
                } else if index >= required {
                    let part = if let Type::Optional(Some(contained)) = part { contained } else { part };
                    format!("{part} {name}?")
                } else {
                    format!("{part} {name}")
                });
            }
        }
        match &self.callable.block {
            Some(Type::Optional(Some(block))) => parts.push(format!("{block} {}?", self.block_name)),
            // Puppet does not show a block whose type is an alias.
            None | Some(Type::Alias(_)) => {}
            Some(block) => parts.push(format!("{block} {}", self.block_name)),
        }
        parts.join(", ")
    }
}

/// Explains why arguments of these types fit none of the signatures of the function; `None` if they fit one.
///
/// `name` is quoted, except for `lambda`, which is called a block.
pub fn signatures(name: &str, signatures: &[Signature], arguments: &[Type], block: Option<&Type>) -> Option<String> {
    let alternatives = problems(signatures, arguments, block);
    if alternatives.iter().any(Vec::is_empty) {
        return None;
    }
    Some(explained(name, signatures, &alternatives))
}

/// Explains why a call was refused although the types of its arguments may fit: `-1` is not iterable, but an `Integer`
/// can be.
///
/// A signature that the types fit has no reason.
pub fn refused_signatures(name: &str, signatures: &[Signature], arguments: &[Type], block: Option<&Type>) -> String {
    explained(name, signatures, &problems(signatures, arguments, block))
}

/// Returns the problems of a call, for each of the signatures.
fn problems(signatures: &[Signature], arguments: &[Type], block: Option<&Type>) -> Vec<Vec<Mismatch>> {
    let of_each = |problems: &dyn Fn(&Signature, &[Step]) -> Vec<Mismatch>| {
        let numbered = signatures.iter().enumerate();
        let problems = numbered.map(|(index, signature)| problems(signature, &[Step::Signature(index)]));
        problems.collect::<Vec<_>>()
    };
    let mut alternatives = of_each(&|signature, path| argument_problems(signature, arguments, path));
    if alternatives.iter().any(Vec::is_empty) {
        let blocks = of_each(&|signature, path| block_problem(signature, block, path));
        if blocks.iter().all(|mismatches| !mismatches.is_empty()) {
            alternatives = blocks;
        } else {
            for (mismatches, of_block) in alternatives.iter_mut().zip(blocks) {
                if mismatches.is_empty() {
                    *mismatches = of_block;
                }
            }
        }
    }
    alternatives
}

fn explained(name: &str, signatures: &[Signature], alternatives: &[Vec<Mismatch>]) -> String {
    let label = if name == "lambda" { String::from("block") } else { format!("'{name}'") };
    let merged = merge(0, Problem::is_count, alternatives.to_vec());
    if let [only] = &merged[..] {
        return format!("{label}{}", only.text(Disclosure::Values));
    }
    let rejections = |indent: &str, mismatches: &[Mismatch]| {
        let lines = mismatches.iter().map(|mismatch| {
            let mut mismatch = mismatch.clone();
            if mismatch.starts_with_signature() {
                mismatch.remove_step(0);
            }
            format!("\n{indent}rejected:{}", mismatch.text(Disclosure::Values))
        });
        lines.collect::<String>()
    };
    match signatures {
        [only] => format!("{label} expects ({}){}", only.text(), rejections("  ", &alternatives[0])),
        several => {
            let mut text =
                format!("The function {label} was called with arguments it does not accept. It expects one of:");
            for (signature, mismatches) in several.iter().zip(alternatives) {
                text.push_str(&format!("\n  ({}){}", signature.text(), rejections("    ", mismatches)));
            }
            text
        }
    }
}

fn argument_problems(signature: &Signature, arguments: &[Type], path: &[Step]) -> Vec<Mismatch> {
    let Some(expected) = signature.arguments() else { return Vec::new() };
    let size = expected.size_range();
    if !size.contains_length(arguments.len()) {
        let problem = Problem::Count { expected: size, actual: IntegerRange::exactly(arguments.len()) };
        return vec![Mismatch { path: path.to_vec(), problem }];
    }
    for (index, argument) in arguments.iter().enumerate() {
        let Some(part) = expected.at(index).filter(|part| !part.accepts(argument)) else { continue };
        let name = signature.names.get(index).or(signature.names.last()).cloned().unwrap_or_default();
        let mismatches = describe(part, argument, &with(path, Step::Parameter(name)));
        if !mismatches.is_empty() {
            return mismatches;
        }
    }
    Vec::new()
}

fn block_problem(signature: &Signature, block: Option<&Type>, path: &[Step]) -> Vec<Mismatch> {
    let problem = match (&signature.callable.block, block) {
        (None, None) => return Vec::new(),
        (None, Some(_)) => Problem::UnexpectedBlock,
        (Some(expected), None) if expected.accepts_undef() => return Vec::new(),
        (Some(_), None) => Problem::MissingBlock,
        (Some(expected), Some(argument)) if expected.accepts(argument) => return Vec::new(),
        (Some(expected), Some(argument)) => return describe(expected, argument, &with(path, Step::Block)),
    };
    vec![Mismatch { path: path.to_vec(), problem }]
}
