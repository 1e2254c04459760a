//! The files that a command line names in a form that says what becomes of them. They are candidates:
//! whether the content changed is for others to find out.

use serde::{Deserialize, Serialize};

use super::called::{called_words, is_in_container};
use super::shell::{Joint, Simple, Word};

/// What a command does to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// It was made.
    Created,
    /// It was written to.
    Changed,
    /// It was removed.
    Deleted,
}

/// A file a command line names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Candidate {
    /// From the root of the file system, or as it was given when that is not known.
    pub path: String,
    /// What the line does to it.
    pub change: Change,
    /// Where it is there already, its content stays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_makes: bool,
    /// The line succeeds as well when this changes nothing: `sed -i` that matches nothing, `rm -f` of nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_keep: bool,
    /// What a substitution leaves in the file, when that is plain text: without it there, nothing matched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
}

/// The files a line names. `directory` is where it starts.
pub(super) fn candidates(commands: &[Simple], directory: &str, most: usize) -> Vec<Candidate> {
    let mut places = Places::new(directory);
    let mut found: Vec<Candidate> = Vec::new();
    for (at, command) in commands.iter().enumerate() {
        places.enter(command);
        let place = places.now.clone();
        let is_decisive = is_decisive(commands, at);
        let words = called_words(&command.words);
        let mut add = |word: &Word, change| {
            if let Some(path) = absolute(place.as_deref(), word)
                && found.len() < most
                && !found.iter().any(|known| known.path == path && known.change == change)
            {
                let program = words.first().map_or("", |program| program.text.as_str());
                let only_makes = program == "touch" && change == Change::Created;
                let is_known = change != Change::Deleted || is_decisive;
                let may_keep = only_makes || matches!(program, "sed" | "perl") || is_forced(words) || !is_known;
                let leaves = if matches!(program, "sed" | "perl") { substituted(words) } else { None };
                found.push(Candidate { path, change, only_makes, may_keep, leaves });
            }
        };
        for redirect in command.redirects.iter().filter(|redirect| redirect.is_output && !redirect.is_descriptor) {
            add(&redirect.target, Change::Changed);
        }
        // A container has files of its own.
        if !command.around.is_in_container && !is_in_container(&command.words) {
            written(words, &mut add);
        }
        places.leave(command);
    }
    found
}

/// Whether a line succeeds only when one of its commands does.
pub(super) fn is_decisive(commands: &[Simple], at: usize) -> bool {
    let (before, from) = commands.split_at(at);
    before.iter().all(|earlier| matches!(earlier.joint, Joint::And | Joint::Then))
        && from.iter().all(|later| matches!(later.joint, Joint::And | Joint::End) && !later.around.is_in_list)
}

/// The directory a command of a line runs in; `None` when it is not known.
pub(super) fn directory_of(commands: &[Simple], at: usize, directory: &str) -> Option<String> {
    let mut places = Places::new(directory);
    for command in commands.iter().take(at) {
        places.enter(command);
        places.leave(command);
    }
    places.now
}

/// The directory along a line.
struct Places {
    /// `None` when it is not known.
    now: Option<String>,
    /// That of the shells around.
    outer: Vec<Option<String>>,
}

impl Places {
    fn new(directory: &str) -> Self {
        Self { now: Some(directory.to_owned()), outer: Vec::new() }
    }

    fn enter(&mut self, command: &Simple) {
        self.outer.extend((0..command.around.enters).map(|_| self.now.clone()));
    }

    fn leave(&mut self, command: &Simple) {
        self.now = self.now.take().and_then(|place| after(command, place));
        for _ in 0..command.around.leaves {
            self.now = self.outer.pop().unwrap_or_default();
        }
    }
}

/// The directory after a command.
fn after(command: &Simple, place: String) -> Option<String> {
    let words = called_words(&command.words);
    let changes = words.first().is_some_and(|word| matches!(word.text.as_str(), "cd" | "pushd" | "popd"));
    // In a pipe or in the background it is a shell of its own that changes its directory.
    if !changes || matches!(command.joint, Joint::Pipe | Joint::Background) {
        return Some(place);
    }
    // Back to where it was before is not known.
    words.get(1).filter(|word| word.text != "-").and_then(|word| absolute(Some(&place), word))
}

