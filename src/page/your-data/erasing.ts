import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, statusOf, told } from '../engine/failure.ts';
import { ProblemError } from '../../contract/client.ts';

export type Erased = Pick<Answer<'data.erase'>, 'stores' | 'remains'> & { readonly isAll: boolean };

/** Whether an erasure goes on. */
export const isErasing = signal(false);
/** What became of it. */
export const erased = signal<Erased | null>(null);
/** Why nothing was erased, in words. */
export const wrong = signal('');
/** Entries of the data directory that are not the engine's own. */
export const unknown = signal<readonly string[]>([]);

/** The last erasure of this engine; null if there was none. */
export const earlier = signal<Answer<'data.erasure'>['erasure']>(null);

const CONFIRM = 'DELETE_ALL_DATA';
/** Between two questions while the engine restarts. */
const ASK_MS = 700;

export interface Wishes {
  readonly keepBackups: boolean;
  readonly workspace: boolean;
  readonly removeUnknown: string[];
}

/** Erases everything, and waits through the restart of the engine until it is done. Never rejects. */
export async function erase(wishes: Wishes): Promise<void> {
  isErasing.value = true;
  wrong.value = '';
  const askedAt = Date.now();
  try {
    const { stores, remains } = await engine['data.erase']({ body: { confirm: CONFIRM, ...wishes } });
    over({ stores, remains, isAll: true });
  } catch (error) {
    const isUnknown = codeOf(error) === 'unknown_entries';
    unknown.value = isUnknown ? namesIn(error) : [];
    if (isUnknown) return;
    // Without an answer it may have begun.
    const isLost = statusOf(error) === null || codeOf(error) === 'erasure_incomplete';
    const found = isLost ? await outcomeSince(askedAt) : null;
    if (found === null) wrong.value = told(error);
    else over(found);
  } finally {
    isErasing.value = false;
  }
}

/** Never rejects: without it the area says what it says anyway. */
export async function findEarlier(): Promise<void> {
  try {
    earlier.value = (await engine['data.erasure']()).erasure;
  } catch {
    earlier.value = null;
  }
}

function over(found: Erased): void {
  erased.value = found;
  unknown.value = [];
  if (found.isAll) localStorage.clear();
}

const namesIn = (error: unknown): readonly string[] => {
  const names = error instanceof ProblemError ? error.problem['names'] : [];
  return Array.isArray(names) ? names.map(String) : [];
};

/** Null if none was begun since then. */
async function outcomeSince(askedAt: number): Promise<Erased | null> {
  for (let tries = 0; ; tries++) {
    try {
      const { erasure } = await engine['data.erasure']();
      if (erasure === null || Date.parse(erasure.startedAt) < askedAt - CLOCKS_MS) return null;
      if (erasure.status !== 'running') {
        const { stores, remains, status } = erasure;
        return { stores, remains, isAll: status === 'completed' };
      }
    } catch (error) {
      const status = statusOf(error);
      if ((status !== null && status !== 503) || tries >= MOST_TRIES) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

/** The clocks of the engine and of the browser may differ. */
const CLOCKS_MS = 60_000;
const MOST_TRIES = 200;
