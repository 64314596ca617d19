import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { nextFrame } from '../parts/frames.ts';

/** Frames without a change of height after which the heights are taken as known. */
const STILL = 2;
/** A thread in which text arrives is never still. */
const MOST = 10;

/**
 * Whether a thread that was opened is still finding its size. The browser draws a long thread with estimated heights first,
 * and corrects them in the frames after that: what is shown only then does not jump.
 */
export function useSettling(box: RefObject<HTMLElement | null>, isLoading: boolean): boolean {
  const isSettling = useSignal(isLoading);
  useLayoutEffect(() => {
    if (isLoading) isSettling.value = true;
    if (isLoading || !isSettling.peek()) return undefined;
    let [height, still, frames] = [-1, 0, 0];
    const look = () => {
      const now = box.current?.scrollHeight ?? 0;
      still = now === height ? still + 1 : 0;
      height = now;
      frames += 1;
      if (still >= STILL || frames >= MOST) isSettling.value = false;
      else stop = nextFrame(look);
    };
    let stop = nextFrame(look);
    return () => stop();
  }, [isLoading]);
  return isSettling.value;
}
