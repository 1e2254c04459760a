//! A file from where it was read up to, into the state: once for the way, and once along it.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::chain::{self, Links};
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
    let known = match agent {
        Some(at) => state.agents[at].source.clone(),
        None => state.source.clone(),
    };
    let (mut file, size) = source::open(path)?;
    let failed = |error: std::io::Error| source::unreadable(path, &error);
    let is_first = known.offset == 0;
    if !is_first && (size < known.offset || marks(&mut file, known.offset).map_err(failed)? != (known.head, known.tail))
    {
        return Ok(Read::StartOver);
    }
    let start = Position { offset: known.offset, line: known.line.max(1) };

    let of_agent = agent.is_some();
    let limit = most.map(|most| start.offset + most).filter(|limit| *limit < size);
    let done = if limit.is_some() { Read::Part } else { Read::Done };
    let mut links = Links::default();
    let mut looks = Vec::new();
    let end = each_line(&mut file, start, limit, &mut |line| {
        if let Some(quick) = chain::quick(line.bytes, of_agent) {
            looks.push(if quick.is_mere_context { Look::Context } else { Look::Link });
            links.add_quick(quick);
        } else {
            if line.bytes.len() >= SHORTEST_LINK {
                looks.push(Look::Other);
            }
            let _is_whole = each_record(line, &mut |record| links.add(record, of_agent));
        }
    })
    .map_err(failed)?;
    if end == start {
        return Ok(done);
    }
    let Some(way) = links.way((!is_first).then_some(&known.leaf)) else { return Ok(Read::StartOver) };

    let mut fold = Fold::new(state, agent);
    let mut is_on = way.is_on.iter().copied();
    let mut looks = looks.into_iter();
    let mut look = |line: &Line<'_>| if line.bytes.len() < SHORTEST_LINK { None } else { looks.next() };
    let end = each_line(&mut file, start, Some(end.offset), &mut |line| match look(line) {
        Some(Look::Context) => drop(is_on.next()),
        Some(Look::Link) => {
            let is_on = is_on.next().unwrap_or(false);
            if !records::glance(line, |record| fold.record(record, is_on)) {
                fold.state.unreadable += u64::from(!each_record(line, &mut |record| fold.record(record, is_on)));
            }
        }
        Some(Look::Other) | None => {
            let is_whole = each_record(line, &mut |record| {
                let is_on = chain::is_link(record, of_agent) && is_on.next().unwrap_or(false);
                fold.record(record, is_on);
            });
            fold.state.unreadable += u64::from(!is_whole);
        }
    })
    .map_err(failed)?;
    fold.end();
    let (head, tail) = marks(&mut file, end.offset).map_err(failed)?;
    let source = Source { offset: end.offset, line: end.line, head, tail, leaf: way.leaf };
    match agent {
        Some(at) => state.agents[at].source = source,
        None => state.source = source,
    }
    Ok(done)
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

/// Gives out the lines that have ended, up to an offset. A last line without a line feed may still be being
/// written: it is read the next time.
fn each_line(
    file: &mut File,
    start: Position,
    end: Option<u64>,
    take: &mut dyn FnMut(&Line<'_>),
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
        if !is_bulk(&line) {
            take(&line);
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
