// The provider of all scenarios. Its answer depends only on the conversation, so it works across restarts
// of the engine: the task describes the whole run.
import { setTimeout as sleep } from 'node:timers/promises';
import { TASK } from '../e2e/crash/scenario.ts';
import { startFakeProvider, type FakeProvider, type Reply } from '../servers/fake-provider.ts';
import {
  answerOf,
  messageDelta,
  messageStart,
  messageStop,
  blockStop,
  textBlock,
  textDelta,
  textStart,
  toolBlock,
  written,
  type MessagesEvent,
} from '../servers/messages.ts';

/** The tasks that it understands, besides that of the crash tests. */
export const tasks = {
  answer: 'go on',
  /** This many pieces of text of this length, with a pause before each. */
  say: (pieces: number, chars: number, pauseMs: number) => `say ${pieces} ${chars} ${pauseMs}`,
  /** This many tool calls, then a sentence. */
  work: (calls: number) => `work ${calls}`,
  ask: 'ask me',
  /** Changes the files of `MESSED` in every way, searches, and lets sub-agents change others. */
  mess: 'mess',
  /** Writes a file of this many characters. */
  write: (chars: number) => `write ${chars}`,
} as const;

export interface WireBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
}

export interface WireMessage {
  readonly role: string;
  readonly content: readonly WireBlock[];
}

export const startProvider = (): Promise<FakeProvider> => startFakeProvider(reply);

export const messagesOf = (body: unknown): readonly WireMessage[] =>
  (body as { readonly messages: readonly WireMessage[] }).messages;

const reply: Reply = async ({ body }, response) => {
  const messages = messagesOf(body);
  const at = messages.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'),
  );
  const task = messages[at]?.content.find(({ type }) => type === 'text')?.text ?? '';
  const turn = messages.slice(at).filter(({ role }) => role === 'assistant').length;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for await (const piece of answerTo(task, turn)) {
    if (response.destroyed) return;
    if (!response.write(piece)) await new Promise<void>((resolve) => takesMore(response, resolve));
  }
  response.end();
};

function takesMore(response: Parameters<Reply>[1], resolve: () => void): void {
  const done = () => {
    response.off('drain', done);
    response.off('close', done);
    resolve();
  };
  response.on('drain', done);
  response.on('close', done);
}

/** The files that `mess` changes, with content before and after; null is no file. */
export const MESSED: Readonly<Record<string, readonly [string | null, string | null]>> = {
  'big.bin': ['B'.repeat(20_000_000), null],
  'written.txt': ['old', 'new'],
  'edited.txt': ['one two', 'one 2'],
  'from.txt': ['moved', null],
  'to/here.txt': [null, 'moved'],
  'by-ann.txt': [null, 'Ann'],
  'by-bob.txt': ['Bob was here', 'Bob'],
};

const PAUSE_MS = 20;
const said = (...events: readonly MessagesEvent[]): string => written(events);
const calls = (...all: readonly (readonly [name: string, input: object])[]): string =>
  written(
    answerOf(
      'tool_use',
      ...all.map(([name, input], index) => toolBlock(index, `toolu_${name}`, name, JSON.stringify(input))),
    ),
  );
const call = (name: string, input: object): string => calls([name, input]);

async function* answerTo(task: string, turn: number): AsyncGenerator<string> {
  const [verb, ...numbers] = task.split(' ');
  const [first = 0, second = 0, third = 0] = numbers.map(Number);
  if (task === TASK) yield* crashTask(turn);
  else if (verb === 'say') {
    yield said(messageStart(), textStart(0));
    for (let piece = 0; piece < first; piece += 1) {
      if (third > 0) await sleep(third);
      yield said(textDelta(0, `${piece} `.padEnd(second, 'x')));
    }
    yield said(blockStop(0), messageDelta('end_turn'), messageStop);
  } else if (verb === 'work' && turn < first)
    yield call('write_file', { path: `file-${turn % 5}.txt`, content: `call ${turn}` });
  else if (verb === 'write' && turn === 0)
    yield call('write_file', { path: 'large.txt', content: 'x'.repeat(first) });
  else if (task === tasks.mess && turn < MESS.length) yield calls(...(MESS[turn] ?? []));
  else if (verb === AGENT && turn === 0)
    yield call('write_file', { path: `by-${numbers[0]}`, content: `${numbers[1]}` });
  else if (task === tasks.ask && turn === 0)
    yield call('ask_user', { question: 'Which colour?', options: ['red', 'blue'] });
  else yield written(answerOf('end_turn', textBlock(0, 'As you ', 'say.')));
}

const AGENT = 'agent';
const anAgent = (name: string, file: string) => ({
  name,
  role: 'creator',
  task: `${AGENT} ${file} ${name} `,
});

/** The tool calls of `mess`, by turn. */
const MESS: readonly (readonly (readonly [name: string, input: object])[])[] = [
  [
    ['write_file', { path: 'written.txt', content: 'new' }],
    ['edit_file', { path: 'edited.txt', oldString: 'two', newString: '2' }],
    ['rename_file', { from: 'from.txt', to: 'to/here.txt' }],
  ],
  [['web_search', { query: 'what to do next' }]],
  [['delete_file', { path: 'big.bin' }]],
  [['spawn_agent', { agents: [anAgent('Ann', 'ann.txt'), anAgent('Bob', 'bob.txt')] }]],
];

/** Text, a tool call, a question, text, with pauses, so that no two pieces share a commit. */
async function* crashTask(turn: number): AsyncGenerator<string> {
  if (turn === 0) {
    yield said(messageStart(), textStart(0), textDelta(0, 'I will '));
    await sleep(PAUSE_MS);
    yield said(textDelta(0, 'write it. '), blockStop(0));
    const input = JSON.stringify({ path: 'a.txt', content: 'one' });
    yield said(...toolBlock(1, 'toolu_write', 'write_file', input), messageDelta('tool_use'), messageStop);
  } else if (turn === 1) yield call('ask_user', { question: 'Which colour?', options: ['red', 'blue'] });
  else {
    yield said(messageStart(), textStart(0), textDelta(0, 'It is '));
    await sleep(PAUSE_MS);
    yield said(textDelta(0, 'written.'), blockStop(0), messageDelta('end_turn'), messageStop);
  }
}
