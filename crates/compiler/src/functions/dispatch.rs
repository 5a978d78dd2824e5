//! From a call to the body that fits: arguments are checked, and what does not fit is explained.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{
    Type, Value, infer, mismatch, never, parse_type_with,
    types::{CallableType, IntegerRange, TupleType},
};

use super::{Call, Calls, Function, Signature, local_types::LocalTypes, ruby::legacy};
use crate::error::{Interrupt, Outcome};

impl Function {
    /// Calls the function: finds the signature that fits, or reports why none does.
    pub(crate) fn call(&self, call: &mut Call<'_, '_>) -> Outcome {
        match &self.calls {
            Calls::Counted(arity, body) => {
                check_count(self.name, *arity, call.arguments.len())?;
                let arguments = legacy::arguments(call.arguments)?;
                body(&mut Call {
                    compilation: call.compilation,
                    frame: call.frame,
                    location: call.location,
                    name: call.name,
                    arguments: &arguments,
                    block: call.block.clone(),
                })
            }
            Calls::Typed(known) => {
                let prepared = self.signatures(known);
                let block = call.block.as_ref().map(|block| block.callable_type());
                match prepared.iter().position(|signature| fits(signature, call.arguments, block.as_ref())) {
                    Some(index) => (known[index].body)(call),
                    None => Err(self.explain(prepared, call.arguments, block.as_ref())),
                }
            }
        }
    }

    fn signatures(&self, known: &'static [Signature]) -> &[mismatch::Signature] {
        self.prepared.get_or_init(|| known.iter().map(prepare).collect())
    }

    /// Why the function does not take these arguments, for another function that would call it with them.
    pub(crate) fn refuse(&self, arguments: &[Value]) -> Interrupt {
        match &self.calls {
            Calls::Typed(known) => self.explain(self.signatures(known), arguments, None),
            Calls::Counted(..) => Interrupt::unplaced(format!("'{}' cannot be called with these arguments", self.name)),
        }
    }

    fn explain(&self, prepared: &[mismatch::Signature], arguments: &[Value], block: Option<&Type>) -> Interrupt {
        if let Some(reason) = self.refusal.and_then(|refusal| refusal(arguments)) {
            return Interrupt::unplaced(format!("'{}' {reason}", self.name));
        }
        let types: Vec<Type> = arguments.iter().map(infer::detailed).collect();
        self.with_signatures(Interrupt::unplaced(mismatch::refused_signatures(self.name, prepared, &types, block)))
    }

    /// Adds how the function is called, in a few lines.
    fn with_signatures(&self, failure: Interrupt) -> Interrupt {
        const FEW: usize = 3;
        let Calls::Typed(known) = &self.calls else { return failure };
        known.iter().take(FEW).fold(failure, |failure, signature| {
            let parameters = signature.parameters.join(", ");
            let block = signature.block.map_or_else(String::new, |block| format!(" |{block}|"));
            failure.hint(format!("it is called as {}({parameters}){block}", self.name))
        })
    }
}

/// Whether values, rather than their types, fit: no type of a large collection is made.
pub(super) fn fits(signature: &mismatch::Signature, arguments: &[Value], block: Option<&Type>) -> bool {
    let takes = signature.callable.parameters.as_ref().is_none_or(|expected| {
        expected.size_range().contains_length(arguments.len())
            && arguments
                .iter()
                .enumerate()
                .all(|(index, given)| expected.at(index).is_none_or(|part| part.is_instance(given)))
    });
    takes
        && match (&signature.callable.block, block) {
            (None, None) => true,
            (None, Some(_)) => false,
            (Some(expected), given) => expected.accepts(given.unwrap_or(&Type::Undef)),
        }
}

pub(super) fn check_count(name: &str, arity: i32, given: usize) -> Outcome<()> {
    let wanted = usize::try_from(if arity < 0 { -i64::from(arity) - 1 } else { i64::from(arity) }).unwrap_or_default();
    if arity >= 0 && given != wanted {
        return Err(Interrupt::unplaced(format!("{name}(): Wrong number of arguments given ({given} for {wanted})")));
    }
    if given < wanted {
        let message = format!("{name}(): Wrong number of arguments given ({given} for minimum {wanted})");
        return Err(Interrupt::unplaced(message));
    }
    Ok(())
}

/// Whether the type of a parameter or block can be read, and names only what is known.
#[cfg(test)]
pub(super) fn is_readable(parameter: &str) -> bool {
    let (type_text, name) = parameter.rsplit_once(' ').unwrap_or((parameter, ""));
    !name.is_empty() && parse_type_with(type_text, &LocalTypes).is_ok_and(|read| read.unresolved_reference().is_none())
}

/// A type in a signature of ours.
fn own_type(text: &str) -> Type {
    parse_type_with(text, &LocalTypes).unwrap_or_else(|_| never!("the types in our signatures are valid", Type::Any))
}

/// Reads the parameters of a signature. They are ours, so they can be read; a test sees to it.
fn prepare(signature: &Signature) -> mismatch::Signature {
    let (mut types, mut names) = (Vec::new(), Vec::new());
    let (mut least, mut most) = (0_i64, 0_i64);
    for parameter in signature.parameters {
        let (type_text, name) = parameter.rsplit_once(' ').unwrap_or(("Any", parameter));
        let parameter_type = own_type(type_text);
        let (name, required, repeated) = match name.as_bytes().last() {
            Some(b'?') => (&name[..name.len() - 1], false, false),
            Some(b'*') => (&name[..name.len() - 1], false, true),
            Some(b'+') => (&name[..name.len() - 1], true, true),
            _ => (name, true, false),
        };
        least += i64::from(required);
        most = if repeated { i64::MAX } else { most.saturating_add(1) };
        types.push(parameter_type);
        names.push(EcoString::from(name));
    }
    let (block, block_name) = match signature.block {
        None => (None, "block"),
        Some(text) => {
            let (type_text, name) = text.rsplit_once(' ').unwrap_or((text, "block"));
            let block = own_type(type_text);
            match name.strip_suffix('?') {
                Some(name) => (Some(Type::optional(block)), name),
                None => (Some(block), name),
            }
        }
    };
    let size = IntegerRange { from: least, to: most };
    let parameters = TupleType { types, size: Some(size) };
    mismatch::Signature {
        callable: Arc::new(CallableType { parameters: Some(parameters), block, returns: None }),
        names,
        block_name: block_name.into(),
    }
}
