import { BY_OWNER, OWNER_ID, owner } from './owner.ts';
import { join } from 'node:path';
import { openHistory, type HistoryDatabase } from '../src/adapters/out/sqlite/history/open.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import { runId, sessionId, threadId, toolCallId, type RunId, type ThreadId } from '../src/core/kernel/ids.ts';
import type { HistoryChange as Change } from '../src/adapters/out/sqlite/history/parts.ts';
import { noUsage } from '../src/core/ports/model.ts';
import { countRuns } from './counted-runs.ts';

export interface Usage {
  readonly threads: number;
  readonly messagesPerThread: number;
  readonly eventsPerThread: number;
  /** About the length of each message; 330 unless given. */
  readonly messageChars?: number;
  /** What each message says, instead of a filler of that length. */
  readonly text?: (thread: number, nth: number) => string;
}

/** Fills a data directory through the engine's own journal, as use would. */
export async function useData(
  dataDir: string,
  { threads, messagesPerThread, eventsPerThread, messageChars = 330, text = fillerOf(messageChars) }: Usage,
): Promise<void> {
  const history = openHistory(join(dataDir, 'history.db'));
  await withOwner(history);
  const startedAt = Date.now() - threads * 1000;
  for (let index = 0; index < threads; index++) {
    const thread = threadId(uuidIds.next());
    const at = startedAt + index * 1000;
    await history.journal.commit([
      newThread(thread, index, at),
      ...(eventsPerThread > 0
        ? aRun(thread, at, messagesPerThread, (nth) => text(index, nth), eventsPerThread)
        : []),
    ]);
  }
  await indexWords(history);
  await countRuns(dataDir, history);
  await history.close();
}

const fillerOf =
  (chars: number) =>
  (_thread: number, nth: number): string =>
    `Message ${nth}. `.repeat(Math.ceil(chars / 11));

/** As the engine does when it is used: otherwise the next start would be busy with it. */
async function indexWords({ journal, threadSearch }: HistoryDatabase): Promise<void> {
  for (;;) {
    const stretch = await threadSearch.missing(new Set());
    if (stretch === null) return;
    await journal.commit([{ change: 'thread-search.fill', stretch }], 'written');
  }
}

export interface PastRuns {
  readonly runs: number;
  readonly toolCallsPerRun: number;
  /** They are spread evenly over this many days up to now. */
  readonly days: number;
}

const IN_ONE_COMMIT = 200;
const TOOLS = ['read_file', 'write_file', 'http_request', 'web_search', 'memory', 'ask_user'];

/** Fills a data directory with ended runs of several models, with their tool calls. */
export async function useRuns(dataDir: string, { runs, toolCallsPerRun, days }: PastRuns): Promise<void> {
  const history = openHistory(join(dataDir, 'history.db'));
  await withOwner(history);
  const thread = threadId(uuidIds.next());
  const session = sessionId(uuidIds.next());
  const startedAt = Date.now() - days * 86_400_000;
  await history.journal.commit([
    newThread(thread, 0, startedAt),
    {
      change: 'session.create',
      session: { sessionId: session, threadId: thread, profile: null, createdAt: startedAt },
    },
  ]);
  for (let from = 0; from < runs; from += IN_ONE_COMMIT)
    await history.journal.commit(
      Array.from({ length: Math.min(IN_ONE_COMMIT, runs - from) }, (_, index) => {
        const nth = from + index;
        const at = Math.floor(startedAt + (days * 86_400_000 * nth) / runs);
        return pastRun(thread, session, at, nth, toolCallsPerRun);
      }).flat(),
    );
  await indexWords(history);
  await countRuns(dataDir, history);
  await history.close();
}

