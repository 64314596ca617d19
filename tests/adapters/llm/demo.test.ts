import { describe, expect, it } from '@jest/globals';
import { DemoModel } from '../../../src/adapters/out/llm/demo/demo-model.ts';
import type {
  ModelBlock,
  ModelEnd,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ToolCallBlock,
  ToolDefinition,
} from '../../../src/core/ports/model.ts';
import { untrusted } from '../../../src/core/trust/untrusted/untrusted.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { modelContract } from '../../ports/model.contract.ts';
import { user } from './conversation.ts';

const PACE_MS = 20;

const tool = (name: string, ...fields: readonly string[]): ToolDefinition => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
    required: fields,
  },
});
const writeFile = tool('write_file', 'path', 'content');
const otherTools = [
  tool('read_file', 'path'),
  tool('list_files', 'path'),
  tool('edit_file', 'path', 'oldString', 'newString'),
  tool('remember', 'text'),
  tool('recall', 'query'),
];

const requestOf = (messages: readonly ModelMessage[], tools = [writeFile]): ModelRequest => ({
  system: 'You are svc.',
  messages,
  tools,
});

modelContract('demo', async () => {
  const clock = new ManualClock();
  const words = { text: 'count to 5', 'other text': 'count to 12', 'tool call': 'write a.txt: hello' };
  return {
    model: new DemoModel({ clock, paceMs: PACE_MS }),
    request: (exchange) => requestOf([user(words[exchange])]),
    answer: (exchange) => (exchange === 'text' ? '1 2 3 4 5 ' : '1 2 3 4 5 6 7 8 9 10 11 12 '),
    proceed: () => clock.advance(PACE_MS),
    held: () => clock.waiting,
    close: () => Promise.resolve(),
  };
});

interface Answer {
  readonly text: string;
  readonly thinking: string;
  readonly chunks: readonly string[];
  readonly end: ModelEnd;
  readonly calls: readonly ToolCallBlock[];
}

/** Uses a new model each time, so that only the request can carry a conversation on. */
async function answerTo(request: ModelRequest): Promise<Answer> {
  const events: ModelEvent[] = [];
  const model = new DemoModel({ clock: new ManualClock(), paceMs: 0 });
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('the stream had no end');
  const chunks = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
  const thinking = events.flatMap((event) => (event.type === 'thinking' ? [event.text] : [])).join('');
  return {
    text: chunks.join(''),
    thinking,
    chunks,
    end,
    calls: end.stop === 'tool_use' ? end.toolCalls : [],
  };
}

/** A thread with the demo model: text and tool results go in, its next answer comes out. */
class Talk {
  readonly #tools: readonly ToolDefinition[];
  #messages: readonly ModelMessage[] = [];
  #open: readonly ToolCallBlock[] = [];

  constructor(...tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  say(text: string): Promise<Answer> {
    return this.#turn(user(text));
  }

  /** Answers the open call. */
  result(output: string, success = true): Promise<Answer> {
    const content = this.#open.map(({ toolCallId }): ModelBlock => ({
      type: 'tool_result',
      toolCallId,
      output,
      success,
    }));
    return this.#turn({ role: 'user', content });
  }

  async #turn(message: ModelMessage): Promise<Answer> {
    this.#messages = [...this.#messages, message];
    const answer = await answerTo(requestOf(this.#messages, [...this.#tools]));
    const said: readonly ModelBlock[] = answer.text === '' ? [] : [{ type: 'text', text: answer.text }];
    this.#messages = [...this.#messages, { role: 'assistant', content: [...said, ...answer.calls] }];
    this.#open = answer.calls;
    return answer;
  }
}

const inputsOf = (answer: Answer) => answer.calls.map(({ name, input }) => ({ name, input }));
const writing = (path: string, content: unknown = expect.any(String)) => [
  { name: 'write_file', input: { path, content } },
];

