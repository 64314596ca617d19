import { effect, signal } from '@preact/signals';
import { isAway } from '../engine/away.ts';
import { engine, type Answer } from '../engine/client.ts';
import { isRead, threads } from '../threads/thread-list.ts';

interface Facts {
  readonly byTool: Answer<'history.stats'>['byTool'];
  readonly runs: number;
}

/** What happened in the engine, as the first steps need it; null until it was read. */
export const stepFacts = signal<Facts | null>(null);

/** The list of threads that the facts belong to: everything that a step does changes a thread. */
let known: unknown = null;
let reading: AbortController | null = null;

/** Keeps the facts up to date while the steps may be shown. @returns ends it */
export const followStepFacts = (): (() => void) =>
  effect(() => {
    const list = isRead.value ? threads.value : 'none yet';
    if (isAway.value || list === known) return;
    // What the first list tells was there already when the facts were asked for.
    const isFirstList = known === 'none yet';
    known = list;
    if (!isFirstList) void read();
  });

async function read(): Promise<void> {
  reading?.abort();
  const { signal: left } = (reading = new AbortController());
  try {
    const { byTool, total } = await engine['history.stats']({ signal: left });
    stepFacts.value = { byTool, runs: total.runs };
  } catch {
    // The next change of a thread asks again.
  }
}
