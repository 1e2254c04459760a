//! Points in time as documents store them and ages as people read them.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::text::shortened;

/// A moment in UTC, written as `2026-10-08T02:23:55.477Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    /// The beginning of 1970.
    pub const EPOCH: Self = Self(DateTime::UNIX_EPOCH);

    /// The moment that many milliseconds after 1970, if the calendar reaches that far.
    #[must_use]
    pub fn from_milliseconds(milliseconds: i64) -> Option<Self> {
        DateTime::from_timestamp_millis(milliseconds).map(Self)
    }

    /// Milliseconds from this moment to a later one; `None` when it is not later.
    #[must_use]
    pub fn until(self, later: Self) -> Option<u64> {
        u64::try_from((later.0 - self.0).num_milliseconds()).ok()
    }

    /// Milliseconds after 1970.
    #[must_use]
    pub fn milliseconds(self) -> i64 {
        self.0.timestamp_millis()
    }

    /// Reads RFC 3339; `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text).ok().map(|time| Self(time.with_timezone(&Utc)))
    }

    /// `2026-10-08T02:23:55.477Z`.
    #[must_use]
    pub fn iso(self) -> String {
        self.0.to_rfc3339_opts(SecondsFormat::Millis, true)
    }

    /// `2026-10-08 02:23:55 UTC`.
    #[must_use]
    pub fn readable(self) -> String {
        self.0.format("%Y-%m-%d %H:%M:%S UTC").to_string()
    }

    /// How long ago this was, as a person says it. A moment in the future (a minute of leeway for clocks
    /// that differ a little) has no age: one of the two clocks is wrong.
    #[must_use]
    pub fn age(self, now: Self) -> Option<String> {
        let seconds = (now.0 - self.0).num_seconds();
        Some(match seconds {
            ..-60 => return None,
            -60..60 => "just now".to_owned(),
            60..3600 => format!("{}m ago", seconds / 60),
            3600..86_400 => format!("{}h ago", seconds / 3600),
            _ => format!("{}d ago", seconds / 86_400),
        })
    }

    /// Whole days from this moment to `now`; `None` when this one is later.
    #[must_use]
    pub fn days_before(self, now: Self) -> Option<u64> {
        u64::try_from((now.0 - self.0).num_milliseconds()).ok().map(|milliseconds| milliseconds / 86_400_000)
    }

    /// [`Self::age`], or that the clocks differ.
    #[must_use]
    pub fn age_or_difference(self, now: Self) -> String {
        self.age(now).unwrap_or_else(|| "clock differs".to_owned())
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.iso())
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("\"{}\" is no RFC 3339 time", shortened(&text, 40))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_milliseconds(seconds * 1000).unwrap()
    }

    #[test]
    fn ages_are_said_in_the_largest_whole_unit() {
        let now = at(1_000_000);
        let said: Vec<String> = [0, 59, 60, 3599, 3600, 86_399, 86_400, 900_000]
            .map(|ago| at(1_000_000 - ago).age_or_difference(now))
            .into();
        assert_eq!(said, ["just now", "just now", "1m ago", "59m ago", "1h ago", "23h ago", "1d ago", "10d ago"]);
    }

    #[test]
    fn a_future_time_is_a_clock_that_differs_and_never_a_negative_age() {
        assert_eq!(at(1000).age(at(1000 - 3 * 86_400)), None);
        assert_eq!(at(1000).age_or_difference(at(0)), "clock differs");
        assert_eq!(at(1000).age_or_difference(at(990)), "just now");
        assert_eq!(at(-86_400).age_or_difference(at(0)), "1d ago");
    }

    #[test]
    fn times_are_written_with_milliseconds() {
        let time = Timestamp::parse("2026-10-08T04:23:55.4771+02:00").unwrap();
        assert_eq!(time.iso(), "2026-10-08T02:23:55.477Z");
        assert_eq!(time.readable(), "2026-10-08 02:23:55 UTC");
        assert_eq!(Timestamp::parse("yesterday"), None);
    }
}
