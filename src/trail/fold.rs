//! A record after the other into what is known.

use std::borrow::Cow;

use super::commands;
use super::edits;
use super::entries::{Compactions, EditFacts, Open, Said, Usage};
use super::hash::Hash;
use super::outcome;
use super::pool::Pool;
use super::state::State;
use super::tokens;
use super::words::{self, clean};
use super::work::TASK_TOOLS;
use crate::clock::Timestamp;
use crate::limits;
use crate::transcript::{Object, Value, prompt};

/// Longest command line that is looked into, in bytes.
const LONGEST_LINE: usize = 32 * 1024;
/// The tools that run command lines.
pub(super) const SHELLS: [&str; 2] = ["Bash", "PowerShell"];
/// Calls of subagents that are remembered.
const AGENT_CALLS: usize = 64;

/// Takes records in: the session's own, or those of one of its subagents.
pub(super) struct Fold<'a> {
    pub state: &'a mut State,
    /// Which of the state's subagents it is.
    pub agent: Option<usize>,
    /// The last words so far, as they stand in the transcript.
    pub words: Option<(String, Context)>,
}

/// Where and when a record was written.
pub(super) struct Context {
    pub time: Option<Timestamp>,
    pub evidence: String,
    pub directory: String,
    pub agent: Option<String>,
}

impl<'a> Fold<'a> {
    /// The session's own records, or those of one of its subagents.
    pub fn new(state: &'a mut State, agent: Option<usize>) -> Self {
        Self { state, agent, words: None }
    }

    /// Keeps what only the last record says: to clean it of secrets each time would be most of the work.
    pub fn end(self) {
        let Some((text, context)) = self.words else { return };
        if let Some(at) = self.agent {
            self.state.agents[at].words = Some(clean(&text, limits::TRAIL_NAME));
        } else {
            self.state.words = Some(context.said(&text, limits::TRAIL_WORDS));
        }
    }

    /// Takes in a record. `is_on` says of a record of the conversation whether the way leads over it.
    pub fn record(&mut self, record: &Object<'_>, is_on: bool) {
        if self.agent.is_none() && record.is("isSidechain") {
            // Older clients wrote subagents into the session's own file. What they did is not the session's.
            return;
        }
        match record.text("type").as_deref() {
            Some("queue-operation") => {
                if let Some((text, _)) = record.get("content").and_then(|text| words::beginning(text, 16 * 1024)) {
                    self.notification(&text, time_of(record));
                }
            }
            Some("assistant") => self.assistant(record, is_on),
            Some("user") => self.user(record, is_on),
            Some("system") if is_on && self.agent.is_none() => self.system(record),
            Some("attachment") if is_on && self.agent.is_none() => self.attachment(record),
            _ => {}
        }
    }

    fn context(&self, record: &Object<'_>) -> Context {
        Context {
            time: time_of(record),
            evidence: id_of(record),
            directory: record.text("cwd").map(Cow::into_owned).unwrap_or_default(),
            agent: self.agent.map(|at| self.state.agents[at].id.clone()),
        }
    }

    /// What every record on the way says about the session.
    fn session(&mut self, record: &Object<'_>, context: &Context) {
        if let Some(at) = self.agent {
            self.state.agents[at].time = context.time.or(self.state.agents[at].time);
            return;
        }
        let state = &mut *self.state;
        state.last_time = context.time.or(state.last_time);
        if state.session_id.is_none() {
            state.session_id = record.text("sessionId").filter(|id| is_id(id)).map(Cow::into_owned);
        }
        if state.directory.is_none() && !context.directory.is_empty() {
            state.directory = Some(clean(&context.directory, limits::TRAIL_PATH));
        }
        if let Some(branch) = record.get("gitBranch").and_then(Value::text).filter(|branch| !branch.is_empty())
            && state.branch.as_deref() != Some(&branch)
        {
            state.branch = Some(clean(&branch, limits::TRAIL_NAME));
        }
    }

    /// A directory as it is kept. It is nearly always the session's own.
    fn directory(&self, directory: &str) -> String {
        match &self.state.directory {
            Some(known) if known == directory => known.clone(),
            _ => clean(directory, limits::TRAIL_PATH),
        }
    }

    fn usage(&mut self) -> &mut Usage {
        match self.agent {
            Some(at) => &mut self.state.agents[at].usage,
            None => &mut self.state.usage,
        }
    }

