import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryPrefix } from '../../src/core/files/path.ts';
import { framesOf, idOf, reply, type Acknowledged } from '../e2e/crash/client.ts';
import { TASK } from '../e2e/crash/scenario.ts';
import { faultsIn, faultsInHistory } from '../harness/sound-database.ts';
import type { FakeProvider } from '../servers/fake-provider.ts';
import type { Lab, Started } from './lab.ts';
import { messagesOf, tasks, type WireMessage } from './provider.ts';
import { NEW, OLD, type Said } from './work.ts';

const READY_MS = 3_000;

/** How the engine is started, and what its replays must keep. */
export interface Restart {
  readonly env?: Record<string, string>;
  /** Infinity where other work on the machine makes starts slow. */
  readonly readyMs?: number;
  /** The faults in the replay of a run. */
  replay(engine: Started, run: Acknowledged): Promise<readonly string[]>;
  /** Other faults that only this caller can see. */
  more?(engine: Started): Promise<readonly string[]>;
}

/**
 * The faults after the next start, whatever happened before. Empty if everything acknowledged is there,
 * nothing hangs, every state is the old or the new one, and the conversation continues. Stops its engine at
 * the end.
 */
export async function faultsAfter(
  lab: Lab,
  dataDir: string,
  said: Said,
  { env = {}, readyMs = READY_MS, replay, more }: Restart = { replay: lostFrames },
): Promise<readonly string[]> {
  const engine = await lab.start(dataDir, { env });
  const faults = [
    ...temporaryFiles(dataDir).map((name) => `${name} is not swept`),
    ...(engine.startMs > readyMs ? [`ready after ${Math.round(engine.startMs)} ms`] : []),
    ...(await unfinished(engine)),
    ...(await replay(engine, said.run)),
    ...(await lostConversation(engine, said.run)),
    ...(await lostPrompt(engine, said.run)),
    ...(await lostState(engine, dataDir, said)),
    ...(await stuckThread(engine, lab.provider, said.run)),
    ...((await more?.(engine)) ?? []),
  ];
  const code = await engine.stop();
  if (code !== 0) faults.push(`stopped with ${code}: ${engine.output.stderr}`);
  return [...faults, ...faultsOnDisk(dataDir)];
}

/** Raw stack traces on stderr. A stack inside a log line is JSON and does not match. */
export const stacksIn = (stderr: string): readonly string[] =>
  /^ {4}at /mu.test(stderr) ? [`a stack on stderr: ${stderr}`] : [];

/** The faults in the files of a stopped engine. */
export function faultsOnDisk(dataDir: string): readonly string[] {
  const left = readdirSync(dataDir)
    .filter((name) => /-(?:wal|journal)$/u.test(name))
    .filter((name) => statSync(join(dataDir, name)).size > 0);
  return [
    ...left.map((name) => `${name} was left behind by a stop`),
    ...faultsInHistory(join(dataDir, 'history.db')).map((fault) => `history.db: ${fault}`),
    ...['memory.db', 'engine.db', 'datastore.db', 'vault.db'].flatMap((name) =>
      faultsIn(join(dataDir, name)).map((fault) => `${name}: ${fault}`),
    ),
  ];
}

/** Temporary files that a killed engine did not rename. */
export const temporaryFiles = (dataDir: string): readonly string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith(temporaryPrefix));

/** Check this first: a later request for a run could itself end it. */
async function unfinished({ client }: Started): Promise<readonly string[]> {
  const { runs } = await client['history.runs']({ query: { limit: 200 } });
  return runs
    .filter(({ status }) => status === 'running')
    .map(({ runId }) => `run ${runId} has no end after the start`);
}

async function lostFrames({ baseUrl }: Started, { runId, frames }: Acknowledged): Promise<readonly string[]> {
  if (runId === null) return [];
  const response = await fetch(`${baseUrl}/api/runs/${runId}/events`);
  if (!response.ok) return [`run ${runId} was acknowledged, and its events answer with ${response.status}`];
  const replay: string[] = [];
  for await (const frame of framesOf(response)) replay.push(frame);
  const byId = new Map(replay.map((frame) => [idOf(frame), frame]));
  const ends = replay.filter((frame) => /^event: (?:done|error)$/mu.test(frame));
  return [
    ...(replay.every((frame, index) => idOf(frame) === index + 1) ? [] : ['the replay has gaps']),
    ...[...frames].filter(([id, frame]) => byId.get(id) !== frame).map(([id]) => `frame ${id} is lost`),
    ...(ends.length === 1 && ends[0] === replay.at(-1) ? [] : [`the replay ends ${ends.length} times`]),
  ];
}