/// The text that the only script of a `sed` or `perl` puts in place of another one.
fn substituted(words: &[Word]) -> Option<String> {
    const SPECIAL: [char; 6] = ['\\', '&', '$', '@', '`', '\n'];
    let parts = |word: &Word| -> Option<String> {
        let mut characters = word.text.strip_prefix('s')?.chars();
        let mark = characters.next().filter(char::is_ascii_punctuation)?;
        let parts: Vec<&str> = characters.as_str().split(mark).collect();
        let [_, text, flags] = parts[..] else { return None };
        let is_plain = !text.trim().is_empty() && !text.contains(SPECIAL) && mark != '\\';
        (is_plain && flags.chars().all(|flag| flag.is_ascii_alphanumeric())).then(|| text.to_owned())
    };
    let mut scripts = words.iter().skip(1).filter(|word| !word.text.starts_with('-'));
    let first = scripts.next().and_then(parts)?;
    // With another one it is not known which of them matched.
    (!scripts.any(|word| parts(word).is_some())).then_some(first)
}

/// Files that a command writes by what its arguments mean.
fn written(words: &[Word], add: &mut dyn FnMut(&Word, Change)) {
    let Some(program) = words.first() else { return };
    let arguments = &words[1..];
    let has = |option: &str| arguments.iter().any(|word| word.text == option);
    let files = || operands(arguments);
    match program.text.as_str() {
        "sed" | "perl" => {
            let is_in_place = |word: &Word| {
                word.text == "--in-place"
                    || word.text.starts_with("--in-place=")
                    || (word.text.starts_with("-i")
                        || (word.text.starts_with('-') && !word.text.starts_with("--") && word.text.ends_with('i')))
                    || word.text.starts_with("-pi")
            };
            if arguments.iter().any(is_in_place) {
                let has_script = arguments.iter().any(|word| {
                    matches!(word.text.as_str(), "-e" | "-f" | "--expression" | "--file")
                        || word.text.ends_with('e') && word.text.starts_with("-p")
                });
                let scripts = arguments
                    .iter()
                    .filter(|word| matches!(word.text.as_str(), "-e" | "-f" | "--expression" | "--file" | "-pe"))
                    .count();
                // Scripts behind `-e` are operands to us; the one that stands alone is the first.
                for word in files().into_iter().skip(if has_script { scripts.max(1) } else { 1 }) {
                    add(word, Change::Changed);
                }
            }
        }
        "tee" | "truncate" => all(files(), Change::Changed, add),
        "touch" => all(files(), Change::Created, add),
        "rm" | "unlink" => all(files(), Change::Deleted, add),
        "mv" => moved(&files(), add, true),
        "cp" | "install" | "ln" => moved(&files(), add, false),
        "git" => match arguments.first().map_or("", |word| word.text.as_str()) {
            "mv" => moved(&operands(&arguments[1..]), add, true),
            "rm" if !has("--cached") => all(operands(&arguments[1..]), Change::Deleted, add),
            _ => {}
        },
        program if formats(program, &has) => {
            all(files().into_iter().filter(|word| names_file(&word.text)).collect(), Change::Changed, add);
        }
        _ => {}
    }
}

/// Whether a command is content when there is nothing to do: `rm -f`, `cp -n`, `mv -u`, `git rm`.
fn is_forced(words: &[Word]) -> bool {
    let has = |letters: &[char], long: &[&str]| {
        words.iter().any(|word| match word.text.strip_prefix('-') {
            Some(option) if !option.starts_with('-') => option.contains(letters),
            _ => long.contains(&word.text.as_str()),
        })
    };
    match words.first().map_or("", |program| program.text.as_str()) {
        "rm" => has(&['f'], &["--force"]),
        "cp" | "mv" => has(&['n', 'u'], &["--no-clobber", "--update"]),
        "git" => words.get(1).is_some_and(|verb| verb.text == "rm"),
        _ => false,
    }
}

/// Whether a formatter or linter writes into the files it is given.
fn formats(program: &str, has: &dyn Fn(&str) -> bool) -> bool {
    match program {
        "prettier" | "eslint" | "biome" | "ruff" | "stylelint" => {
            ["--write", "-w", "--fix", "format"].into_iter().any(has)
        }
        "gofmt" | "goimports" | "clang-format" | "shfmt" => has("-w") || has("-i"),
        "rustfmt" | "black" | "isort" => !has("--check"),
        _ => false,
    }
}

