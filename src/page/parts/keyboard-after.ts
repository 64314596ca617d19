import { drawn } from './frames.ts';

/**
 * For what goes on after a wait: remembers where the keyboard is. @returns moves it to what is found once what was just
 * set is drawn, unless the person has gone elsewhere meanwhile
 */
export function keyboardAfter(): (find: () => HTMLElement | null | undefined) => void {
  const before = document.activeElement;
  return (find) =>
    void drawn().then(() => {
      if (document.activeElement === before || isKeyboardLost()) find()?.focus();
    });
}

/** What had the keyboard is gone, and nothing else has taken it. */
export const isKeyboardLost = (): boolean => document.activeElement === document.body;
