//! Tables of what was found once and need not be found again.

use std::{
    borrow::Borrow,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use pcore::keyed::HashMap;

/// Answers, by what was asked.
pub(super) struct Memo<K, V>(Mutex<HashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// The answer to a question, or else what is found now and remembered. Finding it may ask further questions.
    pub(super) fn get<Q, E>(&self, question: &Q, find: impl FnOnce() -> Result<V, E>) -> Result<V, E>
    where
        K: Borrow<Q>,
        Q: ToOwned<Owned = K> + Eq + Hash + ?Sized,
    {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = known().get(question).cloned();
        if let Some(answer) = answer {
            return Ok(answer);
        }
        let answer = find()?;
        known().insert(question.to_owned(), answer.clone());
        Ok(answer)
    }
}