fn all(words: Vec<&Word>, change: Change, add: &mut dyn FnMut(&Word, Change)) {
    for word in words {
        add(word, change);
    }
}

/// The arguments that are no options.
fn operands(arguments: &[Word]) -> Vec<&Word> {
    let mut only_operands = false;
    arguments
        .iter()
        .filter(|word| {
            if word.text == "--" && !only_operands {
                only_operands = true;
                return false;
            }
            only_operands || !word.text.starts_with('-')
        })
        .collect()
}

fn names_file(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'))
}

fn moved(files: &[&Word], add: &mut dyn FnMut(&Word, Change), goes: bool) {
    let Some((target, sources)) = files.split_last().filter(|(_, sources)| !sources.is_empty()) else { return };
    for source in sources {
        if goes {
            add(source, Change::Deleted);
        }
        if sources.len() > 1 || target.text.ends_with('/') {
            let name = source.text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            let text = format!("{}/{name}", target.text.trim_end_matches('/'));
            add(&Word { text, is_expanded: target.is_expanded || source.is_expanded }, Change::Created);
        }
    }
    if sources.len() == 1 && !target.text.ends_with('/') {
        add(target, Change::Created);
    }
}

/// The path a word names; `None` when the shell makes something else of it, or the directory is not known.
fn absolute(place: Option<&str>, word: &Word) -> Option<String> {
    if word.is_expanded || word.text.is_empty() || word.text.starts_with("/dev/") || word.text.contains('\n') {
        return None;
    }
    Some(normal(place?, &word.text))
}

/// A path below a directory, without `.` and `..`.
pub(super) fn normal(directory: &str, path: &str) -> String {
    let whole = if path.starts_with('/') { path.to_owned() } else { format!("{directory}/{path}") };
    let is_absolute = whole.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    format!("{}{}", if is_absolute { "/" } else { "" }, parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trail::shell;

    fn named(line: &str) -> String {
        let change = |change| match change {
            Change::Created => '+',
            Change::Changed => '~',
            Change::Deleted => '-',
        };
        let found = candidates(&shell::parse(line).unwrap(), "/p", 20);
        found.iter().map(|one| format!("{}{}", change(one.change), one.path)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn files_are_named_in_the_forms_that_are_known() {
        for (line, expected) in [
            ("sed -i 's/a/b/' x.txt sub/y.txt", "~/p/x.txt ~/p/sub/y.txt"),
            ("sed -i.bak -e s/a/b/ x.txt", "~/p/x.txt"),
            ("perl -pi -e 's/a/b/' x.txt", "~/p/x.txt"),
            ("sed s/a/b/ x.txt", ""),
            ("cat > a.txt <<EOF\nrm b.txt\nEOF", "~/p/a.txt"),
            ("echo x >> sub/../a.txt 2>/dev/null", "~/p/a.txt"),
            ("cat a | tee b c", "~/p/b ~/p/c"),
            ("git mv a b", "-/p/a +/p/b"),
            ("git rm -q a", "-/p/a"),
            ("git rm --cached a", ""),
            ("mv a b sub/", "-/p/a +/p/sub/a -/p/b +/p/sub/b"),
            ("cp a b", "+/p/b"),
            ("cd sub && rm -f ../a /x/b", "-/p/a -/x/b"),
            ("cd $DIR && rm a", ""),
            ("pushd sub && rm a && popd && rm b", "-/p/sub/a"),
            ("cd sub && cd - && rm a", ""),
            ("rm *.txt ~/a $B", ""),
            ("npx prettier --write src/a.ts src", "~/p/src/a.ts"),
            ("touch a && python3 x.py > out 2>&1", "+/p/a ~/p/out"),
            ("(cd sub && rm a) && rm b", "-/p/sub/a -/p/b"),
            ("{ cd sub && rm a; }; rm b", "-/p/sub/a -/p/sub/b"),
            ("(cd sub && make) > log 2>&1", "~/p/log"),
            ("bash -c 'cd sub && echo x > a' && rm b", "~/p/sub/a -/p/b"),
            ("black a.py; gofmt -w b.go", "~/p/a.py ~/p/b.go"),
        ] {
            assert_eq!(named(line), expected, "{line}");
        }
    }
}
