import { useSignal, type ReadonlySignal } from '@preact/signals';
import { engine } from '../engine/client.ts';
import { codeOf, statusOf, told } from '../engine/failure.ts';
import { useFollowing } from '../parts/follow.ts';
import { workMoved } from '../threads/thread-list.ts';
import type { Workflow } from './workflows.ts';

const RETRY_MS = 2_000;

/** Reads one saved workflow while the component is shown. Always for the same id: give the component a key. */
export function useSavedWorkflow(id: string): {
  /** Null until it was read. */
  readonly found: ReadonlySignal<Workflow | null>;
  /** Why it could not be read, in words. */
  readonly wrong: ReadonlySignal<string>;
  /** It was deleted. */
  readonly isGone: ReadonlySignal<boolean>;
} {
  const found = useSignal<Workflow | null>(null);
  const wrong = useSignal('');
  const isGone = useSignal(false);
  useFollowing({
    read: async () => {
      try {
        const read = await engine['workflows.definition']({ params: { id } });
        // It never changes; what was read first stays, with what is typed for it.
        found.value ??= read;
        wrong.value = '';
      } catch (error) {
        isGone.value = codeOf(error) === 'workflow_not_found';
        // That the engine is away is said above everything.
        wrong.value = statusOf(error) === null || isGone.value ? '' : told(error);
      }
    },
    pauseMs: () => (found.peek() === null && !isGone.peek() ? RETRY_MS : Infinity),
    shown: found,
    moved: workMoved,
  });
  return { found, wrong, isGone };
}
