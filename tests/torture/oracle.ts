import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryPrefix } from '../../src/core/workspace/files/path.ts';
import type { Acknowledged } from '../e2e/crash/client.ts';
import { lostConversation, lostFrames, lostPrompt, stuckThread, unfinished } from '../e2e/crash/lost.ts';
import { faultsIn, faultsInHistory } from '../harness/sound-database.ts';
import { faultsIn as faultsInMessages } from '../harness/well-formed.ts';
import type { FakeProvider } from '../servers/fake-provider.ts';
import type { Lab, Started } from './lab.ts';
import { messagesOf, tasks, type WireMessage } from './provider.ts';
import { NEW, OLD, type Said } from './work.ts';

/** How the engine is started, and what its replays must keep. */
export interface Restart {
  readonly env?: Record<string, string>;
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
  { env = {}, replay, more }: Restart = { replay: lostFrames },
): Promise<readonly string[]> {
  const engine = await lab.start(dataDir, { env });
  const faults = [
    ...temporaryFiles(dataDir).map((name) => `${name} is not swept`),
    ...(await unfinished(engine)),
    ...(await replay(engine, said.run)),
    ...(await lostConversation(engine, said.run)),
    ...stacksIn(engine.output.stderr),
    ...(await lostPrompt(engine, said.run)),
    ...(await lostState(engine, dataDir, said)),
    ...(await goesOn(engine, lab.provider, said.run)),
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

/** The next request to the provider is well-formed. */
async function goesOn(
  engine: Started,
  provider: FakeProvider,
  run: Acknowledged,
): Promise<readonly string[]> {
  // Each word of an answer is noted by itself, and a cut may fall between two: a session whose thread is not noted yet.
  if (run.sessionId === null || run.threadId === null) return [];
  const before = provider.arrived.length;
  const stuck = await stuckThread(engine, run, tasks.answer);
  const sent = provider.arrived[before];
  if (sent) return [...stuck, ...faultsOnTheWire(messagesOf(sent.body))];
  const { runs } = await engine.client['history.runs']({ query: { limit: 2 } });
  return [...stuck, `the provider got no request: ${JSON.stringify(runs)}`];
}

const faultsOnTheWire = (messages: readonly WireMessage[]): readonly string[] =>
  faultsInMessages(
    messages.map(({ role, content }) => ({
      role,
      content: content.map(({ type, text, id, tool_use_id: answered }) => ({
        type: { tool_use: 'tool_call' }[type] ?? type,
        ...(text === undefined ? {} : { text }),
        toolCallId: id ?? answered ?? '',
      })),
    })),
  );
