import { join } from 'node:path';
import { openHistory } from '../src/adapters/out/sqlite/history/open.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import { runId, sessionId, threadId, type RunId, type ThreadId } from '../src/core/kernel/ids.ts';
import type { Change } from '../src/core/ports/journal.ts';
import { noUsage } from '../src/core/ports/model.ts';

export interface Usage {
  readonly threads: number;
  readonly messagesPerThread: number;
  readonly eventsPerThread: number;
}

/** Fills a data directory through the engine's own journal, as if it had been in use. */
export async function useData(
  dataDir: string,
  { threads, messagesPerThread, eventsPerThread }: Usage,
): Promise<void> {
  const history = openHistory(join(dataDir, 'history.db'));
  const startedAt = Date.now() - threads * 1000;
  for (let index = 0; index < threads; index++) {
    const thread = threadId(uuidIds.next());
    const at = startedAt + index * 1000;
    await history.journal.commit([
      newThread(thread, index, at),
      ...(eventsPerThread > 0 ? aRun(thread, at, messagesPerThread, eventsPerThread) : []),
    ]);
  }
  await history.close();
}

function newThread(threadId: ThreadId, index: number, at: number): Change {
  const title = `Thread ${index} about something that somebody wanted to have done`;
  const thread = {
    threadId,
    title,
    archived: false,
    messageCount: 0,
    costUsd: 0,
    createdAt: at,
    updatedAt: at,
  };
  return { change: 'thread.create', thread };
}

function aRun(threadId: ThreadId, at: number, messages: number, events: number): readonly Change[] {
  const run = runId(uuidIds.next());
  const session = sessionId(uuidIds.next());
  const totals = { usage: noUsage, costUsd: 0, durationMs: 900 };
  return [
    { change: 'session.create', session: { sessionId: session, threadId, profile: null, createdAt: at } },
    { change: 'run.start', run: runIn(threadId, session, run, at), idempotencyKey: null },
    ...Array.from({ length: messages }, (_, index): Change => {
      const role = index % 2 === 0 ? 'user' : 'assistant';
      const content = [{ type: 'text' as const, text: `Message ${index}. `.repeat(30) }];
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
  task: 'Something that somebody wanted to have done',
  status: 'running' as const,
  stopReason: null,
  model: 'bench',
  provider: 'bench',
  profile: null,
  usage: noUsage,
  costUsd: 0,
  toolCallCount: 0,
  durationMs: 0,
  waitMs: 0,
  startedBy: 'owner',
  createdAt,
  endedAt: null,
  error: null,
});