describe('DemoModel streams', () => {
  it('its first piece at once, then one word after each pause', async () => {
    const clock = new ManualClock();
    const model = new DemoModel({ clock, paceMs: PACE_MS });
    const arrivals: string[] = [];
    const read = async () => {
      for await (const event of model.stream(requestOf([user('count to 2')]), new AbortController().signal))
        arrivals.push(
          `${event.type === 'end' ? event.stop : 'text' in event && event.text}@${clock.monotonic()}`,
        );
    };
    const reading = read();
    await clock.advance(0);
    expect(arrivals).toEqual(['I count to 2.@0']);
    await clock.advance(PACE_MS - 1);
    expect(arrivals).toHaveLength(1);
    await clock.advance(1 + PACE_MS);
    await reading;
    expect(arrivals).toEqual(['I count to 2.@0', '1 @20', '2 @40', 'end_turn@40']);
  });

  it('words, after some thinking', async () => {
    const { chunks, thinking } = await answerTo(requestOf([user('what is the weather?')]));
    expect(thinking).not.toBe('');
    expect(chunks.length).toBeGreaterThan(40);
    expect(chunks.filter((chunk) => !/^\S+\s*$/.test(chunk))).toEqual([]);
  });

  it('the same answer for the same request, and counts about four characters as a token', async () => {
    const request = requestOf([user('write a.txt: hello')]);
    const [first, second] = [await answerTo(request), await answerTo(request)];
    expect(first).toEqual(second);
    const { text, thinking, calls, end } = first;
    const characters = text.length + thinking.length + JSON.stringify(calls).length;
    expect(end.usage).toEqual({
      inputTokens: Math.ceil(JSON.stringify(request).length / 4),
      outputTokens: Math.ceil(characters / 4),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });
  });
});

describe('DemoModel: help', () => {
  const tryable = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));

  it.each(['help', 'HELP!', 'Please help me.', 'Help, please!', 'hi', 'Hello there', ' ', '?'])(
    'answers %j with what can be tried',
    async (task) => {
      const { text, end } = await new Talk(writeFile).say(task);
      expect(end.stop).toBe('end_turn');
      expect(tryable(text)).toHaveLength(9);
    },
  );

  it.each(['hilfe', 'Hallo!', 'Bitte Hilfe', 'Was kannst du?'])(
    'answers %j in German with what can be tried',
    async (task) => {
      const { text } = await new Talk(writeFile).say(task);
      expect(tryable(text)).toHaveLength(9);
      expect(tryable(text)).not.toEqual(tryable((await new Talk(writeFile).say('help')).text));
    },
  );
});

describe('DemoModel: write', () => {
  it.each([
    ['write notes/today.md: Buy milk', 'notes/today.md', 'Buy milk'],
    ['WRITE Notes.TXT:Buy: milk\nand eggs', 'Notes.TXT', 'Buy: milk\nand eggs'],
    ['Please write to notes.txt: hi', 'notes.txt', 'hi'],
    ['could you write "my notes.txt": hi', 'my notes.txt', 'hi'],
    ['write ../up.txt: hi', '../up.txt', 'hi'],
    ['write C:\\temp\\a.txt: hi', 'C:\\temp\\a.txt', 'hi'],
    ['write hello world to notes.txt', 'notes.txt', 'hello world'],
    ['create notes.txt with hello', 'notes.txt', 'hello'],
    ['create a file called notes with the text: hello', 'notes', 'hello'],
    ['create a new file notes.txt saying hello', 'notes.txt', 'hello'],
    ['create a file in docs/notes.txt: hello', 'docs/notes.txt', 'hello'],
    ['Create a file: hello', 'hello.txt', 'hello'],
    ['write file.txt: hello', 'file.txt', 'hello'],
    ['write empty.txt:', 'empty.txt', ''],
  ])('%j calls the tool', async (task, path, content) => {
    expect(inputsOf(await new Talk(writeFile).say(task))).toEqual(writing(path, content));
  });

  it.each([
    ['write a file', 'hello.txt'],
    ['Write a file for me, please.', 'hello.txt'],
    ['create a file notes.txt.', 'notes.txt'],
    ['create src/index.ts', 'src/index.ts'],
  ])('%j gets its own content', async (task, path) => {
    expect(inputsOf(await new Talk(writeFile).say(task))).toEqual(
      writing(path, 'Hello from the demo model.\n'),
    );
  });

  it.each(['write me a poem: a short one', 'make coffee: black', 'write unit tests for src/a.ts: they fail'])(
    '%j is not a file',
    async (task) => {
      expect((await new Talk(writeFile).say(task)).calls).toEqual([]);
    },
  );

  it.each([
    [true, 'Wrote 8 bytes.'],
    [false, 'The path leads out of the workspace.'],
  ])('says where, and what the tool said (success: %s)', async (success, output) => {
    const talk = new Talk(writeFile);
    await talk.say('write notes.txt: Buy milk');
    const { text, end } = await talk.result(output, success);
    expect(end.stop).toBe('end_turn');
    for (const told of ['notes.txt', output]) expect(text).toContain(told);
    expect(text.includes('Buy milk')).toBe(success);
  });

  it.each([
    ['write a.txt: hi', 'write_file'],
    ['read a.txt', 'read_file'],
    ['list files', 'list_files'],
    ['edit a: b -> c', 'edit_file'],
    ['fail once', 'write_file'],
    ['loop', 'write_file'],
  ])('%j without %s calls nothing, and says so', async (task, name) => {
    const { text, calls } = await new Talk().say(task);
    expect(calls).toEqual([]);
    expect(text).toContain(name);
  });

  it('treats each task as new, whatever happened before, and never reuses an id', async () => {
    const talk = new Talk(writeFile);
    const first = await talk.say('write a.txt: 1');
    await talk.result('ok');
    const second = await talk.say('write b.txt: 2');
    expect(inputsOf(second)).toEqual(writing('b.txt', '2'));
    expect(second.calls[0]?.toolCallId).not.toBe(first.calls[0]?.toolCallId);
  });

  it("follows the person's new words when they come with the results of an earlier task", async () => {
    const { calls } = await new Talk(writeFile).say('write a.txt: 1');
    const [call] = calls;
    if (!call) throw new Error('no call');
    const lost: ModelBlock = {
      type: 'tool_result',
      toolCallId: call.toolCallId,
      output: 'not known',
      success: false,
    };
    const said: ModelBlock = { type: 'text', text: 'count to 3' };
    const messages: readonly ModelMessage[] = [
      user('write a.txt: 1'),
      { role: 'assistant', content: [call] },
      { role: 'user', content: [lost, said] },
    ];
    expect((await answerTo(requestOf(messages))).text).toBe('1 2 3 ');
  });

  it('reads the last of two consecutive messages', async () => {
    expect((await answerTo(requestOf([user('write a.txt: 1', 'count to 1')]))).text).toBe('1 ');
  });
});

