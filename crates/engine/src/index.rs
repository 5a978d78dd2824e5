//! Positions in the lists of a run, each with a type of its own so that none is taken for another.

pub use catalog::ResourceIndex;

catalog::index_type! {
    /// The index of a vertex in the relationship graph.
    VertexIndex
}

catalog::index_type! {
    /// The index of the session that manages a resource type.
    SessionIndex
}

catalog::index_type! {
    /// The index of a provider among those of its type.
    ProviderIndex
}
