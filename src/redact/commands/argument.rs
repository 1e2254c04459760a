//! The ways tools take a secret.

/// One way a tool takes a secret.
#[derive(Debug, Clone, Copy)]
pub(super) enum Argument {
    /// The word after the flag, or what follows it behind `=`.
    Next(&'static str),
    /// What is glued to the flag: `-psecret`.
    Glued(&'static str),
    /// Both.
    Either(&'static str),
    /// What follows `user:` after the flag.
    User(&'static str),
    /// What follows `user%` after the flag.
    Percent(&'static str),
    /// What follows `name=` after the flag.
    Pair(&'static str),
    /// What follows `user,` after the flag.
    Comma(&'static str),
    /// What follows `pass:` after the flag.
    Source(&'static str),
    /// The n-th word after a word that starts so.
    After(&'static str, usize),
    /// The last word, if a flag before it holds that letter.
    LastWith(char),
    /// Values of all `name=value` words after a word.
    Pairs(&'static str),
    /// `user/password@host`
    Oracle,
    /// Cookies in the word after the flag.
    Cookies(&'static str),
    /// The first word that is no flag.
    First,
}

impl Argument {
    /// The letter of the flag it starts with, if it starts with one.
    pub(super) const fn letter(self) -> Option<u8> {
        match self {
            Self::Next(flag)
            | Self::Glued(flag)
            | Self::Either(flag)
            | Self::User(flag)
            | Self::Percent(flag)
            | Self::Pair(flag)
            | Self::Comma(flag)
            | Self::Source(flag)
            | Self::Cookies(flag) => {
                if flag.len() > 1 {
                    Some(flag.as_bytes()[1])
                } else {
                    None
                }
            }
            Self::After(..) | Self::LastWith(_) | Self::Pairs(_) | Self::Oracle | Self::First => None,
        }
    }
}