describe('DemoModel: read, list and edit', () => {
  const tools = [
    tool('read_file', 'path'),
    tool('list_files', 'path'),
    tool('edit_file', 'path', 'oldString', 'newString'),
  ];

  it.each([
    ['read notes.txt', 'read_file', { path: 'notes.txt' }],
    ['Please read the file "my notes.txt".', 'read_file', { path: 'my notes.txt' }],
    ['show ../../etc/passwd', 'read_file', { path: '../../etc/passwd' }],
    ['read Makefile', 'read_file', { path: 'Makefile' }],
    ['list files', 'list_files', {}],
    ['Show me my files!', 'list_files', {}],
    ['list the files in notes/old', 'list_files', { path: 'notes/old' }],
    ['edit a.txt: one -> two', 'edit_file', { path: 'a.txt', oldString: 'one', newString: 'two' }],
    ['edit a.txt: one. -> two.', 'edit_file', { path: 'a.txt', oldString: 'one.', newString: 'two.' }],
    ['edit "a b.txt":x\ny→', 'edit_file', { path: 'a b.txt', oldString: 'x\ny', newString: '' }],
  ])('%j calls the tool', async (task, name, input) => {
    expect(inputsOf(await new Talk(...tools).say(task))).toEqual([{ name, input }]);
  });

  it.each(['read me a story', 'list ideas', 'edit my life', 'show me what you can do', 'show business'])(
    '%j is no file',
    async (task) => {
      expect((await new Talk(...tools).say(task)).calls).toEqual([]);
    },
  );

  it('quotes the text between the tags', async () => {
    const talk = new Talk(...tools);
    await talk.say('read a.txt');
    const output =
      'Line 1 of 1.\nIt is material.\n<untrusted-1 source="file a.txt">\nBuy > milk\n</untrusted-1>';
    const { text } = await talk.result(output);
    expect(text).toContain('\nBuy > milk');
    expect(text).not.toMatch(/untrusted|material/u);
    for (const [task, told, success] of [
      ['list files', 'This folder is empty.', true],
      ['edit a.txt: b -> c', 'There is nothing at this path.', false],
    ] as const) {
      await talk.say(task);
      expect((await talk.result(told, success)).text).toContain(told);
    }
  });
});

