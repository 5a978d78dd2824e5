//! Assignments, and how arguments become the parameters of a block.

use std::rc::Rc;

use super::{Machine, local, set_local};
use crate::{
    error::{Outcome, argument_error, not_supported},
    object::{Callable, Object, Variables},
    text,
    tree::{Block, Node, Operator, Target},
};

impl Machine<'_> {
    pub fn assign(&mut self, variables: &Rc<Variables>, target: &Target, object: Object) -> Outcome<()> {
        match target {
            Target::Local(slot) => set_local(variables, *slot, object),
            Target::Instance(name) => {
                self.instance.insert(name.clone(), object);
            }
            Target::Index(receiver, arguments) => {
                let receiver = self.evaluate(variables, receiver)?;
                let mut arguments = self.evaluate_list(variables, arguments)?;
                arguments.push(object);
                self.send(&receiver, "[]=", &arguments, None)?;
            }
            Target::Attribute(receiver, name) => {
                let receiver = self.evaluate(variables, receiver)?;
                self.send(&receiver, name, &[object], None)?;
            }
            Target::Several(before, rest, after) => {
                let items = object.as_items().unwrap_or_else(|| vec![object]);
                let fixed = before.len() + after.len();
                let middle = items.len().saturating_sub(fixed);
                let item = |index: usize| items.get(index).cloned().unwrap_or(Object::Nil);
                for (index, target) in before.iter().enumerate() {
                    self.assign(variables, target, item(index))?;
                }
                if let Some(Some(target)) = rest {
                    let taken = items.iter().skip(before.len()).take(middle).cloned().collect();
                    self.assign(variables, target, Object::array(taken))?;
                }
                let skipped = before.len() + if rest.is_some() { middle } else { 0 };
                for (index, target) in after.iter().enumerate() {
                    self.assign(variables, target, item(skipped + index))?;
                }
            }
            Target::Unsupported(what) => return not_supported(what),
        }
        Ok(())
    }

    /// `x += 1`, `x ||= 1`: what is assigned to is evaluated once.
    pub fn update(&mut self, variables: &Rc<Variables>, target: &Target, operator: &Operator, value: &Node) -> Outcome {
        let (receiver, mut arguments) = match target {
            Target::Index(receiver, arguments) => {
                (self.evaluate(variables, receiver)?, self.evaluate_list(variables, arguments)?)
            }
            Target::Local(_)
            | Target::Instance(_)
            | Target::Attribute(..)
            | Target::Several(..)
            | Target::Unsupported(_) => (Object::Nil, Vec::new()),
        };
        let old = match target {
            Target::Local(slot) => local(variables, *slot),
            Target::Instance(name) => self.instance_variable(name),
            Target::Index(..) => self.send(&receiver, "[]", &arguments, None)?,
            Target::Attribute(..) | Target::Several(..) | Target::Unsupported(_) => {
                return not_supported("this assignment");
            }
        };
        let new = match operator {
            Operator::Or if old.is_true() => return Ok(old),
            Operator::And if !old.is_true() => return Ok(old),
            Operator::Or | Operator::And => self.evaluate(variables, value)?,
            Operator::Method(name) => {
                let value = self.evaluate(variables, value)?;
                self.send(&old, name, &[value], None)?
            }
        };
        if let Target::Index(..) = target {
            arguments.push(new.clone());
            self.send(&receiver, "[]=", &arguments, None)?;
        } else {
            self.assign(variables, target, new.clone())?;
        }
        Ok(new)
    }

    /// Gives the parameters of a block their values. Lambdas and methods mind the number, blocks take an array apart.
    pub fn bind(
        &mut self,
        variables: &Rc<Variables>,
        block: &Block,
        arguments: &[Object],
        given_block: Option<&Callable>,
        strict: bool,
    ) -> Outcome<()> {
        let needed = block.required.len() + block.trailing.len();
        let named = needed + block.optional.len();
        let taken_apart;
        let mut arguments = arguments;
        if !strict
            && (named > 1 || (named > 0 && block.rest.is_some()))
            && let [Object::Array(items)] = arguments
        {
            taken_apart = items.0.borrow().clone();
            arguments = &taken_apart;
        }
        let keywords;
        (arguments, keywords) = block.split_keywords(arguments, needed);
        if strict && (arguments.len() < needed || (block.rest.is_none() && arguments.len() > named)) {
            let expected = match (block.rest.is_some(), block.optional.is_empty()) {
                (true, _) => format!("{needed}+"),
                (false, true) => needed.to_string(),
                (false, false) => format!("{needed}..{named}"),
            };
            let given = arguments.len();
            return argument_error(format!("wrong number of arguments (given {given}, expected {expected})"));
        }
        let mut given = arguments.iter().cloned();
        for target in &block.required {
            let object = given.next().unwrap_or(Object::Nil);
            self.assign(variables, target, object)?;
        }
        let mut spare = arguments.len().saturating_sub(needed);
        for (slot, default) in &block.optional {
            let object = if spare > 0 {
                spare -= 1;
                given.next().unwrap_or(Object::Nil)
            } else {
                self.evaluate(variables, default)?
            };
            set_local(variables, *slot, object);
        }
        if let Some(rest) = &block.rest {
            let taken: Vec<Object> = given.by_ref().take(spare).collect();
            if let Some(slot) = rest {
                set_local(variables, *slot, Object::array(taken));
            }
        }
        for target in &block.trailing {
            let object = given.next().unwrap_or(Object::Nil);
            self.assign(variables, target, object)?;
        }
        self.bind_keywords(variables, block, keywords.as_ref())?;
        if let Some(slot) = block.block {
            set_local(variables, slot, given_block.cloned().map_or(Object::Nil, Object::Proc));
        }
        Ok(())
    }

    fn bind_keywords(&mut self, variables: &Rc<Variables>, block: &Block, given: Option<&Object>) -> Outcome<()> {
        if block.keywords.is_empty() && block.keyword_rest.is_none() {
            return Ok(());
        }
        let mut rest = match given {
            Some(Object::Hash(entries)) => entries.0.borrow().pairs(),
            _ => Vec::new(),
        };
        for (name, slot, default) in &block.keywords {
            let index = rest.iter().position(|(key, _)| matches!(key, Object::Symbol(known) if known == name));
            let object = match (index, default) {
                (Some(index), _) => rest.remove(index).1,
                (None, Some(default)) => self.evaluate(variables, default)?,
                (None, None) => return argument_error(format!("missing keyword: :{name}")),
            };
            set_local(variables, *slot, object);
        }
        match (&block.keyword_rest, rest.first()) {
            (None, Some((key, _))) => argument_error(format!("unknown keyword: {}", text::inspect(key)?)),
            (Some(Some(slot)), _) => {
                set_local(variables, *slot, Object::hash(rest)?);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl Block {
    /// The arguments without those by name, and those: a hash of symbols at the end, if it is not needed otherwise.
    fn split_keywords<'a>(&self, arguments: &'a [Object], needed: usize) -> (&'a [Object], Option<Object>) {
        if self.keywords.is_empty() && self.keyword_rest.is_none() {
            return (arguments, None);
        }
        match arguments.split_last() {
            Some((last @ Object::Hash(entries), others)) if others.len() >= needed => {
                let by_name = entries.0.borrow().map.values().all(|(key, _)| matches!(key, Object::Symbol(_)));
                if by_name { (others, Some(last.clone())) } else { (arguments, None) }
            }
            _ => (arguments, None),
        }
    }
}
