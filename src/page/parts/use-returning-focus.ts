import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isKeyboardLost } from './keyboard-after.ts';

/** For the button that opens something in its own place: it gets the keyboard back when that is closed. */
export function useReturningFocus(isOpen: boolean): Ref<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && isKeyboardLost()) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
