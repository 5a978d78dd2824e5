//! Positions in the lists of a run, each with a type of its own so that none is taken for another.

use std::{
    fmt,
    ops::{Index, IndexMut},
};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);

        impl $name {
            /// The first `count` indices.
            pub fn first(count: usize) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator {
                (0..count).map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl<T> Index<$name> for [T] {
            type Output = T;

            fn index(&self, index: $name) -> &T {
                &self[index.0]
            }
        }

        impl<T> Index<$name> for Vec<T> {
            type Output = T;

            fn index(&self, index: $name) -> &T {
                &self[index.0]
            }
        }

        impl<T> IndexMut<$name> for Vec<T> {
            fn index_mut(&mut self, index: $name) -> &mut T {
                &mut self[index.0]
            }
        }
    };
}

index! {
    /// The index of a resource in the catalog; generated resources come after those of the catalog.
    ResourceIndex
}

index! {
    /// The index of a vertex in the relationship graph.
    VertexIndex
}

index! {
    /// The index of the session that manages a resource type.
    SessionIndex
}
