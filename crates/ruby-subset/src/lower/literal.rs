//! Literals, variables and constants.

use std::sync::Arc;

use ecow::EcoString;
use pcore::regexp::{Regexp, RegexpOptions};
use ruby_prism::{Node as Prism, NodeList};

use super::{Lowering, name};
use crate::{
    known,
    tree::{Kind, Node, Slot},
};

impl Lowering {
    /// The tree of a literal, variable or constant; nothing for all other expressions.
    pub(super) fn literal(&mut self, node: &Prism<'_>, line: u32) -> Option<Kind> {
        Some(match node {
            Prism::NilNode { .. } => Kind::Nil,
            Prism::SelfNode { .. } => Kind::Itself,
            Prism::TrueNode { .. } => Kind::Boolean(true),
            Prism::FalseNode { .. } => Kind::Boolean(false),
            Prism::IntegerNode { .. } => self.integer(node, line),
            Prism::FloatNode { .. } => Kind::Float(node.as_float_node()?.value()),
            Prism::StringNode { .. } => self.text(node.as_string_node()?.unescaped(), line, Kind::String),
            Prism::SymbolNode { .. } => self.text(node.as_symbol_node()?.unescaped(), line, Kind::Symbol),
            Prism::InterpolatedStringNode { .. } => {
                Kind::Interpolated(self.parts(&node.as_interpolated_string_node()?.parts()))
            }
            Prism::InterpolatedSymbolNode { .. } => {
                Kind::InterpolatedSymbol(self.parts(&node.as_interpolated_symbol_node()?.parts()))
            }
            Prism::RegularExpressionNode { .. } => {
                let node = node.as_regular_expression_node()?;
                let options = RegexpOptions {
                    ignore_case: node.is_ignore_case(),
                    multiline: node.is_multi_line(),
                    extended: node.is_extended(),
                };
                self.regexp(node.unescaped(), options, line)
            }
            Prism::InterpolatedRegularExpressionNode { .. } => {
                let node = node.as_interpolated_regular_expression_node()?;
                let options = RegexpOptions {
                    ignore_case: node.is_ignore_case(),
                    multiline: node.is_multi_line(),
                    extended: node.is_extended(),
                };
                Kind::InterpolatedRegexp(self.parts(&node.parts()), options)
            }
            Prism::ArrayNode { .. } => Kind::Array(self.list(&node.as_array_node()?.elements())),
            Prism::HashNode { .. } => self.hash(&node.as_hash_node()?.elements(), line),
            Prism::KeywordHashNode { .. } => self.hash(&node.as_keyword_hash_node()?.elements(), line),
            Prism::RangeNode { .. } => {
                let node = node.as_range_node()?;
                Kind::Range(self.optional(node.left()), self.optional(node.right()), node.is_exclude_end())
            }
            Prism::SplatNode { .. } => match node.as_splat_node()?.expression() {
                Some(inner) => Kind::Splat(self.boxed(&inner)),
                None => self.refuse(line, "an anonymous splat"),
            },
            Prism::LocalVariableReadNode { .. } => {
                let node = node.as_local_variable_read_node()?;
                match self.slot(&name(&node.name()), node.depth()) {
                    Some(slot) => Kind::Local(slot),
                    None => self.refuse(line, "this variable"),
                }
            }
            Prism::InstanceVariableReadNode { .. } => {
                Kind::Instance(name(&node.as_instance_variable_read_node()?.name()).trim_start_matches('@').into())
            }
            Prism::NumberedReferenceReadNode { .. } => {
                Kind::Match(Some(node.as_numbered_reference_read_node()?.number() as usize))
            }
            Prism::BackReferenceReadNode { .. } => match name(&node.as_back_reference_read_node()?.name()).as_str() {
                "$&" => Kind::Match(Some(0)),
                other => self.refuse(line, format!("variable '{other}'")),
            },
            Prism::GlobalVariableReadNode { .. } => match name(&node.as_global_variable_read_node()?.name()).as_str() {
                "$~" => Kind::Match(None),
                other => self.refuse(line, format!("variable '{other}'")),
            },
            Prism::ConstantReadNode { .. } => self.constant(name(&node.as_constant_read_node()?.name()), line),
            Prism::ConstantPathNode { .. } => {
                let text = node.location().as_slice();
                let text = String::from_utf8_lossy(text).into_owned();
                self.constant(text.trim_start_matches("::").into(), line)
            }
            _ => return None,
        })
    }

    fn constant(&mut self, name: EcoString, line: u32) -> Kind {
        if !known::is_constant(&name) {
            self.named_constants.push((line, name.clone()));
        }
        Kind::Constant(name)
    }

    /// The slot of a variable.
    pub(super) fn slot(&self, name: &str, depth: u32) -> Option<Slot> {
        let scope = self.scopes.len().checked_sub(1 + depth as usize)?;
        let index = self.scopes.get(scope)?.iter().position(|known| known == name)?;
        Some(Slot { depth, index: u32::try_from(index).ok()? })
    }

    fn integer(&mut self, node: &Prism<'_>, line: u32) -> Kind {
        let number = node.as_integer_node().and_then(|node| {
            let value = node.value();
            let (negative, digits) = value.to_u32_digits();
            let size = digits
                .iter()
                .rev()
                .try_fold(0_i128, |sum, digit| sum.checked_mul(1 << 32)?.checked_add(i128::from(*digit)))?;
            i64::try_from(if negative { -size } else { size }).ok()
        });
        match number {
            Some(number) => Kind::Integer(number),
            None => self.refuse(line, "an integer of more than 64 bits"),
        }
    }

    fn text(&mut self, bytes: &[u8], line: u32, make: impl FnOnce(EcoString) -> Kind) -> Kind {
        match std::str::from_utf8(bytes) {
            Ok(text) => make(text.into()),
            Err(_) => self.refuse(line, "a string that is not in UTF-8"),
        }
    }

    fn regexp(&mut self, bytes: &[u8], options: RegexpOptions, line: u32) -> Kind {
        let source = String::from_utf8_lossy(bytes);
        match Regexp::with_options(&source, options) {
            Ok(regexp) => Kind::Regexp(Arc::new(regexp)),
            Err(error) => self.refuse(line, format!("the regular expression: {error}")),
        }
    }

    fn parts(&mut self, parts: &NodeList<'_>) -> Vec<Node> {
        let mut made = Vec::new();
        for part in parts.iter() {
            let line = self.line(&part);
            if let Some(embedded) = part.as_embedded_statements_node() {
                made.push(self.statements(embedded.statements()));
            } else if let Some(embedded) = part.as_embedded_variable_node() {
                made.push(self.node(&embedded.variable()));
            } else if part.as_string_node().is_some() || part.as_interpolated_string_node().is_some() {
                made.push(self.node(&part));
            } else {
                let kind = self.refuse(line, "a part of this string");
                made.push(Node { line, kind });
            }
        }
        made
    }

    fn hash(&mut self, elements: &NodeList<'_>, line: u32) -> Kind {
        let mut entries = Vec::new();
        for element in elements.iter() {
            if let Some(pair) = element.as_assoc_node() {
                entries.push((self.node(&pair.key()), Some(self.node(&pair.value()))));
            } else if let Some(inner) = element.as_assoc_splat_node().and_then(|splat| splat.value()) {
                entries.push((self.node(&inner), None));
            } else {
                let kind = self.refuse(line, "an entry of this hash");
                entries.push((Node { line, kind }, None));
            }
        }
        Kind::Hash(entries)
    }
}