describe('DemoModel: remember and recall', () => {
  it.each(['remember that I like tea', 'please recall my name'])(
    '%j without memory tools says that there is no memory yet',
    async (task) => {
      const { text, calls } = await new Talk(writeFile).say(task);
      expect(calls).toEqual([]);
      expect(text).not.toBe('');
    },
  );

  it('uses the tools once they are offered, by their own schema, and tells what they said', async () => {
    const talk = new Talk(tool('remember', 'fact'), tool('recall', 'query'));
    for (const [task, name, input, success] of [
      ['Remember: I like tea', 'remember', { fact: 'I like tea' }, true],
      ['remember that I like tea', 'remember', { fact: 'I like tea' }, false],
      ['recall tea', 'recall', { query: 'tea' }, true],
    ] as const) {
      expect(inputsOf(await talk.say(task))).toEqual([{ name, input }]);
      expect((await talk.result(`of ${task}`, success)).text).toContain(`of ${task}`);
    }
  });

  it('repeats recalled entries word for word, complete, and without their metadata', async () => {
    const talk = new Talk(tool('recall', 'query'));
    await talk.say('recall tea');
    const entry = (text: string) =>
      JSON.stringify({ id: '0190', namespace: 'knowledge', date: '2026-01-02', origin: 'user', text });
    const texts = ['You like "tea"', `Long ${'and longer '.repeat(20)}`.trim(), 'Ends with </untrusted-x>'];
    const text = texts.map(entry).join('\n');
    const output = `From memory.\n${untrusted({ text, source: 'memory', nonce: 'abcdefghijklmnop' })}`;
    expect((await talk.result(output)).text.split('\n').slice(1)).toEqual([
      `- ${texts[0]}`,
      `- ${texts[1]}`,
      '- Ends with [/untrusted-x>',
    ]);
  });
});

describe('DemoModel: ask', () => {
  it.each(['ask', 'Ask me something!'])(
    '%j asks in plain text, and takes the next message as the answer',
    async (task) => {
      const talk = new Talk(writeFile);
      const asked = await talk.say(task);
      expect(asked.calls).toEqual([]);
      expect(asked.text).toMatch(/\?$/);
      expect((await talk.say('Count to 3')).text).toContain('“Count to 3”');
      expect((await talk.say('Count to 3')).text).toBe('1 2 3 ');
    },
  );

  it('asks with the tool when it is offered', async () => {
    const talk = new Talk(tool('ask_user', 'question', 'options'));
    expect(inputsOf(await talk.say('ask'))).toEqual([
      {
        name: 'ask_user',
        input: {
          question: expect.stringMatching(/\?$/),
          options: expect.arrayContaining([expect.any(String)]),
        },
      },
    ]);
    expect((await talk.result('Write files')).text).toContain('“Write files”');
    await talk.say('ask me');
    expect((await talk.result('The question expired.', false)).text).toContain('The question expired.');
  });
});

describe('DemoModel: fail once', () => {
  it('is refused, explains it, tries again inside, and reports that it recovered', async () => {
    const talk = new Talk(writeFile);
    const first = await talk.say('Fail once.');
    expect(inputsOf(first)).toEqual(writing('../outside.txt'));
    const second = await talk.result('It leads out of the workspace.', false);
    expect(second.text).toContain('It leads out of the workspace.');
    expect(inputsOf(second)).toEqual(writing('recovered.txt'));
    const third = await talk.result('ok');
    expect(third.end.stop).toBe('end_turn');
    expect(third.text).toMatch(/^Recovered: .*recovered\.txt/);
  });

  it.each([
    [[false, false], 'The disk is full.'],
    [[true], ''],
  ])('claims no recovery that did not happen: %j', async (outcomes, said) => {
    const talk = new Talk(writeFile);
    await talk.say('fail once');
    let last: Answer | undefined;
    for (const success of outcomes) last = await talk.result('The disk is full.', success);
    expect(last?.end.stop).toBe('end_turn');
    expect(last?.text).toContain(said);
    expect(last?.text).not.toMatch(/^Recovered/u);
  });
});

describe('DemoModel: count', () => {
  it.each([
    ['count to 3', ['1 ', '2 ', '3 ']],
    ['Please count from 1 to 2, please!', ['1 ', '2 ']],
  ])('%j streams one number for each piece', async (task, chunks) => {
    expect((await new Talk().say(task)).chunks).toEqual(chunks);
  });

  it('counts to five thousand and no further', async () => {
    const { chunks } = await new Talk().say('count to 5,000');
    expect([chunks.length, chunks.at(-1)]).toEqual([5000, '5000 ']);
    for (const wanted of ['5001', '0', '-1', '2.5', 'ten', '9'.repeat(100)])
      expect((await new Talk().say(`count to ${wanted}`)).text).not.toMatch(/^1 /u);
  });
});

