//! References from one part of a pattern to another, checked once all groups are known: backreferences by number, and
//! calls (`\g<name>`), which may recurse forever.

use super::{
    error::{Problem, RegexpProblem},
    node::Node,
};

/// The limit on groups whose calls are followed; each costs a walk over the pattern.
const MAX_GROUPS_WITH_CALLS: usize = 200;

/// A reference that can only be checked at the end.
#[derive(Debug)]
pub(super) struct Reference<'s> {
    pub offset: usize,
    pub target: Target<'s>,
}

#[derive(Debug)]
pub(super) enum Target<'s> {
    /// A backreference by number.
    Backreference(usize),
    /// A call by number, with the digits for Ruby's message.
    Call {
        group: usize,
        digits: &'s str,
    },
    NamedCall(&'s str),
}

/// Checks all references, and replaces each call's index by its group.
pub(super) fn resolve(root: &mut Node, groups: &[Option<&str>], references: &[Reference<'_>]) -> Result<(), Problem> {
    if references.is_empty() {
        return Ok(());
    }
    let any_name = groups.iter().any(Option::is_some);
    let mut targets = Vec::with_capacity(references.len());
    for reference in references {
        let fail = |problem: RegexpProblem| Err(problem.at(reference.offset));
        let target = match reference.target {
            Target::Call { group: 0, .. } => 0,
            Target::Backreference(_) | Target::Call { .. } if any_name => {
                return fail(RegexpProblem::NumberedReferenceAmongNames);
            }
            Target::Backreference(group) if group > groups.len() => {
                return fail(RegexpProblem::InvalidBackreference);
            }
            Target::Call { group, digits } if group > groups.len() => {
                return fail(RegexpProblem::UndefinedGroup(digits.into()));
            }
            Target::Backreference(group) | Target::Call { group, .. } => group,
            Target::NamedCall(name) => {
                let mut named = groups.iter().enumerate().filter(|(_, group)| **group == Some(name));
                match (named.next(), named.next()) {
                    (Some((index, _)), None) => index + 1,
                    (None, _) => return fail(RegexpProblem::UndefinedName(name.into())),
                    (Some(_), Some(_)) => return fail(RegexpProblem::AmbiguousCall(name.into())),
                }
            }
        };
        targets.push(target);
    }
    let mut has_calls = false;
    aim_calls(root, &targets, &mut has_calls);
    if !has_calls {
        return Ok(());
    }
    if groups.len() > MAX_GROUPS_WITH_CALLS {
        return Err(RegexpProblem::NotSupported("a call in a pattern of more than 200 groups").anywhere());
    }
    if recursion_ends(root, groups.len()) { Ok(()) } else { Err(RegexpProblem::NeverEndingRecursion.anywhere()) }
}

fn aim_calls(node: &mut Node, targets: &[usize], has_calls: &mut bool) {
    match node {
        Node::Call { group } => {
            *has_calls = true;
            *group = targets[*group];
        }
        Node::Sequence(items) | Node::Alternation(items) => {
            items.iter_mut().for_each(|item| aim_calls(item, targets, has_calls));
        }
        Node::Group(inner)
        | Node::Capture { inner, .. }
        | Node::Atomic(inner)
        | Node::Absent(inner)
        | Node::LookAround { inner, .. } => aim_calls(inner, targets, has_calls),
        Node::Repeat(repeat) => aim_calls(&mut repeat.inner, targets, has_calls),
        Node::Conditional { yes, no, .. } => {
            aim_calls(yes, targets, has_calls);
            aim_calls(no, targets, has_calls);
        }
        Node::Empty
        | Node::Character { .. }
        | Node::Any { .. }
        | Node::Class { .. }
        | Node::LineBreak
        | Node::Grapheme
        | Node::Anchor(_)
        | Node::Backreference { .. } => {}
    }
}

/// Returns whether every group can end, and none calls itself before consuming a character.
fn recursion_ends(root: &Node, groups: usize) -> bool {
    let mut bodies = vec![root; groups + 1];
    collect_bodies(root, &mut bodies);
    every_group_can_finish(&bodies) && no_group_calls_itself_first(&bodies)
}

fn collect_bodies<'n>(node: &'n Node, bodies: &mut [&'n Node]) {
    if let Node::Capture { group, inner } = node {
        bodies[*group] = inner;
    }
    node.each_child(&mut |child| {
        collect_bodies(child, bodies);
        true
    });
}

fn every_group_can_finish(bodies: &[&Node]) -> bool {
    let mut finishes = vec![false; bodies.len()];
    loop {
        let mut progress = false;
        for (group, body) in bodies.iter().enumerate() {
            if !finishes[group] && can_finish(body, &finishes) {
                finishes[group] = true;
                progress = true;
            }
        }
        if !progress {
            return finishes.into_iter().all(|finished| finished);
        }
    }
}

fn can_finish(node: &Node, finishes: &[bool]) -> bool {
    match node {
        Node::Call { group } => finishes[*group],
        Node::Alternation(branches) => branches.iter().any(|branch| can_finish(branch, finishes)),
        Node::Conditional { yes, no, .. } => can_finish(yes, finishes) || can_finish(no, finishes),
        Node::Repeat(repeat) if repeat.minimum == 0 => true,
        node => node.each_child(&mut |child| can_finish(child, finishes)),
    }
}

fn no_group_calls_itself_first(bodies: &[&Node]) -> bool {
    let first_calls: Vec<Vec<usize>> = bodies
        .iter()
        .map(|body| {
            let mut calls = Vec::new();
            collect_first_calls(body, bodies, &mut calls);
            calls
        })
        .collect();
    (0..bodies.len()).all(|start| {
        let mut seen = vec![false; bodies.len()];
        let mut open = first_calls[start].clone();
        while let Some(group) = open.pop() {
            if group == start {
                return false;
            }
            if !std::mem::replace(&mut seen[group], true) {
                open.extend(&first_calls[group]);
            }
        }
        true
    })
}

/// Collects the calls that are possible before a character is consumed; returns whether one then is.
fn collect_first_calls(node: &Node, bodies: &[&Node], calls: &mut Vec<usize>) -> bool {
    match node {
        Node::Call { group } => {
            calls.push(*group);
            bodies[*group].consumes()
        }
        Node::Sequence(items) => items.iter().any(|item| collect_first_calls(item, bodies, calls)),
        Node::Alternation(branches) => {
            // Every branch has to be visited, so `all` would stop too early.
            let taking = branches.iter().filter(|branch| collect_first_calls(branch, bodies, calls)).count();
            taking == branches.len()
        }
        node => {
            node.each_child(&mut |child| {
                collect_first_calls(child, bodies, calls);
                true
            });
            node.consumes()
        }
    }
}
