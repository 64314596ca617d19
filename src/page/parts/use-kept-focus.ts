import { useLayoutEffect, useRef } from 'preact/hooks';
import { isKeyboardLost } from './keyboard-after.ts';

/**
 * For what changes under the keyboard: where that which had it is gone, it goes to what `instead` finds.
 * @returns what the element around it needs
 */
export function useKeptFocus(instead: () => HTMLElement | null | undefined): {
  readonly onFocusIn: (event: FocusEvent) => void;
  readonly onFocusOut: (event: FocusEvent) => void;
} {
  const had = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    const isGone = had.current instanceof Node && !had.current.isConnected;
    if (isGone && isKeyboardLost()) instead()?.focus();
  });
  return {
    onFocusIn: ({ target }) => (had.current = target),
    // Of what is removed a browser tells nothing, or that the keyboard goes nowhere.
    onFocusOut: ({ relatedTarget }) => {
      if (relatedTarget !== null) had.current = null;
    },
  };
}
