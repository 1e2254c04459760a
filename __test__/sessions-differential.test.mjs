// The library against cc-session-io 0.3.2: the same where that is right, and a list of where it is not.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as theirs from 'cc-session-io';
import * as ours from '../sessions.js';
import { temporaryDirectory } from './helpers/place.mjs';
import { minimal, recordsOf, sessionPlace } from './helpers/sessions.mjs';

const text = (words) => [{ type: 'text', text: words }];
const calls = (...ids) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { id } })),
});
const results = (...ids) => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` })),
});
const user = (content) => ({ role: 'user', content });
const assistant = (content) => ({ role: 'assistant', content });

// Neither library may see where this machine's user keeps sessions.
const saved = {};
before(() => {
  for (const name of ['HOME', 'CLAUDE_CONFIG_DIR']) {
    saved[name] = process.env[name];
  }
  process.env.HOME = '/no/such/home';
  delete process.env.CLAUDE_CONFIG_DIR;
});
after(() => {
  for (const [name, value] of Object.entries(saved)) {
    if (value === undefined) {
      delete process.env[name];
    } else {
      process.env[name] = value;
    }
  }
});

/** Runs both libraries in places of their own. */
const both = (t, run) => [run(sessionPlace(t, theirs), theirs), run(sessionPlace(t, ours), ours)];

/**
 * Records with every random id replaced by where it first occurred. Of a time, and of the made-up word
 * in `slug`, only the type is left.
 */
function shape(records, { projectPath, directory }) {
  const names = new Map();
  const named = (value) => {
    names.set(value, names.get(value) ?? `#${names.size}`);
    return names.get(value);
  };
  const random = /^([0-9a-f]{8}-[0-9a-f-]{27}|(msg|req|toolu)_(syn_)?[0-9a-f]{20,24})$/;
  return JSON.parse(JSON.stringify(records), (key, value) => {
    // cc-session-io may give two records one time when a session is opened again.
    if (key === 'slug' || key === 'timestamp') {
      return typeof value;
    }
    if (typeof value !== 'string') {
      return value;
    }
    return random.test(value)
      ? named(value)
      : value.replaceAll(projectPath, 'PROJECT').replaceAll(directory, 'DIRECTORY');
  });
}

/** Each library has words of its own for what a repair puts in. */
const wordless = (messages) =>
  JSON.parse(
    JSON.stringify(messages)
      .replace(/"\[no tool result recorded\]"|"The result of this call was not recorded\."/g, '"MISSING"')
      .replace(/"\[orphaned tool result removed\]"|"The conversation began with results [^"]*"/g, '"ORPHAN"'),
  );

/** What a session's file holds after `build`. */
function built(t, build) {
  return both(t, (place) => {
    const session = place.create({ sessionId: '12345678-1234-4123-8123-123456789abc' });
    build(session);
    session.save();
    return wordless(shape(recordsOf(session.jsonlPath), place));
  });
}

const conversations = {
  'a question and an answer': (session) => {
    session.addUserMessage('One');
    session.addAssistantMessage(text('Two'));
  },
  'blocks of every kind': (session) => {
    session.addUserMessage([
      ...text('look'),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } },
    ]);
    session.addAssistantMessage([
      { type: 'thinking', thinking: 'Hm', signature: 's' },
      ...text('é ✓ \u{1f600} \ud800'),
    ]);
    session.addAssistantMessage([]);
    session.addUserMessage('');
  },
  'options of an answer': (session) => {
    session.addAssistantMessage(text('x'), { model: 'm', stopReason: 'max_tokens' });
    session.addAssistantMessage(text('x'), {});
  },
  'tool calls': (session) => {
    session.addToolCalls(
      [
        { name: 'Read', input: { file_path: '/foo' }, result: 'x' },
        { name: 'Bash', input: undefined, result: text('y'), isError: true },
      ],
      { response: text('done'), model: 'm' },
    );
    session.addToolCalls([{ name: 'Bash', input: {}, result: '' }], { response: [] });
    session.addToolCalls([{ name: 'Bash', input: {}, result: '' }]);
  },
  'tool results': (session) => {
    session.addAssistantMessage(calls('a', 'b').content);
    session.addToolResults([
      { toolUseId: 'a', content: 'x', isError: false },
      { toolUseId: 'b', content: text('y'), isError: true },
    ]);
  },
  'an import': (session) => {
    session.importMessages([
      user('one'),
      user(text('two')),
      assistant('three'),
      calls('a'),
      user([...results('a').content, ...text('and more')]),
      assistant(text('four')),
      assistant(''),
      calls('b'),
    ]);
    session.importMessages([]);
  },
};

