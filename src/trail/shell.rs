//! A command line, as far as it has to be understood: which simple commands it runs, and what joins
//! them. Groups, subshells and shells that are called with a line of their own stand there as the commands in
//! them. What is not plain (a loop, a condition, a function) is not understood at all, rather than half.

use super::called::{given_line, is_in_container};
use super::shell_words::is_reserved;

/// Commands of a line that is looked into; a longer one is not understood.
const MOST: usize = 64;
/// Groups within each other that are looked into.
const DEEPEST: u8 = 4;

/// What stands behind a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// Nothing, or a `;` or line break that nothing follows: it is the last.
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
    /// What is around it.
    pub around: Around,
}

/// What is around a command.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Around {
    /// How many shells of their own begin with it.
    pub enters: u8,
    /// How many of them end with it.
    pub leaves: u8,
    /// It is in a group whose status is not that of a chain of commands joined by `&&`.
    pub is_in_list: bool,
    /// What a group around it prints goes into a file.
    pub is_unseen: bool,
    /// It is given to a shell in a container.
    pub is_in_container: bool,
}

impl Simple {
    const NOTHING: Self = Self { words: Vec::new(), redirects: Vec::new(), joint: Joint::End, around: Around::NOTHING };
}

impl Around {
    const NOTHING: Self = Self { enters: 0, leaves: 0, is_in_list: false, is_unseen: false, is_in_container: false };
}

/// Reads a line. `None` for one that is not understood.
pub(super) fn parse(line: &str) -> Option<Vec<Simple>> {
    parse_within(line, 0)
}

fn parse_within(line: &str, depth: u8) -> Option<Vec<Simple>> {
    let mut reader = Reader { rest: line, commands: Vec::new(), heredocs: Vec::new(), depth };
    reader.list(None)?;
    let is_plain = |command: &Simple| command.words.first().is_none_or(|word| !is_reserved(word));
    let mut commands = reader.commands;
    if let Some(last) = commands.last_mut().filter(|last| last.joint == Joint::Then) {
        last.joint = Joint::End;
    }
    (!commands.is_empty() && commands.len() <= MOST && commands.iter().all(is_plain)).then_some(commands)
}

pub(super) struct Reader<'a> {
    /// What is not read yet.
    pub(super) rest: &'a str,
    commands: Vec<Simple>,
    /// Ends of here-documents that begin on the next line, and whether tabs before them count.
    heredocs: Vec<(String, bool)>,
    /// How many groups are around what is read.
    depth: u8,
}

