import { setTimeout as pause } from 'node:timers/promises';
import type { EngineClient } from './attach.ts';
import { say } from '../../../contract/cli/says.ts';
import type { ProgressBar } from './progress-bar.ts';

const PHASES = {
  copying: say('terminal.copying'),
  verifying: say('terminal.checking'),
  restoring: say('terminal.restoring'),
  uploading: say('terminal.uploading'),
} as const;

/** Shows the progress of the operation on a backup until it ends, or throws when `signal` aborts. */
export async function follow(
  client: EngineClient,
  id: string,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<void> {
  const { events } = await client['backups.events']({ params: { id }, signal });
  for await (const event of events)
    if (event.type === 'progress') bar.show({ ...event.data, what: PHASES[event.data.phase] });
  signal.throwIfAborted();
}

/** Between two looks at an operation that has not begun yet. */
const LOOK_MS = 200;

/** The answer of a request that is carried out before it answers, with its progress meanwhile. */
export async function followed<Answer>(
  client: EngineClient,
  id: string,
  request: Promise<Answer>,
  bar: ProgressBar,
): Promise<Answer> {
  const over = new AbortController();
  const answer = request.finally(() => over.abort());
  answer.catch(() => undefined);
  while (!over.signal.aborted) {
    // What is wrong with the request, its own answer says.
    await follow(client, id, bar, over.signal).catch(() => undefined);
    await pause(LOOK_MS, null, { signal: over.signal }).catch(() => undefined);
  }
  bar.clear();
  return await answer;
}
