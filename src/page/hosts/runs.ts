import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';

export type ToolRun = Answer<'toolRuns.list'>['toolRuns'][number];

const PAGE = 50;

/** What hosts have started, newest first; null until it was read. */
export const toolRuns = signal<readonly ToolRun[] | null>(null);
/** Where the older ones begin; null if all are shown. */
export const older = signal<string | null>(null);
/** Why they could not be read or stopped, in words. */
export const wrong = signal('');

/** Reads the newest ones; those that were shown before stay. */
export async function readToolRuns(): Promise<void> {
  await trying(async () => {
    const answer = await engine['toolRuns.list']({ query: { limit: PAGE } });
    const shown = toolRuns.peek() ?? [];
    const fresh = new Set(answer.toolRuns.map(({ runId }) => runId));
    const last = answer.toolRuns.at(-1)?.runId;
    const isCut = answer.nextCursor !== null && shown.some(({ runId }) => runId === last);
    const rest = isCut ? shown.slice(shown.findIndex(({ runId }) => runId === last) + 1) : [];
    toolRuns.value = [...answer.toolRuns, ...rest.filter(({ runId }) => !fresh.has(runId))];
    if (rest.length === 0) older.value = answer.nextCursor;
  });
}

export async function readOlder(): Promise<void> {
  const cursor = older.peek();
  if (cursor === null) return;
  await trying(async () => {
    const answer = await engine['toolRuns.list']({ query: { limit: PAGE, cursor } });
    const shown = toolRuns.peek() ?? [];
    const known = new Set(shown.map(({ runId }) => runId));
    toolRuns.value = [...shown, ...answer.toolRuns.filter(({ runId }) => !known.has(runId))];
    older.value = answer.nextCursor;
  });
}

export async function stop({ threadId, runId }: ToolRun): Promise<void> {
  if (threadId === null) return;
  await trying(() => engine['threads.abort']({ params: { id: threadId }, body: { runId } }));
  await readToolRuns();
}

async function trying(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    wrong.value = '';
  } catch (error) {
    wrong.value = told(error);
  }
}