impl Reader<'_> {
    /// Reads commands up to the end of the line, or of the group.
    fn list(&mut self, end: Option<char>) -> Option<()> {
        let mut command = Simple::NOTHING;
        loop {
            self.skip(|character| character == ' ' || character == '\t' || character == '\r');
            let Some(next) = self.rest.chars().next() else {
                self.finish(&mut command, Joint::End)?;
                return (self.heredocs.is_empty() && end.is_none()).then_some(());
            };
            let is_timed = |word: &Word| matches!(word.text.as_str(), "time" | "-p");
            let is_first =
                command.words.len() <= 2 && command.words.iter().all(is_timed) && command.redirects.is_empty();
            match next {
                _ if Some(next) == end && (next == ')' || is_first) => {
                    self.finish(&mut command, Joint::End)?;
                    self.rest = &self.rest[1..];
                    return Some(());
                }
                '(' | '{' if is_first && (next == '(' || self.rest[1..].starts_with([' ', '\t', '\n'])) => {
                    command.words.clear();
                    self.group(if next == '(' { ')' } else { '}' })?;
                }
                '\\' if self.rest.starts_with("\\\n") => self.rest = &self.rest[2..],
                '#' => self.skip(|character| character != '\n'),
                '\n' => {
                    self.take("\n");
                    self.finish(&mut command, Joint::Then)?;
                    self.pass_heredocs()?;
                }
                '(' | ')' => return None,
                ';' | '&' | '|' if !self.rest.starts_with("&>") => {
                    let joint = self.joint()?;
                    self.finish(&mut command, joint)?;
                }
                '<' | '>' | '&' => self.redirect(&mut command)?,
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

    fn joint(&mut self) -> Option<Joint> {
        const JOINTS: [(&str, Joint); 7] = [
            ("&&", Joint::And),
            ("&", Joint::Background),
            ("||", Joint::Or),
            ("|&", Joint::Pipe),
            ("|", Joint::Pipe),
            // Only in a `case`.
            (";;", Joint::End),
            (";", Joint::Then),
        ];
        let (mark, joint) = JOINTS.into_iter().find(|(mark, _)| self.rest.starts_with(mark))?;
        self.take(mark);
        Some(joint).filter(|joint| *joint != Joint::End)
    }

    /// Reads a group with what stands behind it.
    fn group(&mut self, end: char) -> Option<()> {
        self.depth += 1;
        let start = self.commands.len();
        self.rest = &self.rest[1..];
        (self.depth <= DEEPEST).then_some(())?;
        self.list(Some(end))?;
        self.depth -= 1;
        let mut group = Simple::NOTHING;
        loop {
            self.skip(|character| character == ' ' || character == '\t' || character == '\r');
            let has_digit = self.rest.starts_with(|first: char| first.is_ascii_digit());
            let digits = self.rest.trim_start_matches(|first: char| first.is_ascii_digit());
            if has_digit && digits.starts_with(['<', '>']) {
                self.rest = digits;
            } else if !self.rest.starts_with(['<', '>']) && !self.rest.starts_with("&>") {
                break;
            }
            self.redirect(&mut group)?;
        }
        let joint = match self.rest.chars().next() {
            None | Some(')' | '}' | '#') => Joint::End,
            Some('\n') => Joint::Then,
            _ => self.joint()?,
        };
        self.settle(start, end == ')', group.redirects, joint)
    }

    /// Tells the commands from `start` on what is around them.
    fn settle(&mut self, start: usize, is_shell: bool, redirects: Vec<Redirect>, joint: Joint) -> Option<()> {
        let commands = self.commands.get_mut(start..)?;
        let (last, others) = commands.split_last_mut()?;
        let is_ended = matches!(last.joint, Joint::End | Joint::Then);
        let is_list = !is_ended || others.iter().any(|command| command.joint != Joint::And);
        if is_ended {
            last.joint = joint;
        }
        last.around.leaves += u8::from(is_shell);
        let is_unseen = redirects.iter().any(|redirect| redirect.is_output && !redirect.is_descriptor);
        for command in commands.iter_mut() {
            command.around.is_in_list |= is_list;
            command.around.is_unseen |= is_unseen;
        }
        let first = commands.first_mut()?;
        first.around.enters += u8::from(is_shell);
        // Their files are named before the group can go to another directory.
        first.redirects.splice(..0, redirects);
        Some(())
    }

    fn skip(&mut self, is: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(is);
    }

    fn take(&mut self, mark: &str) -> bool {
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn finish(&mut self, command: &mut Simple, joint: Joint) -> Option<()> {
        if command.words.is_empty() && command.redirects.is_empty() {
            // A line break after `&&` or `;`, or what stands behind a group.
            return Some(());
        }
        command.joint = joint;
        let command = std::mem::replace(command, Simple::NOTHING);
        let given = given_line(&command.words).filter(|_| self.depth < DEEPEST);
        let within = given.and_then(|(line, is)| Some((parse_within(line, self.depth + 1)?, is)));
        let Some((mut within, is_as_it_stands)) = within else {
            self.commands.push(command);
            return Some(());
        };
        let start = self.commands.len();
        self.commands.append(&mut within);
        self.settle(start, true, command.redirects, joint)?;
        let is_carried = is_in_container(&command.words);
        for command in &mut self.commands[start..] {
            command.around.is_in_list |= !is_as_it_stands;
            command.around.is_in_container |= is_carried;
        }
        Some(())
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
            ("a;\n", "a"),
            ("a <<E\nx\nE\n", "a_>E"),
            ("a \"$(cat <<'E'\nDon't :) \"\nE\n)\" && b", "a_<$(cat <<'E'\nDon't :) \"\nE\n)> && b"),
        ] {
            assert_eq!(shape(line).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn groups_and_shells_are_the_commands_in_them() {
        for (line, expected, shells, in_list) in [
            ("(cd a && b)", "cd_a && b", (1, 1), false),
            ("(a); b", "a ; b", (1, 1), false),
            ("(a\n) > log 2>&1 | c", "a_>log_>1 | c", (1, 1), false),
            ("time (a) && b", "a && b", (1, 1), false),
            ("{ a; b; } || c", "a ; b || c", (0, 0), true),
            ("{ a && b; }; c", "a && b ; c", (0, 0), false),
            ("a && { (b || c) }", "a && b || c", (1, 1), true),
            ("(a &) && b", "a & b", (1, 1), true),
            ("bash -lc 'a && b' && c", "a && b && c", (1, 1), false),
            ("env A=1 timeout 5 sh -c \"a; b\"", "a ; b", (1, 1), true),
            ("bash -c \"$A b\"", "<$A>_b", (1, 1), true),
            ("bash -euo pipefail -c 'a'", "a", (1, 1), false),
            ("bash -c 'if a; then b; fi' && c", "bash_-c_if a; then b; fi && c", (0, 0), false),
            ("bash a.sh -c b", "bash_a.sh_-c_b", (0, 0), false),
        ] {
            assert_eq!(shape(line).as_deref(), Some(expected), "{line}");
            let commands = parse(line).unwrap();
            let count = |of: fn(&Around) -> u8| commands.iter().map(|command| of(&command.around)).sum::<u8>();
            assert_eq!((count(|it| it.enters), count(|it| it.leaves)), shells, "{line}");
            assert_eq!(commands.iter().any(|command| command.around.is_in_list), in_list, "{line}");
        }
    }

    #[test]
    fn what_is_not_plain_is_not_understood() {
        for line in [
            "",
            "  ",
            "# nothing",
            "for a in b; do c; done",
            "(cd a && b",
            "(a) b",
            "()",
            "echo { a; }; b",
            "((((((a))))))",
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
