import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { told } from '../engine/failure.ts';

/**
 * Reads something from the engine when it is shown, and again after each thing that a person does with it.
 * @param read resolves to what is wrong with it, in words; '' if nothing is
 */
export function useReading(read: () => Promise<string>): {
  readonly wrong: Signal<string>;
  /** Does this and reads again. What the engine refuses is said in `wrong`. */
  readonly act: (work: () => Promise<unknown>) => Promise<void>;
} {
  const wrong = useSignal('');
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      wrong.value = await read();
    } catch (error) {
      wrong.value = told(error);
    }
  };
  useEffect(() => void act(async () => undefined), []);
  return { wrong, act };
}
