//! A command line, as far as it has to be understood: which simple commands it runs, and what joins
//! them. What is not plain (a loop, a subshell, a function) is not understood at all, rather than half.

/// Commands of a line that is looked into; a longer one is not understood.
const MOST: usize = 64;

/// What stands behind a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// Nothing: it is the last.
    End,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `;` or a line break.
    Then,
    /// `|` or `|&`
    Pipe,
    /// `&`
    Background,
}

/// A word with its quotes removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// What it says.
    pub text: String,
    /// Whether the shell would make something else of it: a variable, a pattern, a substitution.
    pub is_expanded: bool,
}

/// Where a redirection goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Redirect {
    /// It writes (`>`, `>>`, `&>`), rather than reads.
    pub is_output: bool,
    /// Another descriptor (`2>&1`) rather than a file.
    pub is_descriptor: bool,
    /// The file, the descriptor, or a here-document's end.
    pub target: Word,
}

/// One simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Simple {
    /// Assignments before the command, such as `CI=1`, are among them.
    pub words: Vec<Word>,
    /// Its redirections.
    pub redirects: Vec<Redirect>,
    /// What follows it.
    pub joint: Joint,
}

/// Reads a line. `None` for one that is not understood.
pub(super) fn parse(line: &str) -> Option<Vec<Simple>> {
    let mut reader = Reader { rest: line, commands: Vec::new(), heredocs: Vec::new() };
    reader.line()?;
    let is_plain = |command: &Simple| command.words.first().is_none_or(|word| !is_reserved(word));
    let commands = reader.commands;
    (!commands.is_empty() && commands.len() <= MOST && commands.iter().all(is_plain)).then_some(commands)
}

fn is_reserved(word: &Word) -> bool {
    const RESERVED: [&str; 18] = [
        "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "function",
        "select", "{", "}", "[[", "!",
    ];
    RESERVED.contains(&word.text.as_str())
}

struct Reader<'a> {
    rest: &'a str,
    commands: Vec<Simple>,
    /// Ends of here-documents that begin on the next line, and whether tabs before them count.
    heredocs: Vec<(String, bool)>,
}

