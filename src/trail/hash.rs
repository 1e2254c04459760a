//! Names made short: what has only to be found again is kept as a number.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// 64 bits of a text (FNV-1a, the same in every version), written as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub(super) u64);

impl Hash {
    /// Of bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self(
            bytes
                .iter()
                .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)),
        )
    }

    /// Of what this is of and something behind it.
    pub(super) fn then(self, next: Self) -> Self {
        Self::of(&[self.0.to_le_bytes(), next.0.to_le_bytes()].concat())
    }

    /// Of several texts, in their order.
    pub(super) fn of_all(texts: &[&str]) -> Self {
        Self::of(texts.join("\0").as_bytes())
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Self).map_err(D::Error::custom)
    }
}
