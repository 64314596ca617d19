import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';

const all = new Map<string, unknown>();

/**
 * As `useSignal`, by a name: what was typed and not saved is still there when the person comes back to it, until the page is
 * closed. Nothing of it is on the disk, so keys may be among it.
 */
export function useKept<Value>(
  name: string,
  first: Value,
): {
  readonly value: Signal<Value>;
  /** It was there from before. */
  readonly isBack: boolean;
  /** What it holds now is saved or given up: nothing is kept until it changes. */
  readonly forget: () => void;
} {
  const isBack = useRef(all.has(name)).current;
  const value = useSignal(isBack ? (all.get(name) as Value) : first);
  const unchanged = useRef(JSON.stringify(first));
  useSignalEffect(() => {
    const now = value.value;
    if (JSON.stringify(now) === unchanged.current) all.delete(name);
    else all.set(name, now);
  });
  const forget = () => {
    unchanged.current = JSON.stringify(value.peek());
    all.delete(name);
  };
  return { value, isBack, forget };
}
