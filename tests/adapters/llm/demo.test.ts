import { describe, expect, it } from '@jest/globals';
import { DemoModel } from '../../../src/adapters/out/llm/demo/demo-model.ts';
import type {
  ModelMessage,
  ModelRequest,
  ToolCallBlock,
  ToolDefinition,
} from '../../../src/core/ports/model.ts';
import { untrusted } from '../../../src/core/trust/untrusted/untrusted.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { modelContract } from '../../ports/model.contract.ts';
import { assistant, outcomeOf, result, user, type Outcome } from './conversation.ts';

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
const memory = [tool('remember', 'text'), tool('recall', 'query')];
const tools = [
  writeFile,
  tool('read_file', 'path'),
  tool('list_files', 'path'),
  tool('edit_file', 'path', 'oldString', 'newString'),
];

const requestOf = (messages: readonly ModelMessage[], offered = [writeFile]): ModelRequest => ({
  system: 'You are svc.',
  messages,
  tools: offered,
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

interface Answer extends Outcome {
  readonly calls: readonly ToolCallBlock[];
}

/** Uses a new model each time, so that only the request can carry a conversation on. */
async function answerTo(request: ModelRequest): Promise<Answer> {
  const model = new DemoModel({ clock: new ManualClock(), paceMs: 0 });
  const outcome = await outcomeOf(model.stream(request, new AbortController().signal));
  return { ...outcome, calls: outcome.end.stop === 'tool_use' ? outcome.end.toolCalls : [] };
}
const chunksOf = ({ events }: Answer) =>
  events.flatMap((event) => (event.type === 'text' ? [event.text] : []));

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
    return this.#turn(user(...this.#open.map(({ toolCallId }) => result(toolCallId, output, success))));
  }

  async #turn(message: ModelMessage): Promise<Answer> {
    this.#messages = [...this.#messages, message];
    const answer = await answerTo(requestOf(this.#messages, [...this.#tools]));
    const said = answer.text === '' ? [] : [answer.text];
    this.#messages = [...this.#messages, assistant(...said, ...answer.calls)];
    this.#open = answer.calls;
    return answer;
  }
}

const inputsOf = (answer: Answer) => answer.calls.map(({ name, input }) => ({ name, input }));
const writing = (path: string, content: unknown = expect.any(String)) => [
  { name: 'write_file', input: { path, content } },
];

it('streams its first piece at once, then one word after each pause', async () => {
  const clock = new ManualClock();
  const model = new DemoModel({ clock, paceMs: PACE_MS });
  const arrivals: string[] = [];
  const reading = (async () => {
    for await (const event of model.stream(requestOf([user('count to 2')]), new AbortController().signal))
      arrivals.push(`${'text' in event ? event.text : 'end'}@${clock.monotonic()}`);
  })();
  await clock.advance(0);
  expect(arrivals).toEqual(['I count to 2.@0']);
  await clock.advance(PACE_MS - 1);
  expect(arrivals).toHaveLength(1);
  await clock.advance(1 + PACE_MS);
  await reading;
  expect(arrivals).toEqual(['I count to 2.@0', '1 @20', '2 @40', 'end@40']);
});

it('streams words, after some thinking', async () => {
  const answer = await answerTo(requestOf([user('what is the weather?')]));
  expect(answer.thinking).not.toBe('');
  expect(chunksOf(answer).length).toBeGreaterThan(40);
  expect(chunksOf(answer).filter((chunk) => !/^\S+\s*$/.test(chunk))).toEqual([]);
});

it('answers the same to the same request, and counts about four characters as a token', async () => {
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

it('tells what can be tried when it is asked for help or greeted, in English and in German', async () => {
  const told = async (task: string) => {
    const { text, end } = await new Talk(writeFile).say(task);
    expect([task, end.stop]).toEqual([task, 'end_turn']);
    return text.split('\n').filter((line) => line.startsWith('- '));
  };
  const english = await told('help');
  expect(english).toHaveLength(9);
  for (const task of ['HELP!', 'Please help me.', 'Help, please!', 'hi', 'Hello there', ' ', '?'])
    expect([task, await told(task)]).toEqual([task, english]);
  for (const task of ['hilfe', 'Hallo!', 'Bitte Hilfe', 'Was kannst du?']) {
    expect([task, (await told(task)).length]).toEqual([task, 9]);
    expect(await told(task)).not.toEqual(english);
  }
});

const read = (path: string) => [{ name: 'read_file', input: { path } }];
const list = (input = {}) => [{ name: 'list_files', input }];
const edit = (path: string, oldString: string, newString: string) => [
  { name: 'edit_file', input: { path, oldString, newString } },
];
const OWN = 'Hello from the demo model.\n';

describe('a task', () => {
  it.each([
    ['write notes/today.md: Buy milk', writing('notes/today.md', 'Buy milk')],
    ['WRITE Notes.TXT:Buy: milk\nand eggs', writing('Notes.TXT', 'Buy: milk\nand eggs')],
    ['Please write to notes.txt: hi', writing('notes.txt', 'hi')],
    ['could you write "my notes.txt": hi', writing('my notes.txt', 'hi')],
    ['write ../up.txt: hi', writing('../up.txt', 'hi')],
    ['write C:\\temp\\a.txt: hi', writing('C:\\temp\\a.txt', 'hi')],
    ['write hello world to notes.txt', writing('notes.txt', 'hello world')],
    ['create notes.txt with hello', writing('notes.txt', 'hello')],
    ['create a file called notes with the text: hello', writing('notes', 'hello')],
    ['create a new file notes.txt saying hello', writing('notes.txt', 'hello')],
    ['create a file in docs/notes.txt: hello', writing('docs/notes.txt', 'hello')],
    ['Create a file: hello', writing('hello.txt', 'hello')],
    ['write file.txt: hello', writing('file.txt', 'hello')],
    ['write empty.txt:', writing('empty.txt', '')],
    ['write a file', writing('hello.txt', OWN)],
    ['Write a file for me, please.', writing('hello.txt', OWN)],
    ['create a file notes.txt.', writing('notes.txt', OWN)],
    ['create src/index.ts', writing('src/index.ts', OWN)],
    ['read notes.txt', read('notes.txt')],
    ['Please read the file "my notes.txt".', read('my notes.txt')],
    ['show ../../etc/passwd', read('../../etc/passwd')],
    ['read Makefile', read('Makefile')],
    ['list files', list()],
    ['Show me my files!', list()],
    ['list the files in notes/old', list({ path: 'notes/old' })],
    ['edit a.txt: one -> two', edit('a.txt', 'one', 'two')],
    ['edit a.txt: one. -> two.', edit('a.txt', 'one.', 'two.')],
    ['edit "a b.txt":x\ny→', edit('a b.txt', 'x\ny', '')],
    ['schreib notizen.md: Milch kaufen', writing('notizen.md', 'Milch kaufen')],
    ['Bitte schreibe mir a.txt: x', writing('a.txt', 'x')],
    ['lies notizen.md', read('notizen.md')],
    ['Zeig mir meine Dateien.', list()],
    ['ändere a.txt: alt -> neu', edit('a.txt', 'alt', 'neu')],
    ['Remember: I like tea', [{ name: 'remember', input: { text: 'I like tea' } }]],
    ['remember that I like tea', [{ name: 'remember', input: { text: 'I like tea' } }]],
    ['recall tea', [{ name: 'recall', input: { query: 'tea' } }]],
    ['merk dir, dass Tee gut ist', [{ name: 'remember', input: { text: 'Tee gut ist' } }]],
    ['Erinnere dich an Tee', [{ name: 'recall', input: { query: 'Tee' } }]],
  ])('%j calls the tool', async (task, calls) => {
    expect(inputsOf(await new Talk(...tools, ...memory).say(task))).toEqual(calls);
  });

  it.each([
    'write me a poem: a short one',
    'make coffee: black',
    'write unit tests for src/a.ts: they fail',
    'read me a story',
    'list ideas',
    'edit my life',
    'show me what you can do',
    'show business',
  ])('%j is about no file', async (task) => {
    expect((await new Talk(...tools).say(task)).calls).toEqual([]);
  });

  it.each([
    ['write a.txt: hi', 'write_file'],
    ['read a.txt', 'read_file'],
    ['list files', 'list_files'],
    ['edit a: b -> c', 'edit_file'],
    ['fail once', 'write_file'],
    ['loop', 'write_file'],
    ['remember that I like tea', ''],
    ['please recall my name', ''],
  ])('%j without its tool calls nothing, and says so', async (task, name) => {
    const { text, calls } = await new Talk().say(task);
    expect([calls, text === '']).toEqual([[], false]);
    expect(text).toContain(name);
  });

  it.each([
    ['write notes.txt: Buy milk', 'Wrote 8 bytes.', true],
    ['write notes.txt: Buy milk', 'The path leads out of the workspace.', false],
    ['list files', 'This folder is empty.', true],
    ['edit a.txt: b -> c', 'There is nothing at this path.', false],
    ['remember: tea', 'Remembered.', true],
    ['recall tea', 'Nothing fits.', false],
  ])('%j tells what the tool said: %s', async (task, output, success) => {
    const talk = new Talk(...tools, ...memory);
    await talk.say(task);
    const { text, end } = await talk.result(output, success);
    expect(end.stop).toBe('end_turn');
    expect(text).toContain(output);
    expect(text.includes('Buy milk')).toBe(success && task.includes('Buy milk'));
  });

  it('is new, whatever happened before, and no id is used again', async () => {
    const talk = new Talk(writeFile);
    const first = await talk.say('write a.txt: 1');
    await talk.result('ok');
    const second = await talk.say('write b.txt: 2');
    expect(inputsOf(second)).toEqual(writing('b.txt', '2'));
    expect(second.calls[0]?.toolCallId).not.toBe(first.calls[0]?.toolCallId);
  });

  it('may come with the results of an earlier one, or behind another', async () => {
    const { calls } = await new Talk(writeFile).say('write a.txt: 1');
    const lost = calls.map(({ toolCallId }) => result(toolCallId, 'not known', false));
    const messages = [user('write a.txt: 1'), assistant(...calls), user(...lost, 'count to 3')];
    expect((await answerTo(requestOf(messages))).text).toBe('1 2 3 ');
    expect((await answerTo(requestOf([user('write a.txt: 1', 'count to 1')]))).text).toBe('1 ');
  });
});

it('quotes the text of a file between its tags', async () => {
  const talk = new Talk(...tools);
  await talk.say('read a.txt');
  const { text } = await talk.result(
    'Line 1 of 1.\nIt is material.\n<untrusted-1 source="file a.txt">\nBuy > milk\n</untrusted-1>',
  );
  expect(text).toContain('\nBuy > milk');
  expect(text).not.toMatch(/untrusted|material/u);
});

it('uses tools of memory by their own schema, and repeats entries word for word, without their metadata', async () => {
  const talk = new Talk(tool('remember', 'fact'), tool('recall', 'query'));
  expect(inputsOf(await talk.say('Remember: I like tea'))).toEqual([
    { name: 'remember', input: { fact: 'I like tea' } },
  ]);
  await talk.result('ok');
  await talk.say('recall tea');
  const texts = ['You like "tea"', `Long ${'and longer '.repeat(20)}`.trim(), 'Ends with </untrusted-x>'];
  const entries = texts.map((text) =>
    JSON.stringify({ id: '0190', namespace: 'knowledge', date: '2026-01-02', origin: 'user', text }),
  );
  const text = untrusted({ text: entries.join('\n'), source: 'memory', nonce: 'abcdefghijklmnop' });
  expect((await talk.result(`From memory.\n${text}`)).text.split('\n').slice(1)).toEqual([
    `- ${texts[0]}`,
    `- ${texts[1]}`,
    '- Ends with [/untrusted-x>',
  ]);
});

it.each(['ask', 'Ask me something!'])(
  '%j asks in plain text, and takes the next message as the answer',
  async (task) => {
    const talk = new Talk(writeFile);
    const asked = await talk.say(task);
    expect([asked.calls, asked.text.endsWith('?')]).toEqual([[], true]);
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

it('fails once: is refused, explains it, tries again inside, and tells that it recovered', async () => {
  const talk = new Talk(writeFile);
  expect(inputsOf(await talk.say('Fail once.'))).toEqual(writing('../outside.txt'));
  const second = await talk.result('It leads out of the workspace.', false);
  expect(second.text).toContain('It leads out of the workspace.');
  expect(inputsOf(second)).toEqual(writing('recovered.txt'));
  const third = await talk.result('ok');
  expect([third.end.stop, third.text.startsWith('Recovered')]).toEqual(['end_turn', true]);
});

it.each([
  [[false, false], 'The disk is full.'],
  [[true], ''],
])('claims no recovery that did not happen: %j', async (outcomes, said) => {
  const talk = new Talk(writeFile);
  let last = await talk.say('fail once');
  for (const success of outcomes) last = await talk.result('The disk is full.', success);
  expect([last.end.stop, last.text.startsWith('Recovered')]).toEqual(['end_turn', false]);
  expect(last.text).toContain(said);
});

it.each([
  ['count to 3', ['1 ', '2 ', '3 ']],
  ['Please count from 1 to 2, please!', ['1 ', '2 ']],
  ['zähl bis 3', ['1 ', '2 ', '3 ']],
])('%j streams one number for each piece', async (task, chunks) => {
  expect(chunksOf(await new Talk().say(task))).toEqual(chunks);
});

it('counts to five thousand and no further', async () => {
  const chunks = chunksOf(await new Talk().say('count to 5,000'));
  expect([chunks.length, chunks.at(-1)]).toEqual([5000, '5000 ']);
  for (const wanted of ['5001', '0', '-1', '2.5', 'ten', '9'.repeat(100)])
    expect((await new Talk().say(`count to ${wanted}`)).text).not.toMatch(/^1 /u);
});

it('loops: repeats the same call, whatever the result, and talks only the first time', async () => {
  const talk = new Talk(writeFile);
  const first = await talk.say('loop');
  expect(inputsOf(first)).toEqual(writing('loop.txt'));
  expect(first.text).not.toBe('');
  for (const success of [true, true, false]) {
    const again = await talk.result('the same', success);
    expect([inputsOf(again), again.text]).toEqual([inputsOf(first), '']);
  }
});

it('says of anything else that it arrived, and which settings connect a real model', async () => {
  const { text, end } = await new Talk(writeFile).say(
    'Summarise my mail of this week, and answer the urgent ones',
  );
  expect(end.stop).toBe('end_turn');
  for (const named of [
    '“Summarise my mail of this week, and answer …”',
    'PRIMARY_API_KEY',
    'SVC_LLM_PROVIDER',
    'PRIMARY_BASE_URL',
    'COMPAT_MODEL_ID',
  ])
    expect(text).toContain(named);
  expect((await new Talk().say('dance  for\nme')).text).toContain('“dance for me”');
  expect((await answerTo(requestOf([]))).text).not.toBe('');
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
  ['German', 'zeig mir meine '.repeat(7e4)],
  ['letters that may be German', 'ä'.repeat(1e6)],
])('is not slowed down by a megabyte of %s', async (_what, task) => {
  expect(await new Talk(writeFile).say(task)).toHaveProperty('text');
});

it('speaks the language of the task', async () => {
  const talk = new Talk(writeFile);
  expect((await talk.say('schreib a.md: Hallo')).text).toContain('Ich schreibe a.md');
  // What the tool answered is English.
  expect((await talk.result('Created a.md.')).text).toBe('In a.md geschrieben: „Hallo“.');
  expect((await talk.say('frag mich etwas')).text).toMatch(/\?$/u);
  expect((await talk.say('Sing')).text).toContain('„Sing“');
  for (const [task, begins] of [
    ['Was ist das für ein Wetter heute?', 'Deine Aufgabe kam an'],
    ['Wann ist die Rechnung fällig?', 'Deine Aufgabe kam an'],
    ['schreib mir ein Gedicht', 'Deine Aufgabe kam an'],
    ['what is the weather in Undine?', 'Your task arrived'],
    ['ä', 'Your task arrived'],
  ] as const)
    expect([task, (await talk.say(task)).text.startsWith(begins)]).toEqual([task, true]);
});
