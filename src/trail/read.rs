//! A file from where it was read up to, into the state: once for the way, and once along it.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::chain::{self, Leaf, Links, Way};
use super::fold::Fold;
use super::hash::Hash;
use super::state::{Source, State};
use crate::error::Result;
use crate::limits;
use crate::transcript::lines::{Line, Lines, Position};
use crate::transcript::records::{self, Item};
use crate::transcript::{Object, source};

/// No link is shorter, in bytes. Of shorter lines there can be so many that nothing is remembered of each.
const SHORTEST_LINK: usize = 100;
/// How many bytes tell a file, at its beginning and before the place that was read up to.
const MARK: u64 = 1024;

/// What became of a file.
pub(super) enum Read {
    /// It was taken in up to its last whole line.
    Done,
    /// The part of it that was asked for was taken in, and there is more.
    Part,
    /// It is another file, or the conversation went back before what is known: start over.
    StartOver,
}

/// What a line was at first sight, when the way was looked for.
enum Look {
    /// A link whose content is of interest.
    Link,
    /// A link that is nothing but one.
    Context,
    /// Its records have to be asked.
    Other,
}

/// Takes in what is new in a file, at most so many bytes of it when that is said.
/// Nothing is changed when it says to start over.
///
/// # Errors
/// When the file is missing, no regular file, or can't be read.
pub(super) fn file(path: &Path, state: &mut State, agent: Option<usize>, most: Option<u64>) -> Result<Read> {
    let known = state.source_of(agent).clone();
    let (mut file, size) = source::open(path)?;
    let failed = |error: std::io::Error| source::unreadable(path, &error);
    let is_first = known.offset == 0;
    if !is_first && !is_the_same(&mut file, size, &known).map_err(failed)? {
        return Ok(Read::StartOver);
    }
    let start = position(&known);
    let limit = most.map(|most| start.offset + most).filter(|limit| *limit < size);
    let done = if limit.is_some() { Read::Part } else { Read::Done };
    let Some(looked) = look(&mut file, start, limit, agent.is_some(), None).map_err(failed)? else { return Ok(done) };
    if looked.end == start {
        return Ok(done);
    }
    let Some(way) = looked.links.way((!is_first).then_some(&known.leaf)) else { return Ok(Read::StartOver) };
    let mut along = Along { way, looks: looked.looks.into_iter(), at: 0 };
    let end = along.fold(&mut file, start, looked.end.offset, state, agent).map_err(failed)?;
    let (head, tail) = marks(&mut file, end.offset).map_err(failed)?;
    let trace = along.way.trace(known.way, 0..along.at);
    *state.source_of(agent) =
        Source { offset: end.offset, line: end.line, head, tail, leaf: along.way.leaf, way: trace };
    Ok(done)
}

