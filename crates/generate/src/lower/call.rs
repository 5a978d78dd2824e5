//! Calls of functions, and their lambdas.

use model::functions::CURRENT;
use pcore::regexp::{Regexp, RegexpOptions};
use syntax::ast::{Call, CallForm, Expression, Kind, Lambda, UnaryOperator};

use super::{Destination, Lowered, Lowering, Statements, bare, variable, with_hoisted};
use crate::tree::{Code, Statement, bounded};

/// The signature of a function: the number of arguments, and its block.
struct Signature {
    /// The helper in the runtimes.
    helper: &'static str,
    min: usize,
    max: usize,
    block: Block,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    /// With one or two parameters.
    Walks,
    /// With two.
    Folds,
    /// With one, if there is one.
    Measures,
    /// With two, if there is one.
    Compares,
}

/// All functions of the set except for `new`, `split` and `regsubst`.
fn signature(name: &str) -> Option<Signature> {
    let of = |helper, min, max, block| Some(Signature { helper, min, max, block });
    match name {
        "abs" => of("f_abs", 1, 1, Block::None),
        "all" => of("f_all", 1, 1, Block::Walks),
        "any" => of("f_any", 1, 1, Block::Walks),
        "capitalize" => of("f_capitalize", 1, 1, Block::None),
        "ceiling" => of("f_ceiling", 1, 1, Block::None),
        "downcase" => of("f_downcase", 1, 1, Block::None),
        "each" => of("f_each", 1, 1, Block::Walks),
        "empty" => of("f_empty", 1, 1, Block::None),
        "filter" => of("f_filter", 1, 1, Block::Walks),
        "flatten" => of("f_flatten", 0, usize::MAX, Block::None),
        "floor" => of("f_floor", 1, 1, Block::None),
        "join" => of("f_join", 1, 2, Block::None),
        "keys" => of("f_keys", 1, 1, Block::None),
        "length" | "size" => of("f_length", 1, 1, Block::None),
        "lstrip" => of("f_lstrip", 1, 1, Block::None),
        "map" => of("f_map", 1, 1, Block::Walks),
        "max" => of("f_max", 1, usize::MAX, Block::Compares),
        "min" => of("f_min", 1, usize::MAX, Block::Compares),
        "reduce" => of("f_reduce", 1, 2, Block::Folds),
        "reject" => of("f_reject", 1, 1, Block::Walks),
        "round" => of("f_round", 1, 1, Block::None),
        "rstrip" => of("f_rstrip", 1, 1, Block::None),
        "strip" => of("f_strip", 1, 1, Block::None),
        "unique" => of("f_unique", 1, 1, Block::Measures),
        "upcase" => of("f_upcase", 1, 1, Block::None),
        "values" => of("f_values", 1, 1, Block::None),
        _ => None,
    }
}