for (const [name, build] of Object.entries(conversations)) {
  test(`a new session with ${name}`, (t) => {
    const [expected, actual] = built(t, build);
    assert.deepEqual(actual, expected);
    assert.deepEqual(actual.map(Object.keys), expected.map(Object.keys));
  });
}

test('a session that is opened again and goes on', (t) => {
  const [expected, actual] = both(t, (place) => {
    const first = place.create({ gitBranch: 'main', version: '9.9.9', cwd: '/cwd' });
    first.addUserMessage('One');
    first.save();
    const session = place.open(first.sessionId);
    session.addAssistantMessage(text('Two'));
    session.save();
    session.addUserMessage('Three');
    session.save();
    const again = place.open(first.sessionId);
    return {
      file: shape(recordsOf(session.jsonlPath), place),
      records: shape(again.records, place),
      messages: again.messages.length,
    };
  });
  assert.deepEqual(actual, expected);
});

test('a file that is read by its path', (t) => {
  const lines = [
    minimal('user', 'a', null),
    '{"type":"queue-operation","operation":"enqueue"}',
    minimal('assistant', 'b', 'a', text('x')),
  ];
  const [expected, actual] = both(t, (place, { readSession, parseJsonlFile }) => {
    const path = place.file('s.jsonl', `${lines.join('\n')}\n\n`);
    const session = readSession(path);
    session.addUserMessage('more');
    const { sessionId, projectPath } = session;
    return {
      sessionId,
      projectPath,
      records: shape(session.records, place),
      messages: shape(session.messages, place),
      parsed: parseJsonlFile(path),
      given: readSession(path, '/given').projectPath,
    };
  });
  assert.deepEqual(actual, expected);
});

test('a cleared and a deleted session', (t) => {
  const [expected, actual] = both(t, (place, { deleteSession }) => {
    const session = place.create();
    session.addUserMessage('One');
    session.save();
    mkdirSync(join(session.jsonlPath.replace(/\.jsonl$/, ''), 'subagents'), { recursive: true });
    session.clear();
    const cleared = existsSync(session.jsonlPath);
    session.addUserMessage('Two');
    session.save();
    const records = shape(recordsOf(session.jsonlPath), place);
    deleteSession(session.sessionId, place.projectPath, place.claudeDir);
    deleteSession(session.sessionId, place.projectPath, place.claudeDir);
    return { cleared, records, deleted: existsSync(session.jsonlPath) };
  });
  assert.deepEqual(actual, expected);
});

test('records to text and back', () => {
  const texts = [
    '',
    '{"type":"a"}',
    '{"type":"a"}\n\n{"type":"b","n":1.5,"t":"\\u00e9é\\n"}\n',
    '{"type":"a"}\r\n  {"type":"b"}  \n',
    '{"type":"deep","x":[[[[{"y":[null,true]}]]]]}\n',
  ];
  for (const content of texts) {
    assert.deepEqual(ours.parseJsonl(content), theirs.parseJsonl(content), content);
  }
  const records = [{ type: 'a', absent: undefined, list: [undefined], half: '\ud800', nan: Number.NaN }, { type: 'b' }];
  assert.equal(ours.serializeJsonl(records), theirs.serializeJsonl(records));
  assert.equal(ours.serializeRecord(records[0]), theirs.serializeRecord(records[0]));
});

