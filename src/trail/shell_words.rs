//! The words of a command line: quotes, escapes, variables and substitutions.

use super::shell::{Reader, Word};

/// Whether a command that begins with a word is none of its own.
pub(super) fn is_reserved(word: &Word) -> bool {
    const RESERVED: [&str; 18] = [
        "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "function",
        "select", "{", "}", "[[", "!",
    ];
    RESERVED.contains(&word.text.as_str())
}

impl Reader<'_> {
    /// A word and what is quoted in it. `None` when a quote or a substitution does not end.
    pub(super) fn word(&mut self) -> Option<Word> {
        let mut word = Word { text: String::new(), is_expanded: false };
        let start = self.rest.len();
        while let Some(next) = self.rest.chars().next() {
            match next {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' => break,
                '\'' => {
                    let (quoted, rest) = self.rest[1..].split_once('\'')?;
                    word.text.push_str(quoted);
                    self.rest = rest;
                }
                '"' => self.double_quoted(&mut word)?,
                '\\' => {
                    let mut characters = self.rest[1..].chars();
                    match characters.next()? {
                        '\n' => {}
                        escaped => word.text.push(escaped),
                    }
                    self.rest = characters.as_str();
                }
                '`' | '$' => self.substitution(&mut word)?,
                other => {
                    let is_home = other == '~' && self.rest.len() == start;
                    word.is_expanded |= is_home || matches!(other, '*' | '?' | '[' | '{');
                    word.text.push(other);
                    self.rest = &self.rest[other.len_utf8()..];
                }
            }
        }
        (self.rest.len() < start).then_some(word)
    }

    fn double_quoted(&mut self, word: &mut Word) -> Option<()> {
        self.rest = &self.rest[1..];
        loop {
            match self.rest.chars().next()? {
                '"' => {
                    self.rest = &self.rest[1..];
                    return Some(());
                }
                '\\' => {
                    let mut characters = self.rest[1..].chars();
                    let escaped = characters.next()?;
                    if !matches!(escaped, '"' | '\\' | '$' | '`' | '\n') {
                        word.text.push('\\');
                    }
                    if escaped != '\n' {
                        word.text.push(escaped);
                    }
                    self.rest = characters.as_str();
                }
                '`' | '$' => self.substitution(word)?,
                other => {
                    word.text.push(other);
                    self.rest = &self.rest[other.len_utf8()..];
                }
            }
        }
    }

    /// Takes a variable or a substitution as it stands.
    fn substitution(&mut self, word: &mut Word) -> Option<()> {
        word.is_expanded = true;
        let length = if self.rest.starts_with("$(") {
            matching(self.rest)?
        } else if let Some(rest) = self.rest.strip_prefix('`') {
            rest.find('`')? + 2
        } else if self.rest.starts_with("${") {
            self.rest.find('}')? + 1
        } else {
            1
        };
        word.text.push_str(&self.rest[..length]);
        self.rest = &self.rest[length..];
        Some(())
    }
}

/// The length of `$( … )`, with the parentheses, quotes and here-documents in it.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_escaped = false;
    let mut ends: Vec<(&str, bool)> = Vec::new();
    let mut passed = 0;
    for (at, character) in text.char_indices() {
        if at < passed || std::mem::take(&mut is_escaped) {
            continue;
        }
        match (quote, character) {
            (None | Some('"'), '\\') => is_escaped = true,
            (Some(open), close) if open == close => quote = None,
            (None, '\'' | '"') => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            (None, '<') if text[at..].starts_with("<<<") => passed = at + 3,
            (None, '<') => ends.extend(document_end(&text[at..])),
            (None, '\n') => {
                passed = at + 1;
                for (end, has_tabs) in ends.drain(..) {
                    passed += length_to_end(text.get(passed..)?, end, has_tabs)?;
                }
            }
            _ => {}
        }
    }
    None
}

/// The line that ends a here-document which begins with this `<<`, and whether tabs before it count.
fn document_end(text: &str) -> Option<(&str, bool)> {
    let rest = text.strip_prefix("<<")?;
    let (rest, has_tabs) = rest.strip_prefix('-').map_or((rest, false), |rest| (rest, true));
    let rest = rest.trim_start_matches([' ', '\t']);
    let end = match rest.chars().next()? {
        quote @ ('\'' | '"') => rest[1..].split(quote).next()?,
        _ => {
            rest.trim_start_matches('\\').split(|next: char| next.is_whitespace() || "();&|<>".contains(next)).next()?
        }
    };
    (!end.is_empty()).then_some((end, has_tabs))
}

/// The length of a here-document up to the line that ends it, without what stands after that.
fn length_to_end(text: &str, end: &str, has_tabs: bool) -> Option<usize> {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches('\n');
        if (if has_tabs { bare.trim_start_matches('\t') } else { bare }) == end {
            return Some(length + bare.len());
        }
        length += line.len();
    }
    None
}