impl Reader<'_> {
    fn line(&mut self) -> Option<()> {
        let mut command = Simple { words: Vec::new(), redirects: Vec::new(), joint: Joint::End };
        loop {
            self.skip(|character| character == ' ' || character == '\t' || character == '\r');
            let Some(next) = self.rest.chars().next() else {
                self.finish(&mut command, Joint::End);
                return self.heredocs.is_empty().then_some(());
            };
            match next {
                '\\' if self.rest.starts_with("\\\n") => self.rest = &self.rest[2..],
                '#' => self.skip(|character| character != '\n'),
                '\n' => {
                    self.take("\n");
                    self.finish(&mut command, Joint::Then);
                    self.pass_heredocs()?;
                }
                '(' | ')' => return None,
                ';' => {
                    if self.take(";;") {
                        return None;
                    }
                    self.take(";");
                    self.finish(&mut command, Joint::Then);
                }
                '&' if self.rest.starts_with("&>") => self.redirect(&mut command)?,
                '&' => {
                    let joint = if self.take("&&") { Joint::And } else { Joint::Background };
                    if joint == Joint::Background {
                        self.take("&");
                    }
                    self.finish(&mut command, joint);
                }
                '|' => {
                    let joint = if self.take("||") { Joint::Or } else { Joint::Pipe };
                    if joint == Joint::Pipe && !self.take("|&") {
                        self.take("|");
                    }
                    self.finish(&mut command, joint);
                }
                '<' | '>' => self.redirect(&mut command)?,
                _ => {
                    let word = self.word()?;
                    let is_number = !word.text.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit());
                    if is_number && self.rest.starts_with(['<', '>']) {
                        self.redirect(&mut command)?;
                    } else {
                        command.words.push(word);
                    }
                }
            }
            if self.commands.len() > MOST {
                return None;
            }
        }
    }

    fn skip(&mut self, is: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(is);
    }

    fn take(&mut self, mark: &str) -> bool {
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn finish(&mut self, command: &mut Simple, joint: Joint) {
        if command.words.is_empty() && command.redirects.is_empty() {
            // A line break after `&&` or `;`.
            return;
        }
        command.joint = joint;
        let empty = Simple { words: Vec::new(), redirects: Vec::new(), joint: Joint::End };
        self.commands.push(std::mem::replace(command, empty));
    }

    fn redirect(&mut self, command: &mut Simple) -> Option<()> {
        let mark = ["&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">|", ">&", ">"]
            .into_iter()
            .find(|mark| self.rest.starts_with(mark))?;
        self.take(mark);
        self.skip(|character| character == ' ' || character == '\t');
        if self.rest.starts_with('(') {
            return None;
        }
        let target = self.word()?;
        let names_descriptor = target.text == "-" || target.text.bytes().all(|byte| byte.is_ascii_digit());
        let is_descriptor = mark.ends_with('&') && names_descriptor;
        if matches!(mark, "<<" | "<<-") {
            self.heredocs.push((target.text.clone(), mark == "<<-"));
        }
        command.redirects.push(Redirect { is_output: mark.contains('>'), is_descriptor, target });
        Some(())
    }

    fn pass_heredocs(&mut self) -> Option<()> {
        for (end, has_tabs) in std::mem::take(&mut self.heredocs) {
            loop {
                if self.rest.is_empty() {
                    return None;
                }
                let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
                self.rest = rest;
                if (if has_tabs { line.trim_start_matches('\t') } else { line }) == end {
                    break;
                }
            }
        }
        Some(())
    }

    /// A word and what is quoted in it. `None` when a quote or a substitution does not end.
    fn word(&mut self) -> Option<Word> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Words joined by `_`, then what follows.
    fn shape(line: &str) -> Option<String> {
        let joint = |joint| match joint {
            Joint::End => "",
            Joint::And => " && ",
            Joint::Or => " || ",
            Joint::Then => " ; ",
            Joint::Pipe => " | ",
            Joint::Background => " & ",
        };
        let words = |command: &Simple| {
            let words: Vec<String> = command
                .words
                .iter()
                .map(|word| if word.is_expanded { format!("<{}>", word.text) } else { word.text.clone() })
                .chain(command.redirects.iter().map(|redirect| format!(">{}", redirect.target.text)))
                .collect();
            words.join("_")
        };
        parse(line).map(|commands| commands.iter().map(|command| words(command) + joint(command.joint)).collect())
    }

    #[test]
    fn plain_lines_are_understood() {
        for (line, expected) in [
            ("npm test", "npm_test"),
            ("cd 'a b' && CI=1 npm test -- \"x y\"", "cd_a b && CI=1_npm_test_--_x y"),
            ("a | b || c; d & e", "a | b || c ; d & e"),
            ("a >out 2>&1", "a_>out_>1"),
            ("a&>out", "a_>out"),
            ("cat > made <<'EOF'\nline > x\nEOF\necho done", "cat_>made_>EOF ; echo_done"),
            ("a \\\n  b # and c\nd", "a_b ; d"),
            ("echo $(a \"b)\" c) *.rs ~/x a~b", "echo_<$(a \"b)\" c)>_<*.rs>_<~/x>_a~b"),
            ("a &&\n b", "a && b"),
            ("a \"$(cat <<'E'\nDon't :) \"\nE\n)\" && b", "a_<$(cat <<'E'\nDon't :) \"\nE\n)> && b"),
        ] {
            assert_eq!(shape(line).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn what_is_not_plain_is_not_understood() {
        for line in [
            "",
            "  ",
            "# nothing",
            "for a in b; do c; done",
            "(cd a && b)",
            "a 'b",
            "a \"b",
            "a $(b",
            "cat <<EOF\nx",
            "! a",
            "if a; then b; fi",
            "f() { a; }",
            "a < <(b)",
            "[[ -e a ]]",
        ] {
            assert_eq!(shape(line), None, "{line}");
        }
        assert_eq!(parse(&"a;".repeat(1000)), None);
    }
}
