//! A doubly linked list with stable ids, for inserting and removing lines of large files in constant time.

/// A node, whose id never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(usize);

/// A doubly linked list.
pub(crate) struct LinkedList<T> {
    nodes: Vec<Node<T>>,
    first: Option<NodeId>,
    last: Option<NodeId>,
}

struct Node<T> {
    /// None once it was removed.
    item: Option<T>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
}

impl<T> Default for LinkedList<T> {
    fn default() -> LinkedList<T> {
        LinkedList { nodes: Vec::new(), first: None, last: None }
    }
}

impl<T> LinkedList<T> {
    pub(crate) fn first(&self) -> Option<NodeId> {
        self.first
    }

    pub(crate) fn last(&self) -> Option<NodeId> {
        self.last
    }

    /// The node before another one.
    pub(crate) fn previous(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.get(id.0)?.previous
    }

    /// The node after another one.
    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.get(id.0)?.next
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&T> {
        self.nodes.get(id.0)?.item.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut T> {
        self.nodes.get_mut(id.0)?.item.as_mut()
    }

    /// All items in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeId, &T)> {
        std::iter::successors(self.first, |id| self.next(*id)).filter_map(|id| Some((id, self.get(id)?)))
    }

    /// Inserts an item after a node, or at the front.
    pub(crate) fn insert(&mut self, previous: Option<NodeId>, item: T) -> NodeId {
        let id = NodeId(self.nodes.len());
        let next = previous.map_or(self.first, |previous| self.next(previous));
        self.nodes.push(Node { item: Some(item), previous, next });
        self.link(previous, Some(id));
        self.link(Some(id), next);
        id
    }

    /// Removes an item.
    pub(crate) fn remove(&mut self, id: NodeId) -> Option<T> {
        let node = self.nodes.get_mut(id.0)?;
        let item = node.item.take()?;
        let (previous, next) = (node.previous, node.next);
        self.link(previous, next);
        Some(item)
    }

    /// Links two neighbours; `None` is an end of the list.
    fn link(&mut self, previous: Option<NodeId>, next: Option<NodeId>) {
        match previous.and_then(|previous| self.nodes.get_mut(previous.0)) {
            Some(node) => node.next = next,
            None => self.first = next,
        }
        match next.and_then(|next| self.nodes.get_mut(next.0)) {
            Some(node) => node.previous = previous,
            None => self.last = previous,
        }
    }
}