describe('DemoModel: loop', () => {
  it('repeats the same call, whatever the result, and talks only the first time', async () => {
    const talk = new Talk(writeFile);
    const first = await talk.say('loop');
    expect(inputsOf(first)).toEqual(writing('loop.txt'));
    expect(first.text).not.toBe('');
    for (const success of [true, true, false]) {
      const again = await talk.result('the same', success);
      expect(inputsOf(again)).toEqual(inputsOf(first));
      expect(again.text).toBe('');
    }
  });
});

describe('DemoModel: anything else', () => {
  it('says what it is, that the task arrived, what is real, and how to connect a real model', async () => {
    const { text, end } = await new Talk(writeFile).say(
      'Summarise my mail of this week, and answer the urgent ones',
    );
    expect(end.stop).toBe('end_turn');
    for (const words of [
      '“Summarise my mail of this week, and answer …”',
      'PRIMARY_API_KEY',
      'SVC_LLM_PROVIDER',
      'PRIMARY_BASE_URL',
      'COMPAT_MODEL_ID',
      '“help”',
    ])
      expect(text).toContain(words);
  });

  it('repeats a short task completely', async () => {
    expect((await new Talk().say('dance  for\nme')).text).toContain('“dance for me”');
  });

  it.each([
    ['spaces', `write ${' '.repeat(1e6)}`],
    ['words', 'write it '.repeat(1e5)],
    ['places', `write ${'x to '.repeat(2e5)}`],
    ['space before the place', `write x to ${' '.repeat(1e6)}a b`],
    ['colons and spaces', `write a.txt${' '.repeat(1e6)}x`],
    ['courtesies', 'please '.repeat(1e5)],
    ['one long word', `write ${'a/'.repeat(5e5)}`],
    ['recall', `recall${' :'.repeat(5e5)}`],
    ['ends of sentences', `help${' .'.repeat(5e5)}x`],
    ['quotes', `write "${'a'.repeat(1e6)}`],
  ])('is not slowed down by a megabyte of %s', async (_what, task) => {
    const startedAt = performance.now();
    await new Talk(writeFile).say(task);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('answers a conversation without any words of the person', async () => {
    expect((await answerTo(requestOf([]))).text).not.toBe('');
  });
});

describe('DemoModel in German', () => {
  it.each([
    ['schreib notizen.md: Milch kaufen', writing('notizen.md', 'Milch kaufen')],
    ['Bitte schreibe mir a.txt: x', writing('a.txt', 'x')],
    ['lies notizen.md', [{ name: 'read_file', input: { path: 'notizen.md' } }]],
    ['Zeig mir meine Dateien.', [{ name: 'list_files', input: {} }]],
    [
      'ändere a.txt: alt -> neu',
      [{ name: 'edit_file', input: { path: 'a.txt', oldString: 'alt', newString: 'neu' } }],
    ],
    ['merk dir, dass Tee gut ist', [{ name: 'remember', input: { text: 'Tee gut ist' } }]],
    ['Erinnere dich an Tee', [{ name: 'recall', input: { query: 'Tee' } }]],
  ])('carries out %j', async (task, calls) => {
    expect(inputsOf(await new Talk(writeFile, ...otherTools).say(task))).toEqual(calls);
  });

  it('says in German what became of it, and that the next text is the answer', async () => {
    const talk = new Talk(writeFile);
    expect((await talk.say('schreib a.md: Hallo')).text).toContain('Ich schreibe a.md');
    expect((await talk.result('ok')).text).toContain('„Hallo“');
    expect((await talk.say('frag mich etwas')).text).toMatch(/\?$/u);
    expect((await talk.say('Sing')).text).toContain('„Sing“');
  });

  it('counts', async () => {
    expect((await new Talk().say('zähl bis 3')).text).toBe('1 2 3 ');
  });

  it.each([
    ['Was ist das für ein Wetter heute?', 'Deine Aufgabe kam an'],
    ['Wann ist die Rechnung fällig?', 'Deine Aufgabe kam an'],
    ['what is the weather in Undine?', 'Your task arrived'],
    ['schreib mir ein Gedicht', 'Deine Aufgabe kam an'],
  ])('answers %j in its language', async (task, begins) => {
    expect((await new Talk(writeFile).say(task)).text.startsWith(begins)).toBe(true);
  });

  it.each([
    ['zeig mir meine ', 'Deine Aufgabe kam an'],
    ['ich und ', 'Deine Aufgabe kam an'],
    ['ä', 'Your task arrived'],
  ])('reads a megabyte of %j', async (piece, begins) => {
    const { text } = await new Talk(writeFile).say(piece.repeat(1_000_000 / piece.length));
    expect(text.startsWith(begins)).toBe(true);
  });
});