/// Takes in the session's own file along the way through all of it, in parts of so many bytes, until it is late. What is
/// known already is gone on from where it is the beginning of that way. Whether everything was taken in; a later
/// call goes on.
///
/// # Errors
/// When the file is missing, no regular file, or can't be read.
pub(super) fn whole(path: &Path, state: &mut State, part: u64, is_late: &dyn Fn() -> bool) -> Result<bool> {
    let (mut file, size) = source::open(path)?;
    let failed = |error: std::io::Error| source::unreadable(path, &error);
    let known = state.source.clone();
    let is_known = known.offset > 0 && is_the_same(&mut file, size, &known).map_err(failed)?;
    let all = look(&mut file, Position::START, None, false, Some((known.offset, is_late))).map_err(failed)?;
    // What was known before the conversation went back is better than nothing.
    let Some(Looked { links, looks, before, end: whole_end }) = all else { return Ok(false) };
    let Some(way) = links.way(None) else { return Ok(false) };
    let goes_on = is_known && way.trace(Hash::default(), 0..before.1) == known.way;
    let mut looks = looks.into_iter();
    let mut at = 0;
    let mut start = Position::START;
    if goes_on {
        looks.by_ref().take(before.0).for_each(drop);
        (at, start) = (before.1, position(&known));
    } else {
        *state = State::new();
    }
    let mut along = Along { way, looks, at };
    let mut most = part;
    while start.offset < whole_end.offset {
        let from = along.at;
        let limit = start.offset.saturating_add(most).min(whole_end.offset);
        let end = along.fold(&mut file, start, limit, state, None).map_err(failed)?;
        // A line can be longer than a part.
        let from_place = start;
        most = if end == start { most * 2 } else { part };
        start = end;
        let (head, tail) = marks(&mut file, end.offset).map_err(failed)?;
        let is_done = end.offset >= whole_end.offset;
        // Where the rest hangs off, only the whole file tells.
        let leaf = if is_done { along.way.leaf.clone() } else { Leaf::default() };
        let trace = along.way.trace(state.source.way, from..along.at);
        state.source = Source { offset: end.offset, line: end.line, head, tail, leaf, way: trace };
        if !is_done && end != from_place && is_late() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn position(known: &Source) -> Position {
    Position { offset: known.offset, line: known.line.max(1) }
}

/// Whether a file is the one that was read, and as long as it was.
fn is_the_same(file: &mut File, size: u64, known: &Source) -> std::io::Result<bool> {
    Ok(size >= known.offset && marks(file, known.offset)? == (known.head, known.tail))
}

/// What a first look at a file found.
struct Looked {
    links: Links,
    looks: Vec<Look>,
    /// How many looks and links there were before a place that was asked for.
    before: (usize, usize),
    end: Position,
}

/// Looks for the links of a part of a file. `None` when there was no time to look at all of it.
fn look(
    file: &mut File,
    start: Position,
    limit: Option<u64>,
    of_agent: bool,
    within: Option<(u64, &dyn Fn() -> bool)>,
) -> std::io::Result<Option<Looked>> {
    const LINES: u64 = 64;
    let mut links = Links::default();
    let mut looks = Vec::new();
    let mut before = (0, 0);
    let mut has_ended = true;
    let end = each_line(file, start, limit, &mut |line| {
        if let Some(quick) = chain::quick(line.bytes, of_agent) {
            looks.push(if quick.is_mere_context { Look::Context } else { Look::Link });
            links.add_quick(quick);
        } else {
            if line.bytes.len() >= SHORTEST_LINK {
                looks.push(Look::Other);
            }
            let _is_whole = each_record(line, &mut |record| links.add(record, of_agent));
        }
        if let Some((offset, is_late)) = within {
            if line.offset < offset {
                before = (looks.len(), links.len());
            }
            has_ended = !(line.number.is_multiple_of(LINES) && is_late());
        }
        has_ended
    })?;
    Ok(has_ended.then_some(Looked { links, looks, before, end }))
}

/// The way through a file, and how far it was gone.
struct Along {
    way: Way,
    looks: std::vec::IntoIter<Look>,
    /// How many links were passed.
    at: usize,
}

impl Along {
    /// Takes in a part of the file. Where it ends.
    fn fold(
        &mut self,
        file: &mut File,
        start: Position,
        limit: u64,
        state: &mut State,
        agent: Option<usize>,
    ) -> std::io::Result<Position> {
        let mut fold = Fold::new(state, agent);
        let end = each_line(file, start, Some(limit), &mut |line| {
            let look = if line.bytes.len() < SHORTEST_LINK { None } else { self.looks.next() };
            match look {
                Some(Look::Context) => drop(self.next()),
                Some(Look::Link) => {
                    let is_on = self.next();
                    if !records::glance(line, |record| fold.record(record, is_on)) {
                        fold.state.unreadable +=
                            u64::from(!each_record(line, &mut |record| fold.record(record, is_on)));
                    }
                }
                Some(Look::Other) | None => {
                    let is_whole = each_record(line, &mut |record| {
                        let is_on = chain::is_link(record, agent.is_some()) && self.next();
                        fold.record(record, is_on);
                    });
                    fold.state.unreadable += u64::from(!is_whole);
                }
            }
            true
        })?;
        fold.end();
        Ok(end)
    }

    /// Whether the way leads over the next link.
    fn next(&mut self) -> bool {
        self.at += 1;
        self.way.is_on.get(self.at - 1).copied().unwrap_or(false)
    }
}

/// What tells a file that has been read up to an offset.
fn marks(file: &mut File, offset: u64) -> std::io::Result<(Hash, Hash)> {
    let mut mark = |start: u64| {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.by_ref().take(MARK.min(offset)).read_to_end(&mut bytes)?;
        Ok::<Hash, std::io::Error>(Hash::of(&bytes))
    };
    Ok((mark(0)?, mark(offset.saturating_sub(MARK))?))
}

/// Gives out the lines that have ended, up to an offset or until `take` wants no more. A last line without a line feed may still be being
/// written: it is read the next time.
fn each_line(
    file: &mut File,
    start: Position,
    end: Option<u64>,
    take: &mut dyn FnMut(&Line<'_>) -> bool,
) -> std::io::Result<Position> {
    file.seek(SeekFrom::Start(start.offset))?;
    let mut lines =
        Lines::new(file.take(end.map_or(u64::MAX, |end| end - start.offset)), start, limits::TRANSCRIPT_LINE_BYTES);
    let mut position = start;
    while let Some(line) = lines.next_line()? {
        if !line.is_complete {
            break;
        }
        position = Position { offset: line.offset + line.length + 1, line: line.number + 1 };
        if !is_bulk(&line) && !take(&line) {
            break;
        }
    }
    Ok(position)
}

/// Whether all of the line was read.
fn each_record(line: &Line<'_>, take: &mut dyn FnMut(&Object<'_>)) -> bool {
    let mut is_whole = true;
    records::read(line, &mut |item| match item {
        Item::Record(record) => take(&record.object),
        Item::Loss(_) => is_whole = false,
    });
    is_whole
}

/// Copies of whole requests are most of a file and say nothing that is not elsewhere. Their kind stands at
/// the beginning of the line.
fn is_bulk(line: &Line<'_>) -> bool {
    static KIND: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\"type\":\"api-request"));
    // A link begins with its parent.
    let beginning = &line.bytes[..line.bytes.len().min(96)];
    beginning.starts_with(b"{\"") && !beginning.starts_with(b"{\"parentUuid") && KIND.find(beginning).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_conversation_that_went_back_is_read_again_in_parts_that_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("session.jsonl");
        let record = |at: usize, parent: usize| {
            let parent = if parent > 0 { format!("\"{parent:08x}\"") } else { "null".to_owned() };
            format!(
                "{{\"parentUuid\":{parent},\"isSidechain\":false,\"type\":\"user\",\"message\":{{\"content\":\"prompt {at}\"}},\"uuid\":\"{at:08x}\"}}\n"
            )
        };
        let mut text: String = (1..=100).map(|at| record(at, at - 1)).collect();
        std::fs::write(&path, &text).unwrap();
        let mut state = State::new();
        assert!(matches!(file(&path, &mut state, None, None).unwrap(), Read::Done));
        text.push_str(&record(101, 90));
        std::fs::write(&path, &text).unwrap();
        assert!(matches!(file(&path, &mut state, None, None).unwrap(), Read::StartOver));

        let known = state.prompts_total;
        assert!(!whole(&path, &mut state, 4096, &|| true).unwrap());
        assert_eq!(state.prompts_total, known, "what was known stays");

        let mut rounds = 0;
        loop {
            rounds += 1;
            // The first question is asked while the way is looked for.
            let asked = Cell::new(0);
            let is_late = || asked.replace(asked.get() + 1) > 0;
            let before = state.prompts_total;
            if whole(&path, &mut state, 4096, &is_late).unwrap() {
                break;
            }
            assert!(rounds == 1 || state.prompts_total > before);
            assert!(matches!(file(&path, &mut state, None, Some(4096)).unwrap(), Read::StartOver));
        }
        assert!(rounds > 2, "{rounds}");
        let mut at_once = State::new();
        assert!(matches!(file(&path, &mut at_once, None, None).unwrap(), Read::Done));
        let json = |state: &State| serde_json::to_string(state).unwrap();
        assert_eq!((state.prompts_total, state.abandoned), (91, 10));
        assert_eq!(json(&state), json(&at_once));
    }
}
