//! How many values a feature has.

/// How many values a feature has: at least `min`, and at most `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplicity {
    /// How many there must be.
    pub min: usize,
    /// How many there may be; nothing where any number may be.
    pub max: Option<usize>,
}

impl Multiplicity {
    /// What `min` and `max` mean, of which either may be missing; a `max` of nothing is `unbound`.
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

    /// Whether there must be a value.
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
