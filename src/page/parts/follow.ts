import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What is told several times at once is read once. */
const TOGETHER_MS = 300;
const LONGEST_MS = 60 * 60 * 1000;

export interface Followed {
  /** Never rejects. */
  readonly read: () => Promise<void>;
  /** How long nothing of what was read is expected to change; Infinity if only `moved` tells. */
  readonly pauseMs: () => number;
  /** What was read: after each change the next reading is planned anew. */
  readonly shown: ReadonlySignal<unknown>;
  /** Its changes say that something has happened in the engine. */
  readonly moved?: ReadonlySignal<unknown>;
  /** Something else reads it at first. */
  readonly isBegun?: boolean;
}

/** Reads something again and again, while the tab is looked at. @returns ends it */
export function follow({ read, pauseMs, shown, moved, isBegun = false }: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isReading, isAgain, isOver] = [false, false, false];
  const look = async () => {
    clearTimeout(timer);
    if (isOver || document.hidden) return;
    if (isReading) {
      isAgain = true;
      return;
    }
    isReading = true;
    await read();
    isReading = false;
    if (isAgain) {
      isAgain = false;
      soon();
    } else plan();
  };
  const plan = () => {
    if (isOver || isReading || isAgain) return;
    clearTimeout(timer);
    const ms = pauseMs();
    if (ms !== Infinity) timer = setTimeout(() => void look(), Math.min(LONGEST_MS, ms));
  };
  const soon = () => {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), TOGETHER_MS);
  };
  // What a person does reads it, too, and may begin something that is soon over.
  const forget = [shown.subscribe(plan)];
  let isFirst = true;
  if (moved)
    forget.push(
      moved.subscribe(() => {
        if (!isFirst) soon();
        isFirst = false;
      }),
    );
  const seen = () => void look();
  document.addEventListener('visibilitychange', seen);
  if (!isBegun) void look();
  return () => {
    isOver = true;
    for (const stop of forget) stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}

/** The same while the component is shown. */
export const useFollowing = (followed: Followed): void => useEffect(() => follow(followed), []);