    fn assistant(&mut self, record: &Object<'_>, is_on: bool) {
        let Some(message) = record.object("message") else { return };
        let id = message.text("id").map(|id| Hash::of(id.as_bytes()));
        // Blocks of one message count together: results hang off each of them.
        let is_part = id.is_some() && self.usage().recent.last().map(|(id, _)| *id) == id;
        if !is_on && !is_part {
            self.state.abandoned += 1;
            return;
        }
        let context = self.context(record);
        self.session(record, &context);
        let is_copy = self.is_copied(record, &context);
        let id = id.unwrap_or_else(|| Hash::of(context.evidence.as_bytes()));
        let usage = if is_copy { None } else { message.object("usage") };
        self.usage().add(id, usage.map(|usage| tokens::of(&usage)).unwrap_or_default());
        for block in message
            .get("content")
            .and_then(Value::elements)
            .unwrap_or_default()
            .iter()
            .filter_map(|block| block.object())
        {
            match block.text("type").as_deref() {
                Some("tool_use") if !is_copy || is_about_tasks(&block) => self.call(&block, &context),
                Some("text") => self.said(&block, record),
                _ => {}
            }
        }
    }

    /// Whether a message is one of the session that this one was forked from: its calls are not this one's.
    fn is_copied(&mut self, record: &Object<'_>, context: &Context) -> bool {
        let Some(origin) = record.text("requestSessionId").filter(|_| self.agent.is_none()) else { return false };
        let is_copy = record.text("sessionId").is_some_and(|own| own != origin);
        if is_copy {
            self.state.prompts_copied = self.state.prompts_total;
            self.state.person = Pool::default();
            self.state.compactions = Compactions::default();
            self.state.forked_from = Some(context.said(&origin, limits::TRAIL_NAME));
        }
        is_copy
    }

    fn said(&mut self, block: &Object<'_>, record: &Object<'_>) {
        let text = block.get("text").and_then(|text| words::beginning(text, 16 * 1024)).unwrap_or_default().0;
        if !text.trim().is_empty() {
            self.words = Some((text, self.context(record)));
        }
    }

    fn user(&mut self, record: &Object<'_>, is_on: bool) {
        let context = self.context(record);
        let said = record.object("message").and_then(|message| message.get("content"));
        let blocks: Vec<Object<'_>> =
            said.and_then(Value::elements).unwrap_or_default().iter().filter_map(|block| block.object()).collect();
        let mut is_result = false;
        let mut is_known = false;
        for block in blocks.iter().filter(|block| block.text("type").as_deref() == Some("tool_result")) {
            is_result = true;
            is_known |= self.result(block, record, &context);
        }
        if !is_on && !is_known {
            self.state.abandoned += 1;
            return;
        }
        self.session(record, &context);
        if is_result || !is_on || self.agent.is_some() {
            return;
        }
        if let Some(text) = prompt::of(record) {
            self.prompt(&text, &context);
        } else if let Some((text, _)) = said.and_then(|content| words::beginning(content, 16 * 1024)) {
            if let Some(command) = text.trim_start().strip_prefix("<bash-input>") {
                let command = command.split("</bash-input>").next().unwrap_or(command);
                self.state.person.push(context.said(command, limits::TRAIL_COMMAND));
            }
            self.notification(&text, context.time);
        }
    }

    fn prompt(&mut self, text: &str, context: &Context) {
        let said = context.said(text.trim(), limits::TRAIL_PROMPT);
        let state = &mut *self.state;
        state.prompts_total += 1;
        if state.first_prompt.is_none() {
            state.first_prompt = Some(said);
            return;
        }
        if state.prompts.len() == limits::TRAIL_PROMPTS {
            state.prompts.remove(0);
        }
        state.prompts.push(said);
    }

    fn system(&mut self, record: &Object<'_>) {
        let context = self.context(record);
        self.session(record, &context);
        if record.text("subtype").as_deref() == Some("compact_boundary") {
            let trigger =
                record.object("compactMetadata").and_then(|data| data.text("trigger").map(|text| clean(&text, 20)));
            let compactions = &mut self.state.compactions;
            compactions.count += 1;
            compactions.trigger = trigger;
            compactions.time = context.time;
            compactions.evidence = context.evidence;
        }
    }

    /// What the person typed while the model was working is an attachment.
    fn attachment(&mut self, record: &Object<'_>) {
        let Some(attachment) = record.object("attachment") else { return };
        if attachment.text("type").as_deref() != Some("queued_command")
            || attachment.is("isMeta")
            || prompt::is_by_another(&attachment)
        {
            return;
        }
        let context = self.context(record);
        let is_prompt = attachment.text("commandMode").is_none_or(|mode| mode == "prompt");
        let text = attachment.get("prompt").map(|prompt| words::content(prompt, 16 * 1024).0).unwrap_or_default();
        if is_prompt && prompt::is_by_person(&text) {
            self.prompt(&text, &context);
        }
    }

