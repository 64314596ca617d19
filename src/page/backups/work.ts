import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, statusOf, told, worded } from '../engine/failure.ts';
import { backupWords as said } from '#words/backups.ts';
import type { Backup } from './state.ts';

export type Progress = NonNullable<Backup['progress']>;
export type Outcome = Answer<'backups.restored'>;

/** Null until they were read. */
export const backups = signal<readonly Backup[] | null>(null);
/** Why the folder of the backups seems not to be there, in the engine's words; '' if it is. */
export const missingFolder = signal('');
/** What went wrong last, in words; '' if nothing did. */
export const wrong = signal('');
/** What came of the last thing that was done, in words. */
export const done = signal('');
/** The work in progress: on which backup, what it is, and how far it is. */
export const working = signal<{
  readonly backupId: string | null;
  readonly what: string;
  readonly progress: Progress | null;
} | null>(null);
export const outcome = signal<Outcome | null>(null);

export async function readBackups(): Promise<void> {
  try {
    const found = await engine['backups.list']();
    missingFolder.value = found.missingFolder ?? '';
    backups.value = found.backups;
    const running = backups.value.find(({ progress }) => progress !== null);
    // Another client began it.
    if (running && working.peek() === null)
      void doing(running.backupId, said.working, () => follow(running.backupId));
  } catch (error) {
    wrong.value = told(error);
  }
}

/**
 * Does one thing at a time, with its progress on the screen, and reads the list anew.
 * @param work resolves to what came of it, in words, or to what is wrong with it
 */
export async function doing(
  backupId: string | null,
  what: string,
  work: () => Promise<string | { readonly wrong: string } | void>,
): Promise<void> {
  if (working.peek() !== null) return;
  wrong.value = '';
  done.value = '';
  working.value = { backupId, what, progress: null };
  try {
    const came = (await work()) ?? '';
    if (typeof came === 'string') done.value = came;
    else wrong.value = came.wrong;
  } catch (error) {
    wrong.value = told(error);
  } finally {
    working.value = null;
    await readBackups();
  }
}

/** Shows the progress of the operation on this backup, until it ends. Its upload comes after that, and has a bar of its own. */
async function follow(id: string, signal?: AbortSignal): Promise<void> {
  const { events } = await engine['backups.events']({ params: { id }, ...(signal ? { signal } : {}) });
  for await (const event of events) {
    if (event.type !== 'progress' || working.peek() === null) continue;
    if (event.data.phase === 'uploading') break;
    working.value = { ...working.peek()!, backupId: id, progress: event.data };
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A request that answers when its work is done, with the progress of that work meanwhile. */
async function followed<Result>(id: string, request: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const answer = request.finally(() => over.abort());
  answer.catch(() => undefined);
  while (!over.signal.aborted) {
    await follow(id, over.signal).catch(() => undefined);
    if (!over.signal.aborted) await Promise.race([pause(300), answer.catch(() => undefined)]);
  }
  return await answer;
}

export const makeBackup = (): Promise<void> =>
  doing(null, said.making, async () => {
    const { backupId } = await engine['backups.create']();
    await follow(backupId);
    const made = await engine['backups.get']({ params: { id: backupId } });
    return made.status === 'complete' ? said.made : { wrong: worded(made.problems[0] ?? said.failed) };
  });

export const checkBackup = (id: string): Promise<void> =>
  doing(id, said.checking, async () => {
    const { ok, problems } = await followed(id, engine['backups.verify']({ params: { id } }));
    return ok ? said.checked : { wrong: problems.map((one) => worded(one)).join(' ') };
  });

export const drillBackup = (id: string): Promise<void> =>
  doing(id, said.drilling, async () => {
    const { ok, problems } = await followed(id, engine['backups.drill']({ params: { id } }));
    return ok ? said.drilled : { wrong: problems.map((one) => worded(one)).join(' ') };
  });

export const deleteBackup = (id: string): Promise<void> =>
  doing(id, said.deleting, () => engine['backups.delete']({ params: { id } }));

export const bringBack = (file: Blob): Promise<void> =>
  doing(null, said.receiving, async () => {
    await engine['backups.receive']({ body: file });
    return said.received;
  });

export interface Wishes {
  readonly allowForeign?: boolean;
  readonly allowUnauthenticated?: boolean;
  readonly key?: string;
}

/** Between two questions about a restore, while the engine restarts. */
const ASK_MS = 700;

/**
 * Restores, and waits for the outcome through the restart of the engine.
 * @returns why the engine refused it: the name of what is missing, or '' for another reason; null if it did not
 */
export async function restoreBackup(id: string, wishes: Wishes): Promise<string | null> {
  let refused: string | null = null;
  outcome.value = null;
  await doing(id, said.restore.preparing, async () => {
    let operationId: string;
    try {
      ({ operationId } = await followed(id, engine['backups.restore']({ params: { id }, body: wishes })));
    } catch (error) {
      refused = codeOf(error) === 'backup_unusable' ? reasonOf(error) : '';
      throw error;
    }
    working.value = { backupId: id, what: said.restore.restarting, progress: null };
    outcome.value = await outcomeOf(operationId);
  });
  return refused;
}

const reasonOf = (error: unknown): string => {
  const { reason } = (error as { readonly problem: { readonly reason?: unknown } }).problem;
  return typeof reason === 'string' ? reason : '';
};

/** While the engine is away there is no answer, or 503. */
async function outcomeOf(operationId: string): Promise<Outcome> {
  for (;;) {
    try {
      const found = await engine['backups.restored']({ params: { operationId } });
      if (found.status !== 'running') return found;
    } catch (error) {
      const status = statusOf(error);
      if (status !== null && status !== 503) throw error;
    }
    await pause(ASK_MS);
  }
}
