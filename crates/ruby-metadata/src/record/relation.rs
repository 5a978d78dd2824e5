//! `autorequire(:file) { self[:path] }`, where the titles depend on names alone.

use diagnostics::Span;
use ecow::EcoString;
use ruby_prism::{CallNode, Node};

use super::{Recorder, first_name};
use crate::{
    evaluate::Names,
    outline::{Relation, RemarkKind},
    parse::{only_statement, text},
    search::first_argument,
    static_value::StaticValue,
};

pub(super) fn read(recorder: &mut Recorder, names: &Names, call: &CallNode<'_>, word: &str, span: Span) {
    let target = first_name(names, call);
    let outline = &mut recorder.outline;
    // Puppet keeps the last block for a type.
    let earlier = outline.relations.iter().position(|known| known.word == word && known.target == target);
    if let Some(index) = earlier {
        let earlier = outline.relations.remove(index);
        recorder.remark(RemarkKind::Replaced(word.into()), earlier.span);
    }
    match titles(names, call).filter(|_| !target.is_empty() && recorder.conditions == 0) {
        Some(titles) => recorder.outline.relations.push(Relation { word: word.into(), target, titles, span }),
        None => recorder.remark(RemarkKind::Relation(word.into(), target), span),
    }
}

/// The titles that a block gives; nothing where they are computed.
fn titles(names: &Names, call: &CallNode<'_>) -> Option<Vec<EcoString>> {
    let given = only_statement(call.block()?.as_block_node()?.body())?;
    let mut titles = Vec::new();
    // A list that is evaluated as a whole may be made with a constant.
    match given.as_array_node() {
        Some(array) => {
            for element in &array.elements() {
                collect(names, &element, &mut titles)?;
            }
        }
        None => collect(names, &given, &mut titles)?,
    }
    Some(titles)
}

fn collect(names: &Names, node: &Node<'_>, titles: &mut Vec<EcoString>) -> Option<()> {
    if let Some(call) = node.as_call_node()
        && text(call.name().as_slice()) == "[]"
        && call.receiver().is_some_and(|receiver| receiver.as_self_node().is_some())
    {
        let attribute = first_argument(&call, names)?;
        titles.push(ecow::eco_format!("${}", attribute.name()?));
        return Some(());
    }
    match names.evaluate(node) {
        StaticValue::Text(title) if !title.starts_with('$') => titles.push(title),
        StaticValue::Array(items) => {
            for item in items {
                let StaticValue::Text(title) = item else { return None };
                titles.push(title);
            }
        }
        _ => return None,
    }
    Some(())
}
