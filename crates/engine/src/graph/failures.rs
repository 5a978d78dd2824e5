//! Which failures keep a resource from being evaluated.
//!
//! Whether there is one is known of every vertex at once, because it is passed on along the edges. Which ones there are is
//! found out only for messages: a search against the edges that enters no vertex twice, so that a run with many
//! failures and many resources after them stays linear.

use super::{Graph, VertexIndex};

/// Which vertices failed, and which come after a failed one.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures {
    failed: Vec<bool>,
    blocked: Vec<bool>,
}

/// The failures that have been reported already.
#[derive(Clone, Debug, Default)]
pub struct ReportedFailures {
    searched: Vec<bool>,
    reported: Vec<bool>,
}

impl Failures {
    pub(super) fn fail(&mut self, vertex: VertexIndex) {
        set(&mut self.failed, vertex);
    }

    pub(super) fn block(&mut self, vertex: VertexIndex) {
        set(&mut self.blocked, vertex);
    }

    pub(super) fn has_failed(&self, vertex: VertexIndex) -> bool {
        self.failed.get(vertex.0) == Some(&true)
    }

    pub(super) fn is_blocked(&self, vertex: VertexIndex) -> bool {
        self.blocked.get(vertex.0) == Some(&true)
    }

    /// The failures before a vertex that have not been reported, those of its first dependency first, and of these the
    /// farthest.
    pub(super) fn before(
        &self,
        graph: &Graph,
        vertex: VertexIndex,
        reported: &mut ReportedFailures,
    ) -> Vec<VertexIndex> {
        let mut found = Vec::new();
        if !self.is_blocked(vertex) || !set(&mut reported.searched, vertex) {
            return found;
        }
        let mut way = vec![(vertex, graph.dependencies(vertex))];
        while let Some((_, dependencies)) = way.last_mut() {
            let met = match dependencies.next() {
                Some(dependency) if self.is_blocked(dependency) && set(&mut reported.searched, dependency) => {
                    way.push((dependency, graph.dependencies(dependency)));
                    continue;
                }
                Some(dependency) => dependency,
                None => match way.pop() {
                    Some((left, _)) if left != vertex => left,
                    _ => break,
                },
            };
            if self.has_failed(met) && set(&mut reported.reported, met) {
                found.push(met);
            }
        }
        found
    }
}

/// Sets a flag, and returns whether that is new.
fn set(flags: &mut Vec<bool>, vertex: VertexIndex) -> bool {
    if flags.len() <= vertex.0 {
        flags.resize(vertex.0 + 1, false);
    }
    !std::mem::replace(&mut flags[vertex], true)
}
