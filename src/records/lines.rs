//! The lines of a transcript: from a stream in bounded memory, or of bytes that are there already.

use std::io::{ErrorKind, Read};

use memchr::memchr;

/// How much is read at a time.
const CHUNK: usize = 64 * 1024;

/// One line, without its line feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// Counts from 1.
    pub number: u64,
    /// Where it begins in the file, in bytes.
    pub offset: u64,
    /// Its bytes. Empty when it is longer than the limit.
    pub bytes: &'a [u8],
    /// How long it is in the file, in bytes.
    pub length: u64,
    /// Whether a line feed ends it. Without one it is the last, and may still be being written.
    pub is_complete: bool,
}

/// Where reading a file goes on: an offset at which a line begins, and that line's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// In bytes.
    pub offset: u64,
    /// Counts from 1.
    pub line: u64,
}

impl Position {
    /// The beginning of a file.
    pub const START: Self = Self { offset: 0, line: 1 };
}

/// Reads lines one after the other. It holds one line at a time, and of one that is longer than the
/// limit nothing.
pub struct Lines<R> {
    source: R,
    limit: usize,
    next: Position,
    buffer: Vec<u8>,
    /// Where the bytes not yet given out begin.
    start: usize,
    /// How many bytes after `start` are known to have no line feed.
    searched: usize,
    is_ended: bool,
}

impl<R: Read> Lines<R> {
    /// Lines of a source that stands at `position`, none longer than `limit` bytes.
    pub fn new(source: R, position: Position, limit: usize) -> Self {
        Self { source, limit, next: position, buffer: Vec::new(), start: 0, searched: 0, is_ended: false }
    }

    /// Where the line after the last one given out begins.
    #[must_use]
    pub fn position(&self) -> Position {
        self.next
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// When the source can't be read.
    pub fn next_line(&mut self) -> std::io::Result<Option<Line<'_>>> {
        // Bytes of a line that is too long, already thrown away.
        let mut dropped = 0_u64;
        loop {
            if let Some(at) = memchr(b'\n', &self.buffer[self.start + self.searched..]) {
                let length = self.searched + at;
                return Ok(Some(self.give(length, dropped, true)));
            }
            self.searched = self.buffer.len() - self.start;
            if self.is_ended {
                let is_nothing = self.searched == 0 && dropped == 0;
                return Ok(if is_nothing { None } else { Some(self.give(self.searched, dropped, false)) });
            }
            if self.searched > self.limit {
                dropped += self.searched as u64;
                self.start = self.buffer.len();
                self.searched = 0;
            }
            self.fill()?;
        }
    }

    fn give(&mut self, length: usize, dropped: u64, is_complete: bool) -> Line<'_> {
        let Position { offset, line: number } = self.next;
        let begin = self.start;
        let whole = dropped + length as u64;
        self.start = (begin + length + usize::from(is_complete)).min(self.buffer.len());
        self.searched = 0;
        self.next = Position { offset: offset + whole + u64::from(is_complete), line: number + 1 };
        let is_too_long = dropped > 0 || length > self.limit;
        let bytes = if is_too_long { &[][..] } else { &self.buffer[begin..begin + length] };
        Line { number, offset, bytes, length: whole, is_complete }
    }

    fn fill(&mut self) -> std::io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        if self.buffer.capacity() > CHUNK * 4 && self.buffer.len() < CHUNK {
            // A long line has passed.
            self.buffer.shrink_to(CHUNK * 2);
        }
        let filled = self.buffer.len();
        self.buffer.resize(filled + CHUNK, 0);
        let read = loop {
            match self.source.read(&mut self.buffer[filled..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(filled + *read.as_ref().unwrap_or(&0));
        self.is_ended = read? == 0;
        Ok(())
    }
}

/// The lines of bytes in memory.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut position = Position::START;
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (bytes, is_complete) = match memchr(b'\n', rest) {
            Some(at) => (&rest[..at], true),
            None => (rest, false),
        };
        rest = &rest[bytes.len() + usize::from(is_complete)..];
        let Position { offset, line: number } = position;
        let length = bytes.len() as u64;
        position = Position { offset: offset + length + u64::from(is_complete), line: number + 1 };
        Some(Line { number, offset, bytes, length, is_complete })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time, as a pipe may.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn a_stream_gives_the_lines_that_bytes_in_memory_have() {
        for text in ["", "\n", "a", "a\n", "\n\na\r\n\0\0\nlast", "a\n\n", "long line of text\nb\n"] {
            for step in 1..8 {
                let expected: Vec<Line<'_>> = lines(text.as_bytes()).collect();
                let mut stream = Lines::new(Drip(text.as_bytes(), step), Position::START, 100);
                let mut count = 0;
                while let Some(line) = stream.next_line().unwrap() {
                    assert_eq!(line, expected[count], "{text:?} {step}");
                    count += 1;
                }
                assert_eq!(count, expected.len());
                assert_eq!(stream.position().offset, text.len() as u64);
            }
        }
    }

    #[test]
    fn a_line_over_the_limit_is_passed_over_and_said() {
        let text = format!("a\n{}\nb", "x".repeat(3 * CHUNK));
        let mut stream = Lines::new(text.as_bytes(), Position::START, CHUNK);
        assert_eq!(stream.next_line().unwrap().unwrap().bytes, b"a");
        let long = stream.next_line().unwrap().unwrap();
        assert_eq!((long.bytes, long.length, long.is_complete), (&[][..], 3 * CHUNK as u64, true));
        let last = stream.next_line().unwrap().unwrap();
        assert_eq!((last.number, last.bytes, last.offset), (3, &b"b"[..], 3 + 3 * CHUNK as u64));
    }
}