impl Lowering<'_, '_> {
    pub(super) fn call(&mut self, expression: &Expression, call: &Call, out: &mut Statements) -> Lowered {
        let lambda = call.lambda.as_deref();
        let name = match (&call.form, &call.callee.kind) {
            (CallForm::Function | CallForm::Statement, Kind::TypeName(_) | Kind::Access(..)) => {
                return self.new_instance(expression, &call.callee, &call.arguments, lambda, out);
            }
            (_, Kind::Name(name)) => name,
            _ => return Err(self.refuse(expression.span, "this call cannot be translated")),
        };
        let receiver = match &call.form {
            CallForm::Method(receiver) => Some(&**receiver),
            CallForm::Function | CallForm::Statement => None,
        };
        let arguments: Vec<&Expression> = receiver.into_iter().chain(&call.arguments).collect();
        let is_splat = |argument: &&&Expression| matches!(bare(argument).kind, Kind::Unary(UnaryOperator::Splat, _));
        if let Some(splat) = arguments.iter().find(is_splat) {
            return Err(self.refuse(splat.span, "'*' among the arguments of a function cannot be translated"));
        }
        let known = CURRENT.find(name);
        match (name.as_str(), &arguments[..]) {
            ("new", [type_code, ..]) => {
                let rest =
                    if receiver.is_some() { &call.arguments[..] } else { call.arguments.get(1..).unwrap_or(&[]) };
                self.new_instance(expression, type_code, rest, lambda, out)
            }
            ("split", [text, pattern]) if lambda.is_none() => {
                let text = self.value(text, out)?;
                let source = self.written_out(pattern)?;
                let pattern = self.pattern(pattern, &source)?;
                Ok(Code::Call("f_split", vec![text, pattern]))
            }
            ("regsubst", [target, pattern, replacement, flags @ ..]) if lambda.is_none() && flags.len() < 2 => {
                self.substitution(target, pattern, replacement, flags.first().copied(), out)
            }
            (_, [receiver]) if known.is_none() && lambda.is_none() => {
                let receiver = self.value(receiver, out)?;
                Ok(Code::Call("member", vec![receiver, Code::Text(name.clone())]))
            }
            _ => {
                let name = known.map_or(name.as_str(), |known| known.same_as.unwrap_or(known.name));
                self.function(expression, call, name, &arguments, out)
            }
        }
    }

    fn function(
        &mut self,
        expression: &Expression,
        call: &Call,
        name: &str,
        arguments: &[&Expression],
        out: &mut Statements,
    ) -> Lowered {
        let parameters = call.lambda.as_ref().map(|lambda| lambda.parameters.len());
        let fits = |signature: &Signature| {
            (signature.min..=signature.max).contains(&arguments.len())
                && matches!(
                    (signature.block, parameters),
                    (Block::None | Block::Measures | Block::Compares, None)
                        | (Block::Walks, Some(1 | 2))
                        | (Block::Folds | Block::Compares, Some(2))
                        | (Block::Measures, Some(1))
                )
        };
        let Some(signature) = signature(name).filter(fits) else {
            let message = format!("this call of '{name}' always fails, or cannot be translated");
            return Err(self.refuse(expression.span, message));
        };
        let mut values = self.values(arguments.iter().copied(), out)?;
        // After a dot, the feature of an instance takes precedence over a function.
        if values.len() == 1
            && call.lambda.is_none()
            && let CallForm::Method(_) = &call.form
            && let Kind::Name(word) = &call.callee.kind
            && self.translator.features.contains(word)
        {
            values.insert(0, Code::Text(word.clone()));
            values.push(Code::text(bounded(signature.helper)));
            return Ok(Code::Call("method", values));
        }
        if signature.max == usize::MAX {
            values = vec![Code::List(values)];
        } else {
            values.resize(signature.max, Code::Call("unset", Vec::new()));
        }
        match (signature.block, &call.lambda) {
            (Block::None, _) => {}
            (Block::Walks, Some(lambda)) => {
                let number = i64::try_from(lambda.parameters.len()).unwrap_or(1);
                values.push(Code::Integer(number));
                values.push(self.closure(lambda, out)?);
            }
            (_, Some(lambda)) => values.push(self.closure(lambda, out)?),
            (_, None) => values.push(Code::Undef),
        }
        Ok(Code::Call(signature.helper, values))
    }

    /// The source of a literal string or regular expression.
    fn written_out(&self, pattern: &Expression) -> Lowered<String> {
        match &bare(pattern).kind {
            Kind::Regexp(source) | Kind::String(source) | Kind::Name(source) => Ok(source.to_string()),
            _ => Err(self.refuse(pattern.span, "only a literal pattern can be translated here")),
        }
    }