    fn call(&mut self, block: &Object<'_>, context: &Context) {
        let (Some(id), Some(name)) = (block.text("id"), block.text("name")) else { return };
        let call = Hash::of(id.as_bytes());
        if self.state.open.items().iter().any(|open| open.call == call) {
            return;
        }
        let input = block.object("input").unwrap_or_default();
        let text = |name: &str| input.get(name).and_then(|text| words::beginning(text, LONGEST_LINE));
        let is_known = self.state.tools.contains_key(name.as_ref());
        let tool = if is_known { name.to_string() } else { clean(&name, limits::TRAIL_NAME) };
        self.count(&tool, false);
        self.state.first_call = self.state.first_call.into_iter().chain(context.time).min();
        let mut open = context.open(call, tool, self.directory(&context.directory));
        match name.as_ref() {
            name if SHELLS.contains(&name) => {
                let (command, is_whole) = text("command").unwrap_or_default();
                // Of the other shell's lines only their results are understood.
                let is_whole = is_whole && name == SHELLS[0];
                let line = commands::line_facts(&command, is_whole, context);
                let known = self.state.commands.items().iter().find(|known| known.key == line.key);
                open.subject =
                    known.map_or_else(|| clean(&command, limits::TRAIL_COMMAND), |known| known.command.clone());
                open.line = Some(line);
            }
            name if edits::TOOLS.contains(&name) => {
                let (path, _) = text("file_path").or_else(|| text("notebook_path")).unwrap_or_default();
                open.subject = self.path(&path).unwrap_or_default();
                open.edit = Some(edits::input(&input));
            }
            "TaskCreate" | "TaskUpdate" => {
                open.subject = clean(&text("subject").unwrap_or_default().0, limits::TRAIL_NAME);
                open.status = text("status").map(|(status, _)| clean(&status, 20));
            }
            "Agent" | "Task" => {
                open.subject = clean(&text("description").unwrap_or_default().0, limits::TRAIL_NAME);
                if self.agent.is_none() {
                    self.state.agent_calls.push(call);
                    let over = self.state.agent_calls.len().saturating_sub(AGENT_CALLS);
                    self.state.agent_calls.drain(..over);
                }
            }
            _ => {
                let named =
                    ["file_path", "path", "pattern", "query", "url", "description", "skill"].into_iter().find_map(text);
                open.subject = clean(&named.unwrap_or_default().0, limits::TRAIL_NAME);
            }
        }
        self.state.open.push(open);
    }

    /// Takes in a result. Whether its call is known.
    fn result(&mut self, block: &Object<'_>, record: &Object<'_>, context: &Context) -> bool {
        let Some(id) = block.text("tool_use_id") else { return false };
        let call = Hash::of(id.as_bytes());
        let agent = &context.agent;
        let Some(open) = self.state.open.take(|open| open.call == call && open.agent == *agent) else { return false };
        let is_error = block.is("is_error");
        if is_error {
            self.count(&open.tool, true);
        }
        // It is long, and of most tools nobody looks at it.
        let details = || record.object("toolUseResult");
        if open.line.is_some() {
            self.command(open, &outcome::Result { block, record, details: details() }, context);
        } else if open.edit.is_some() {
            if !is_error {
                self.edited(open, details().as_ref(), context);
            }
        } else if !is_error && TASK_TOOLS.contains(&open.tool.as_str()) {
            self.task(&open, details().as_ref(), context);
        }
        true
    }

    fn count(&mut self, tool: &str, is_error: bool) {
        let tools = &mut self.state.tools;
        if !tools.contains_key(tool) && tools.len() == limits::TRAIL_TOOLS {
            self.state.tools_left_out += u64::from(!is_error);
            return;
        }
        let uses = tools.entry(tool.to_owned()).or_default();
        if is_error {
            uses.errors += 1;
        } else {
            uses.calls += 1;
        }
    }
}

impl Context {
    fn said(&self, text: &str, most: usize) -> Said {
        Said { text: clean(text, most), time: self.time, evidence: self.evidence.clone() }
    }

    fn open(&self, call: Hash, tool: String, directory: String) -> Open {
        Open {
            call,
            tool,
            subject: String::new(),
            directory,
            time: self.time,
            evidence: self.evidence.clone(),
            agent: self.agent.clone(),
            line: None,
            edit: None::<EditFacts>,
            status: None,
            ended: None,
        }
    }
}

/// The tasks of a fork are those it was forked with.
fn is_about_tasks(call: &Object<'_>) -> bool {
    call.text("name").is_some_and(|name| TASK_TOOLS.contains(&name.as_ref()))
}

fn time_of(record: &Object<'_>) -> Option<Timestamp> {
    Timestamp::parse(&record.text("timestamp")?)
}

/// The record's id, if it looks like one.
fn id_of(record: &Object<'_>) -> String {
    record.text("uuid").filter(|id| is_id(id)).map(Cow::into_owned).unwrap_or_default()
}

fn is_id(text: &str) -> bool {
    text.len() <= 36 && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}
