import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { codeOf, statusOf, told } from '../engine/failure.ts';
import { workMoved } from '../threads/thread-list.ts';
import { useFollowing } from './follow.ts';

const RETRY_MS = 2_000;

/**
 * Reads one thing while the component is shown, and again when a run may have changed it. Always the same one: give the
 * component a key.
 */
export function useFound<Item>(
  read: () => Promise<Item>,
  /** The refusals that say that it does not exist. */
  gone: readonly string[],
): {
  /** Null until it was read. */
  readonly found: ReadonlySignal<Item | null>;
  /** Why it could not be read, in words. */
  readonly wrong: ReadonlySignal<string>;
  readonly isGone: ReadonlySignal<boolean>;
  /** Reads it now; never rejects. */
  readonly again: () => Promise<void>;
} {
  const found = useSignal<Item | null>(null);
  const wrong = useSignal('');
  const isGone = useSignal(false);
  const readings = useRef(0);
  const again = async () => {
    readings.current += 1;
    const mine = readings.current;
    try {
      const answer = await read();
      if (mine !== readings.current) return;
      found.value = answer;
      wrong.value = '';
    } catch (error) {
      if (mine !== readings.current) return;
      isGone.value = gone.includes(codeOf(error) ?? '');
      // That the engine is away is said above everything.
      wrong.value = statusOf(error) === null || isGone.value ? '' : told(error);
    }
  };
  useFollowing({
    read: again,
    pauseMs: () => (found.peek() === null && !isGone.peek() ? RETRY_MS : Infinity),
    shown: found,
    moved: workMoved,
  });
  return { found, wrong, isGone, again };
}
