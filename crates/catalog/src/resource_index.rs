//! The indices of resources.

/// Defines the index of a list as a type of its own, so that no index is taken for that of another list.
///
/// ```
/// catalog::index_type! {
///     /// The index of a page.
///     PageIndex
/// }
///
/// assert_eq!(["cover", "text"][..][PageIndex(1)], "text");
/// ```
#[macro_export]
macro_rules! index_type {
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

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, formatter)
            }
        }

        impl<T> ::std::ops::Index<$name> for [T] {
            type Output = T;

            fn index(&self, index: $name) -> &T {
                &self[index.0]
            }
        }

        impl<T> ::std::ops::Index<$name> for ::std::vec::Vec<T> {
            type Output = T;

            fn index(&self, index: $name) -> &T {
                &self[index.0]
            }
        }

        impl<T> ::std::ops::IndexMut<$name> for ::std::vec::Vec<T> {
            fn index_mut(&mut self, index: $name) -> &mut T {
                &mut self[index.0]
            }
        }
    };
}

index_type! {
    /// The index of a resource in the catalog; generated resources come after those of the catalog.
    ResourceIndex
}
