//! Tokens: a message is several records, and each has the numbers so far.

use super::entries::{Tokens, Usage};
use super::hash::Hash;
use crate::transcript::{Object, Value};

/// Messages whose tokens can still be told again.
const RECENT: usize = 4;

impl Usage {
    /// Counts a message, or counts it anew when its next record says more.
    pub(super) fn add(&mut self, id: Hash, tokens: Tokens) {
        let before = match self.recent.iter().position(|(known, _)| *known == id) {
            Some(at) => self.recent.remove(at).1,
            None => Tokens::default(),
        };
        // Each record has the numbers so far.
        let most = before.each(tokens, u64::max);
        self.tokens = self.tokens.each(before, u64::saturating_sub).each(most, u64::saturating_add);
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push((id, most));
    }
}

impl Tokens {
    /// The sum.
    pub(super) fn plus(self, other: Self) -> Self {
        self.each(other, u64::saturating_add)
    }

    fn each(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            input: with(self.input, other.input),
            output: with(self.output, other.output),
            cache_creation: with(self.cache_creation, other.cache_creation),
            cache_read: with(self.cache_read, other.cache_read),
        }
    }
}

/// What a message says it used.
pub(super) fn of(usage: &Object<'_>) -> Tokens {
    let count =
        |name| usage.get(name).and_then(Value::integer).and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
    Tokens {
        input: count("input_tokens"),
        output: count("output_tokens"),
        cache_creation: count("cache_creation_input_tokens"),
        cache_read: count("cache_read_input_tokens"),
    }
}
