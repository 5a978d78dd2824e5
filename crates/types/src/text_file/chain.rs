//! Things in an order that anything can be put into or taken out of at once, such as the lines of a large file.

/// Which link of a chain is meant. It stays the same whatever becomes of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LinkId(usize);

/// Things in an order.
pub(crate) struct Chain<T> {
    links: Vec<Link<T>>,
    first: Option<LinkId>,
    last: Option<LinkId>,
}

struct Link<T> {
    /// Nothing once it was taken out.
    item: Option<T>,
    before: Option<LinkId>,
    behind: Option<LinkId>,
}

impl<T> Default for Chain<T> {
    fn default() -> Chain<T> {
        Chain { links: Vec::new(), first: None, last: None }
    }
}

impl<T> Chain<T> {
    /// The first one.
    pub(crate) fn first(&self) -> Option<LinkId> {
        self.first
    }

    /// The last one.
    pub(crate) fn last(&self) -> Option<LinkId> {
        self.last
    }

    /// The one before another one.
    pub(crate) fn before(&self, id: LinkId) -> Option<LinkId> {
        self.links.get(id.0)?.before
    }

    /// The one behind another one.
    pub(crate) fn behind(&self, id: LinkId) -> Option<LinkId> {
        self.links.get(id.0)?.behind
    }

    pub(crate) fn get(&self, id: LinkId) -> Option<&T> {
        self.links.get(id.0)?.item.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: LinkId) -> Option<&mut T> {
        self.links.get_mut(id.0)?.item.as_mut()
    }

    /// All of them, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (LinkId, &T)> {
        std::iter::successors(self.first, |id| self.behind(*id)).filter_map(|id| Some((id, self.get(id)?)))
    }

    /// Puts something behind another one, or before everything.
    pub(crate) fn insert(&mut self, before: Option<LinkId>, item: T) -> LinkId {
        let id = LinkId(self.links.len());
        let behind = before.map_or(self.first, |before| self.behind(before));
        self.links.push(Link { item: Some(item), before, behind });
        self.join(before, Some(id));
        self.join(Some(id), behind);
        id
    }

    /// Takes something out.
    pub(crate) fn remove(&mut self, id: LinkId) -> Option<T> {
        let link = self.links.get_mut(id.0)?;
        let item = link.item.take()?;
        let (before, behind) = (link.before, link.behind);
        self.join(before, behind);
        Some(item)
    }

    /// Makes neighbours of two, or an end of one of them.
    fn join(&mut self, before: Option<LinkId>, behind: Option<LinkId>) {
        match before.and_then(|before| self.links.get_mut(before.0)) {
            Some(link) => link.behind = behind,
            None => self.first = behind,
        }
        match behind.and_then(|behind| self.links.get_mut(behind.0)) {
            Some(link) => link.before = before,
            None => self.last = before,
        }
    }
}
