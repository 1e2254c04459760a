//! A list that stays within so many bytes, however much is put into it.

use serde::{Deserialize, Serialize};

/// What can be kept in a [`Pool`].
pub trait Entry: Serialize {
    /// What goes first when there is no room: the lowest, and among equals the oldest.
    fn rank(&self) -> u8 {
        0
    }
}

/// A list of at most `BYTES` bytes as JSON, oldest first.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pool<T, const BYTES: usize> {
    items: Vec<T>,
    /// How many there was no room for.
    #[serde(default, skip_serializing_if = "is_zero")]
    left_out: u64,
    /// Bytes of each item, as far as they are known.
    #[serde(skip)]
    sizes: Vec<usize>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
pub(super) fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl<T, const BYTES: usize> Default for Pool<T, BYTES> {
    fn default() -> Self {
        Self { items: Vec::new(), left_out: 0, sizes: Vec::new() }
    }
}

impl<T: Entry, const BYTES: usize> Pool<T, BYTES> {
    /// What is in it, oldest first.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// How many there was no room for.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    pub(super) fn items_mut(&mut self) -> &mut [T] {
        // They may change their size.
        self.sizes.clear();
        &mut self.items
    }

    /// Puts one at the end.
    pub(super) fn push(&mut self, item: T) {
        if self.sizes.len() != self.items.len() {
            self.sizes = self.items.iter().map(size).collect();
        }
        self.sizes.push(size(&item));
        self.items.push(item);
        let mut whole: usize = self.sizes.iter().sum();
        while whole > BYTES {
            let lowest = self.items.iter().map(Entry::rank).min();
            let Some(at) = self.items.iter().position(|item| Some(item.rank()) == lowest) else { break };
            self.items.remove(at);
            whole -= self.sizes.remove(at);
            self.left_out += 1;
        }
    }

    /// Takes out the newest one that fits.
    pub(super) fn take(&mut self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let at = self.items.iter().rposition(fits)?;
        if at < self.sizes.len() {
            self.sizes.remove(at);
        }
        Some(self.items.remove(at))
    }

    /// Takes out everything that fits.
    pub(super) fn drop_all(&mut self, fits: impl Fn(&T) -> bool) {
        self.sizes.clear();
        self.items.retain(|item| !fits(item));
    }
}

/// Its bytes as JSON, with a comma.
fn size<T: Serialize>(item: &T) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(1);
    let written = serde_json::to_writer(&mut count, item);
    if written.is_ok() { count.0 } else { usize::MAX / 1024 }
}