export function pastRun(
  thread: ThreadId,
  session: ReturnType<typeof sessionId>,
  at: number,
  nth: number,
  calls: number,
): readonly Change[] {
  const run = runId(uuidIds.next());
  const usage = {
    inputTokens: nth % 1_000,
    outputTokens: nth % 300,
    cacheReadTokens: nth % 5_000,
    cacheWriteTokens: nth % 100,
  };
  const begun = {
    ...runIn(thread, session, run, at),
    task: 'A task that the owner gave to the agent. '.repeat(6),
    model: `model-${nth % 5}`,
    provider: nth % 2 === 0 ? 'primary' : 'compat',
  };
  return [
    { change: 'run.start', run: begun, idempotencyKey: null, bootId: null },
    ...Array.from({ length: calls }, (_, index): readonly Change[] => {
      const call = toolCallId(uuidIds.next());
      const unknown = { output: null, success: null, agent: null, durationMs: null };
      const name = TOOLS[(nth + index) % TOOLS.length] ?? '';
      const input = { path: 'notes.txt' };
      return [
        {
          change: 'tool-call.start',
          call: { runId: run, toolCallId: call, name, input, startedAt: at + index, ...unknown },
        },
        {
          change: 'tool-call.end',
          runId: run,
          toolCallId: call,
          output: 'The result of a tool call. '.repeat(10),
          success: (nth * index) % 11 !== 0,
          durationMs: 40,
        },
      ];
    }).flat(),
    {
      change: 'run.end',
      runId: run,
      status: nth % 9 === 0 ? 'failed' : 'completed',
      stopReason: 'end_turn',
      error: null,
      totals: { usage, costUsd: (nth % 100) / 1_000, priceKnown: true, durationMs: nth % 9_000 },
      waitMs: 0,
      endedAt: at + 1_000,
    },
  ];
}

export function newThread(threadId: ThreadId, index: number, at: number): Change {
  const title = `Thread ${index} about a task that the owner gave to the agent`;
  const thread = {
    threadId,
    personId: OWNER_ID,
    title,
    archived: false,
    messageCount: 0,
    costUsd: 0,
    priceKnown: true,
    createdAt: at,
    updatedAt: at,
  };
  return { change: 'thread.create', thread };
}

function aRun(
  threadId: ThreadId,
  at: number,
  messages: number,
  textOf: (nth: number) => string,
  events: number,
): readonly Change[] {
  const run = runId(uuidIds.next());
  const session = sessionId(uuidIds.next());
  const totals = { usage: noUsage, costUsd: 0, priceKnown: true, durationMs: 900 };
  return [
    { change: 'session.create', session: { sessionId: session, threadId, profile: null, createdAt: at } },
    { change: 'run.start', run: runIn(threadId, session, run, at), idempotencyKey: null, bootId: null },
    ...Array.from({ length: messages }, (_, index): Change => {
      const role = index % 2 === 0 ? 'user' : 'assistant';
      const content = [{ type: 'text' as const, text: textOf(index) }];
      return { change: 'message.append', message: { threadId, runId: run, role, content, createdAt: at } };
    }),
    ...Array.from({ length: events }, (_, index): Change => {
      const event = { type: 'text' as const, data: { text: `Event ${index}. `.repeat(5) }, id: index + 1 };
      return { change: 'run.event', runId: run, event, at };
    }),
    {
      change: 'run.end',
      runId: run,
      status: 'completed',
      stopReason: 'end_turn',
      error: null,
      totals,
      waitMs: 0,

      endedAt: at,
    },
  ];
}

const runIn = (threadId: ThreadId, session: ReturnType<typeof sessionId>, run: RunId, createdAt: number) => ({
  runId: run,
  sessionId: session,
  threadId,
  task: 'A task that the owner gave to the agent',
  status: 'running' as const,
  stopReason: null,
  model: 'bench',
  provider: 'bench',
  profile: null,
  usage: noUsage,
  costUsd: 0,
  priceKnown: true,
  toolCallCount: 0,
  durationMs: 0,
  waitMs: 0,
  startedBy: BY_OWNER,
  replayOf: null,
  attachments: [],
  createdAt,
  endedAt: null,
  error: null,
});

/** As the first start makes one; repeatable. */
async function withOwner({ people, journal }: HistoryDatabase): Promise<void> {
  if ((await people.owner()) === null) await journal.commit([{ change: 'person.add', person: owner }]);
}