test('paths', (t) => {
  const directory = temporaryDirectory(t);
  const link = join(directory, 'link');
  symlinkSync(directory, link);
  const paths = [
    '/',
    '/Users/me/project',
    '/a b/c_d.e-f',
    '/größe/日本/\u{1f600}',
    '/cafe\u0301',
    `/${'x'.repeat(199)}`,
    `/${'x'.repeat(200)}`,
    `/${'directory/'.repeat(40)}`,
    `/${'größe 日本\u{1f600}/'.repeat(30)}`,
    'relative',
    directory,
    link,
  ];
  for (const path of paths) {
    assert.equal(ours.projectPathToHash(path), theirs.projectPathToHash(path), path);
    assert.equal(ours.normalizeProjectPath(path), theirs.normalizeProjectPath(path), path);
    assert.equal(ours.getProjectDir(path), theirs.getProjectDir(path), path);
    assert.equal(ours.getSessionPath('id', path, '/c'), theirs.getSessionPath('id', path, '/c'), path);
  }
  assert.equal(ours.getClaudeDir(), theirs.getClaudeDir());
  assert.equal(ours.getClaudeDir('/x'), theirs.getClaudeDir('/x'));
  process.env.CLAUDE_CONFIG_DIR = '/config';
  assert.equal(ours.getClaudeDir(), theirs.getClaudeDir());
  delete process.env.CLAUDE_CONFIG_DIR;
});

test('repairs of tool calls', () => {
  const conversations = [
    [],
    [user('x'), assistant('y')],
    [calls('a')],
    [calls('a'), user('x')],
    [calls('a'), user(text('x'))],
    [calls('a', 'b'), results('b')],
    [calls('a'), user([...text('t'), ...results('a').content])],
    [calls('a'), assistant('x'), user('y')],
    [user('x'), results('a'), calls('b')],
    [calls('a'), results('a'), results('a')],
    [calls('a'), results('b')],
    [results('a')],
    [user([])],
  ];
  for (const conversation of conversations) {
    assert.deepEqual(
      wordless(ours.repairToolPairing(conversation)),
      wordless(theirs.repairToolPairing(conversation)),
      JSON.stringify(conversation),
    );
  }
});

/** What a call gives, or that it throws. */
const outcome = (call) => {
  try {
    return call();
  } catch (error) {
    return `throws ${error.code ?? error.name}`;
  }
};

const startedSession = ({ create }) => {
  const session = create();
  session.addUserMessage('One');
  session.save();
  return session;
};
const contents = (path) => recordsOf(path).map(({ message }) => message.content);

