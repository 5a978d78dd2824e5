//! From a call to the body that fits: arguments are checked, and what does not fit is explained.

use std::sync::Arc;

use pcore::{
    Type, TypeNames, Value, infer, mismatch, never, parse_type_with,
    types::{CallableType, IntegerRange, TupleType},
};
use ruby_subset::{Dispatch, Parameter, Presence};

use super::{Call, Calls, Function, Signature, fail, local_types::LOCAL_TYPES, ruby::legacy};
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
        return fail(format!("{name}(): Wrong number of arguments given ({given} for {wanted})"));
    }
    if given < wanted {
        return fail(format!("{name}(): Wrong number of arguments given ({given} for minimum {wanted})"));
    }
    Ok(())
}

/// Whether the type of a parameter or block can be read, and names only what is known.
#[cfg(test)]
pub(super) fn is_readable(parameter: &str) -> bool {
    let (type_text, name) = parameter.rsplit_once(' ').unwrap_or((parameter, ""));
    !name.is_empty()
        && parse_type_with(type_text, &*LOCAL_TYPES).is_ok_and(|read| read.unresolved_reference().is_none())
}

/// Reads the parameters of a signature. They are ours, so they can be read; a test sees to it.
fn prepare(known: &Signature) -> mismatch::Signature {
    let parameter = |text: &&str| {
        let (type_text, name) = text.rsplit_once(' ').unwrap_or(("Any", text));
        let presence = match name.as_bytes().last() {
            Some(b'?') => Presence::Optional,
            Some(b'*') => Presence::Repeated,
            Some(b'+') => Presence::RequiredRepeated,
            _ => Presence::Required,
        };
        Parameter { type_text: type_text.into(), name: name.trim_end_matches(['?', '*', '+']).into(), presence }
    };
    let dispatch = Dispatch {
        parameters: known.parameters.iter().map(parameter).collect(),
        block: known.block.as_ref().map(parameter),
        ..Dispatch::default()
    };
    signature(&dispatch, &*LOCAL_TYPES).unwrap_or_else(|_| {
        let unknown = mismatch::Signature { callable: Arc::default(), names: Vec::new(), block_name: "block".into() };
        never!("the types in our signatures are valid", unknown)
    })
}

/// A signature, its types read.
pub(super) fn signature(dispatch: &Dispatch, names: &dyn TypeNames) -> Outcome<mismatch::Signature> {
    let read = |text: &str| parse_type_with(text, names).map_err(|error| Interrupt::unplaced(error.message));
    let (mut types, mut least, mut most) = (Vec::new(), 0_i64, 0_i64);
    for parameter in &dispatch.parameters {
        types.push(read(&parameter.type_text)?);
        least += i64::from(matches!(parameter.presence, Presence::Required | Presence::RequiredRepeated));
        most = match parameter.presence {
            Presence::Repeated | Presence::RequiredRepeated => i64::MAX,
            Presence::Required | Presence::Optional => most.saturating_add(1),
        };
    }
    let block = match &dispatch.block {
        None => None,
        Some(block) => {
            let wanted = read(&block.type_text)?;
            Some(if block.presence == Presence::Optional { Type::optional(wanted) } else { wanted })
        }
    };
    let returns = dispatch.returns.as_deref().map(read).transpose()?;
    let parameters = TupleType { types, size: Some(IntegerRange { from: least, to: most }) };
    Ok(mismatch::Signature {
        callable: Arc::new(CallableType { parameters: Some(parameters), block, returns }),
        names: dispatch.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        block_name: dispatch.block.as_ref().map_or_else(|| "block".into(), |block| block.name.clone()),
    })
}
