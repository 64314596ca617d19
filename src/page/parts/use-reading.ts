import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { told } from '../engine/failure.ts';

export interface Reading {
  readonly wrong: Signal<string>;
  /** The first reading has not ended: what would move when it has is not shown yet. */
  readonly isAwaited: ReadonlySignal<boolean>;
  /** Does this and reads again. What the engine refuses is said in `wrong`; what is `done` then is said as a notice. */
  readonly act: (work: () => Promise<unknown>, done?: string) => Promise<void>;
}

/**
 * Reads something from the engine when it is shown, and again after each thing that a person does with it.
 * @param read resolves to what is wrong with it, in words; '' if nothing is
 */
export function useReading(read: () => Promise<string>): Reading {
  const wrong = useSignal('');
  const isAwaited = useSignal(true);
  const act = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work();
      if (done !== undefined) say(done);
      wrong.value = await read();
    } catch (error) {
      wrong.value = told(error);
    }
  };
  useEffect(() => void act(async () => undefined).then(() => (isAwaited.value = false)), []);
  return { wrong, isAwaited, act };
}
