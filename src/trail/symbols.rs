//! Functions, classes and exports that an edit added or removed, by one small table of patterns over the
//! lines of a patch. It reads no language: what it misses or takes for one is no harm.

/// Words that may stand before what is declared.
const BEFORE: [&str; 18] = [
    "export",
    "default",
    "async",
    "pub",
    "pub(crate)",
    "pub(super)",
    "public",
    "private",
    "protected",
    "static",
    "abstract",
    "final",
    "const",
    "unsafe",
    "override",
    "declare",
    "open",
    "internal",
];

/// Words that declare, and what to call it.
const DECLARES: [(&str, &str); 15] = [
    ("function", "function"),
    ("function*", "function"),
    ("fn", "function"),
    ("func", "function"),
    ("def", "function"),
    ("fun", "function"),
    ("class", "class"),
    ("struct", "class"),
    ("trait", "class"),
    ("interface", "class"),
    ("enum", "class"),
    ("impl", ""),
    ("type", "type"),
    ("let", "export"),
    ("var", "export"),
];

/// What a line declares: its kind and name.
pub(super) fn declared(line: &str) -> Option<(&'static str, String)> {
    let mut words = line.split_whitespace().take(8).peekable();
    let mut is_exported = false;
    let mut is_constant = false;
    while let Some(word) = words.next_if(|word| BEFORE.contains(word)) {
        is_exported |= matches!(word, "export" | "pub");
        is_constant |= word == "const";
    }
    let word = words.next()?;
    if let Some((_, kind)) = DECLARES.iter().find(|(declares, _)| *declares == word) {
        let needs_export = matches!(*kind, "export" | "type");
        if kind.is_empty() || (needs_export && !is_exported) {
            return None;
        }
        // Go's methods: `func (r *Reader) Name(`.
        let mut name = words.next()?;
        if word == "func" && name.starts_with('(') {
            name = words.find(|word| !word.ends_with(')') || word.contains('('))?;
        }
        return name_of(name).map(|name| (*kind, name));
    }
    if is_constant && is_exported {
        return name_of(word).map(|name| ("export", name));
    }
    None
}

fn name_of(text: &str) -> Option<String> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    let name: String =
        text.trim_start_matches('*').chars().take_while(|character| is_part(*character)).take(80).collect();
    name.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == '$').then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_of_common_languages() {
        for (line, expected) in [
            ("export async function load(a) {", Some(("function", "load"))),
            ("function helper() {}", Some(("function", "helper"))),
            ("    def run(self):", Some(("function", "run"))),
            ("class Made:", Some(("class", "Made"))),
            ("pub(crate) fn capture<T>(", Some(("function", "capture"))),
            ("pub struct State {", Some(("class", "State"))),
            ("func (r *Reader) Next() int {", Some(("function", "Next"))),
            ("func main() {", Some(("function", "main"))),
            ("export const limit = 3;", Some(("export", "limit"))),
            ("export default class Page {", Some(("class", "Page"))),
            ("export type Id = string;", Some(("type", "Id"))),
            ("const a = 1;", None),
            ("type the word", None),
            ("let x = 3", None),
            ("return function", None),
            ("", None),
        ] {
            let found = declared(line);
            assert_eq!(found.as_ref().map(|(kind, name)| (*kind, name.as_str())), expected, "{line}");
        }
    }
}
