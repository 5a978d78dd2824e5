//! The number of values of a feature.

/// The number of values of a feature: at least `min`, and at most `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplicity {
    /// The lower bound.
    pub min: usize,
    /// The upper bound, or `None` if there is none.
    pub max: Option<usize>,
}

impl Multiplicity {
    /// Returns the multiplicity for the settings `min` and `max`, both optional; a `max` of `Some(None)` is `unbound`.
    ///
    /// ```
    /// use model::Multiplicity;
    ///
    /// assert_eq!(Multiplicity::of(None, None), Multiplicity { min: 0, max: Some(1) });
    /// assert_eq!(Multiplicity::of(Some(1), None), Multiplicity { min: 1, max: Some(1) });
    /// assert_eq!(Multiplicity::of(Some(2), None), Multiplicity { min: 2, max: None });
    /// assert_eq!(Multiplicity::of(None, Some(Some(5))), Multiplicity { min: 0, max: Some(5) });
    /// ```
    pub fn of(min: Option<usize>, max: Option<Option<usize>>) -> Multiplicity {
        match (min, max) {
            (None, None) => Multiplicity { min: 0, max: Some(1) },
            (Some(min @ 0..=1), None) => Multiplicity { min, max: Some(1) },
            (Some(min), None) => Multiplicity { min, max: None },
            (min, Some(max)) => Multiplicity { min: min.unwrap_or(0), max },
        }
    }

    /// Whether the values are a list.
    pub fn is_list(self) -> bool {
        self.max.is_none_or(|max| max > 1)
    }

    /// Whether a value is required.
    pub fn is_required(self) -> bool {
        self.min > 0
    }
}

impl std::fmt::Display for Multiplicity {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.max {
            Some(max) => write!(formatter, "{}..{max}", self.min),
            None => write!(formatter, "{}..unbound", self.min),
        }
    }
}