/** The thread begins with the task and contains every streamed text, and no tool ran unannounced. */
async function lostConversation(
  { client, output }: Started,
  { threadId, runId, frames }: Acknowledged,
): Promise<readonly string[]> {
  if (threadId === null || runId === null) return [];
  const { messages } = await client['threads.messages']({ params: { id: threadId } });
  const [task] = messages[0]?.content ?? [];
  const said = messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : '')))
    .join('');
  const streamed = [...frames.values()].filter((frame) => frame.includes('event: text')).map(textIn);
  return [
    ...(task?.type === 'text' && task.text === TASK ? [] : ['the task is not in the thread']),
    ...streamed.filter((text) => !said.includes(text)).map((text) => `"${text}" is not in the thread`),
    ...stacksIn(output.stderr),
  ];
}

const textIn = (frame: string): string =>
  (JSON.parse(/^data: (.*)$/mu.exec(frame)?.[1] ?? '{}') as { text?: string }).text ?? '';

/** No prompt is pending; an accepted answer is in the thread, and any other is refused as gone. */
async function lostPrompt(engine: Started, acknowledged: Acknowledged): Promise<readonly string[]> {
  const { sessionId, promptId, answer } = acknowledged;
  if (sessionId === null) return [];
  const { pending } = await engine.client['prompts.pending']({ params: { id: sessionId } });
  if (pending) return ['a prompt is pending after the start'];
  if (promptId === null) return [];
  const { status } = await reply(engine.baseUrl, acknowledged);
  if (status !== 200 && status !== 410) return [`a reply to the old prompt is ${status}`];
  return answer !== null && status !== 200 ? ['an accepted answer is lost'] : [];
}

async function lostState({ client }: Started, dataDir: string, said: Said): Promise<readonly string[]> {
  const { content } = await client['memory.read']({ params: { ns: 'knowledge' } });
  const { config, problems } = await client['config.get']();
  const { threads } = await client['threads.list']({ query: { limit: 200 } });
  const { secrets } = await client['secrets.list']();
  const { entries } = await client['memory.search']({ query: { q: 'sky' } });
  const appended = `${NEW.memory}\n${NEW.appended}`;
  const token = tokenIn(dataDir);
  const titled = (title: string) => threads.some((thread) => thread.title === title);
  return [
    ...among('memory', content, [OLD.memory, NEW.memory, appended], [said.memory, said.appended]),
    ...among('config', config.backup_retention_days, [OLD.days, NEW.days], [said.config]),
    ...problems.map(({ message }) => `config problem: ${message}`),
    ...(titled(said.title ? NEW.title : OLD.title) || titled(NEW.title) ? [] : ['the title is lost']),
    ...(content.split('\n').includes(entries[0]?.text ?? '')
      ? []
      : ['search finds a line that is not in the text']),
    ...(entries[0]?.text.includes('sky') ? [] : ['search does not find a line of the text']),
    ...(token === undefined ? ['token.json is broken'] : []),
    ...(said.secret && !secrets.some(({ name }) => name === NEW.secret) ? ['the secret is lost'] : []),
    ...(said.token !== null && token !== said.token ? ['the token is lost'] : []),
  ];
}

/** The state is one of these, in order, and not older than the last acknowledged one. */
function among<State>(
  what: string,
  found: State,
  states: readonly State[],
  acknowledged: readonly boolean[],
) {
  const at = states.indexOf(found);
  const least = acknowledged.lastIndexOf(true) + 1;
  if (at < 0) return [`${what} is neither old nor new: ${JSON.stringify(found)}`];
  return at < least ? [`${what} was acknowledged and is lost`] : [];
}

/** Null without a token file, undefined for an unreadable one. */
function tokenIn(dataDir: string): string | null | undefined {
  const file = join(dataDir, 'token.json');
  if (!existsSync(file)) return null;
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { token?: string }).token;
  } catch {
    return undefined;
  }
}

/** The thread accepts the next task, and its request to the provider is well-formed. */
async function stuckThread(
  { client }: Started,
  provider: FakeProvider,
  { sessionId, threadId }: Acknowledged,
): Promise<readonly string[]> {
  if (threadId === null || sessionId === null) return [];
  const before = provider.arrived.length;
  const stream = await client['runs.start']({ params: { id: sessionId }, body: { task: tasks.answer } });
  const types: string[] = [];
  for await (const { type } of stream.events) types.push(type);
  const sent = provider.arrived[before];
  return [
    ...(types.at(-1) === 'done' ? [] : [`the next run ends with ${types.at(-1)}`]),
    ...(sent ? faultsOnTheWire(messagesOf(sent.body)) : ['the provider got no request']),
  ];
}

/**
 * The rules of the Messages wire: alternating roles, nothing empty, each call answered in the next message.
 */
function faultsOnTheWire(messages: readonly WireMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }, index) => {
    const asked = (messages[index - 1]?.content ?? []).flatMap(({ type, id }) =>
      type === 'tool_use' ? [id] : [],
    );
    const answered = content.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []));
    return [
      ...(role === (index % 2 === 0 ? 'user' : 'assistant')
        ? []
        : [`message ${index}: ${role} in the wrong place`]),
      ...(content.length > 0 ? [] : [`message ${index} is empty`]),
      ...(asked.join() === answered.join()
        ? []
        : [`message ${index}: asked ${asked.join()}, got ${answered.join()}`]),
    ];
  });
}