    fn substitution(
        &mut self,
        target: &Expression,
        pattern: &Expression,
        replacement: &Expression,
        flags: Option<&Expression>,
        out: &mut Statements,
    ) -> Lowered {
        let flags_text = flags.map(|flags| self.written_out(flags)).transpose()?.unwrap_or_default();
        let is_regexp = matches!(bare(pattern).kind, Kind::Regexp(_));
        let allowed = if is_regexp { "G" } else { "GEIM" };
        if let Some(flags) = flags
            && !flags_text.chars().all(|flag| allowed.contains(flag))
        {
            return Err(self.refuse(flags.span, "these flags of 'regsubst' always fail"));
        }
        let source = self.written_out(pattern)?;
        if let Kind::String(text) | Kind::Name(text) = &bare(replacement).kind
            && text.contains("\\k<")
        {
            return Err(self.refuse(replacement.span, "'\\k<…>' in a replacement cannot be translated"));
        }
        let options = RegexpOptions {
            ignore_case: flags_text.contains('I'),
            multiline: flags_text.contains('M'),
            extended: flags_text.contains('E'),
        };
        let regexp =
            Regexp::with_options(&source, options).map_err(|error| self.refuse(pattern.span, error.to_string()))?;
        let known = self.known_pattern(pattern, regexp)?;
        let mut values = self.values([target, replacement], out)?;
        values.insert(1, known);
        values.push(Code::Boolean(flags_text.contains('G')));
        Ok(Code::Call("f_regsubst", values))
    }

    /// Translates a lambda to a function with access to the enclosing variables.
    pub(super) fn closure(&mut self, lambda: &Lambda, out: &mut Statements) -> Lowered {
        let mut scope = variable::Scope::default();
        let mut parameters = Vec::new();
        let depth = self.scopes.len() + 1;
        for parameter in &lambda.parameters {
            if parameter.captures_rest || parameter.default.is_some() {
                let message = "a parameter with a default, or one that captures the rest, cannot be translated";
                return Err(self.refuse(parameter.span, message));
            }
            if self.assigned.contains(&parameter.name) {
                let message = format!("'${}' is a feature that is assigned here, too", parameter.name);
                return Err(self.refuse(parameter.span, message));
            }
            let local = format!("{}_{depth}", variable::mangled(&parameter.name));
            scope.add(parameter.name.clone(), local.clone());
            parameters.push(local);
        }
        self.scopes.push(scope);
        let body = self.counted_block(|lowering, body| {
            // The call is a step by itself.
            lowering.steps += 1;
            lowering.closure_body(lambda, &parameters, body)
        });
        let hoisted = self.scopes.pop().map(|scope| scope.hoisted).unwrap_or_default();
        let body = body?;
        self.next += 1;
        let name = format!("f{}", self.next);
        out.push(Statement::Define(name.clone(), parameters, with_hoisted(hoisted, body)));
        Ok(Code::Local(name))
    }

    fn closure_body(&mut self, lambda: &Lambda, parameters: &[String], out: &mut Statements) -> Lowered<()> {
        for (parameter, local) in lambda.parameters.iter().zip(parameters) {
            if let Some(data_type) = &parameter.data_type {
                let type_code = self.type_constant(data_type)?;
                let subject = Code::text(format!("'lambda' parameter '{}'", parameter.name));
                out.push(Statement::Do(Code::Call("expect", vec![subject, type_code, Code::local(local)])));
            }
        }
        if !self.keeps_captures && lambda.returns.is_none() {
            return self.block(&lambda.body, &Destination::Return, out);
        }
        let result = self.temporary();
        out.push(Statement::Let(result.clone(), Code::Undef));
        let to = Destination::Variable(result.clone());
        self.with_captures_restored(&to, out, |lowering, out| lowering.block(&lambda.body, &to, out))?;
        if let Some(returns) = &lambda.returns {
            let type_code = self.type_constant(returns)?;
            let subject = Code::text("value returned from lambda has wrong type,");
            out.push(Statement::Do(Code::Call("expect", vec![subject, type_code, Code::local(&result)])));
        }
        out.push(Statement::Return(Code::Local(result)));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