/** Where cc-session-io 0.3.2 is wrong: what happens with it, and with this library. */
const differences = [
  ...['{"type":"user","uu', '\0\0\0\0', 'null', '{"type":"x"}{"type":"y"'].map((damage) => ({
    name: `a line ${JSON.stringify(damage)} makes the file unreadable`,
    run: ({ file }, { readSession }) =>
      readSession(file('s.jsonl', `${minimal('user', 'a', null)}\n${damage}\n`)).messages.some(
        ({ uuid }) => uuid === 'a',
      ),
    theirs: damage === 'null' ? 'throws TypeError' : 'throws SyntaxError',
    ours: true,
  })),
  {
    name: 'a byte order mark makes the file unreadable',
    run: ({ file }, { readSession }) =>
      readSession(file('s.jsonl', `\ufeff${minimal('user', 'a', null)}\n`)).messages.length,
    theirs: 'throws SyntaxError',
    ours: 1,
  },
  {
    name: 'an append is glued to a line that was cut off',
    run: (place) => {
      const { sessionId, jsonlPath } = startedSession(place);
      const session = place.open(sessionId);
      appendFileSync(jsonlPath, '{"type":"torn');
      session.addUserMessage('Two');
      session.save();
      return readFileSync(jsonlPath, 'utf8').split('\n')[1];
    },
    theirs: (line) => assert.match(line, /^\{"type":"torn\{/),
    ours: '{"type":"torn',
  },
  {
    name: 'the first save of a new session overwrites a file that is there',
    run: ({ create }) => {
      for (const words of ['One', 'Two']) {
        const session = create({ sessionId: 'same' });
        session.addUserMessage(words);
        session.save();
      }
      return contents(create({ sessionId: 'same' }).jsonlPath);
    },
    theirs: ['Two'],
    ours: ['One', 'Two'],
  },
  {
    name: 'a result given twice in one message is kept twice, which the API refuses',
    run: (_, { repairToolPairing }) => repairToolPairing([calls('a'), results('a', 'a')])[1].content.length,
    theirs: 2,
    ours: 1,
  },
  {
    name: 'a result in the second of two user messages is replaced by an error',
    run: (_, { repairToolPairing }) => {
      const repaired = repairToolPairing([calls('a', 'b'), results('a'), results('b')]);
      return repaired.flatMap(({ content }) => content).filter(({ content }) => content === 'result of b').length;
    },
    theirs: 0,
    ours: 1,
  },
  {
    name: 'calls in two messages lose their results, which came after both',
    run: (_, { repairToolPairing }) => {
      const repaired = repairToolPairing([calls('a'), calls('b'), results('a', 'b')]);
      return repaired.flatMap(({ content }) => content).filter(({ is_error }) => is_error).length;
    },
    theirs: 1,
    ours: 0,
  },
  ...['', '..'].map((id) => ({
    name: `deleteSession('${id}') deletes other sessions`,
    run: (place, { deleteSession }) => {
      const { jsonlPath } = startedSession(place);
      const answer = outcome(() => deleteSession(id, place.projectPath, place.claudeDir));
      return [answer, existsSync(jsonlPath)];
    },
    theirs: [undefined, false],
    ours: ['throws SESSION_INVALID', true],
  })),
  {
    name: 'an id leads out of the folder',
    run: ({ create }) => create({ sessionId: '../../x' }).jsonlPath.includes('projects'),
    theirs: false,
    ours: 'throws SESSION_INVALID',
  },
  {
    name: 'a session of a long path is not found in a folder that another version named',
    run: ({ file, claudeDir }, { openSession, projectPathToHash }) => {
      const projectPath = `/${'directory/'.repeat(25)}`;
      const folder = `${projectPathToHash(projectPath).slice(0, 200)}-other`;
      file(join('claude', 'projects', folder, 'one.jsonl'), `${minimal('user', 'a', null)}\n`);
      return openSession({ sessionId: 'one', projectPath, claudeDir }).messages.length;
    },
    theirs: 'throws ENOENT',
    ours: 1,
  },
  {
    name: 'a message is chained to the last message, where the client does not see it after records of its own',
    run: ({ file }, { readSession }) => {
      const path = file('s.jsonl', `${minimal('user', 'a', null)}\n${minimal('attachment', 'client', 'a')}\n`);
      const session = readSession(path);
      session.addUserMessage('Two');
      session.save();
      return recordsOf(path).at(-1).parentUuid;
    },
    theirs: 'a',
    ours: 'client',
  },
  {
    name: 'a number that JavaScript can not hold is changed',
    run: (_, { parseJsonl, serializeJsonl }) => serializeJsonl(parseJsonl('{"n":12345678901234567890}\n')),
    theirs: '{"n":12345678901234567000}\n',
    ours: '{"n":12345678901234567890}\n',
  },
  {
    name: 'no records are an empty line',
    run: (_, { serializeJsonl }) => serializeJsonl([]),
    theirs: '\n',
    ours: '',
  },
  {
    name: 'an empty variable is the working directory',
    run: (_, { getClaudeDir }) => {
      process.env.CLAUDE_CONFIG_DIR = '';
      const directory = getClaudeDir();
      delete process.env.CLAUDE_CONFIG_DIR;
      return directory;
    },
    theirs: '',
    ours: '/no/such/home/.claude',
  },
  {
    name: 'a message of an unknown role disappears',
    run: ({ create }) => create().importMessages([{ role: 'system', content: 'x' }]),
    theirs: undefined,
    ours: 'throws INPUT_INVALID',
  },
  {
    name: 'empty results are written, which the API refuses',
    run: ({ create }) => typeof create().addToolResults([]),
    theirs: 'string',
    ours: 'throws INPUT_INVALID',
  },
  {
    name: 'a message without content is written',
    run: ({ create }) => typeof create().addUserMessage(undefined),
    theirs: 'string',
    ours: 'throws INPUT_INVALID',
  },
  {
    name: 'a block loses what the library does not know',
    run: ({ create }) => {
      const session = create();
      session.importMessages([
        calls('a'),
        user([{ ...results('a').content[0], cache_control: { type: 'ephemeral' } }]),
      ]);
      return 'cache_control' in session.records[1].message.content[0];
    },
    theirs: false,
    ours: true,
  },
];

for (const { name, run, ...expected } of differences) {
  test(`cc-session-io 0.3.2: ${name}`, (t) => {
    const [their, our] = both(t, (place, library) => outcome(() => run(place, library)));
    for (const [actual, wanted] of [
      [their, expected.theirs],
      [our, expected.ours],
    ]) {
      if (typeof wanted === 'function') {
        wanted(actual);
      } else {
        assert.deepEqual(actual, wanted);
      }
    }
  });
}
