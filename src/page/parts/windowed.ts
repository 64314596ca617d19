import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface Shown {
  readonly first: number;
  readonly end: number;
  /** The space of the rows before and after, in rem. */
  readonly before: number;
  readonly after: number;
}

/** The last place whose offset is not after `y`. */
export function rowAt(offsets: readonly number[], y: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Rem that are drawn above and below what is in sight. */
const AROUND = 30;

/**
 * The rows of a long list that are near what is in sight in its box; only these need elements.
 * @param offsets where each row begins, in rem, and last where the list ends
 */
export function useWindowed(offsets: readonly number[]): {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly shown: Shown;
} {
  const box = useRef<HTMLDivElement>(null);
  const view = useSignal({ top: 0, height: 60 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      // In steps, so that most movements draw nothing.
      const top = Math.floor(element.scrollTop / rem / 10) * 10;
      const height = Math.ceil(element.clientHeight / rem / 10) * 10;
      const before = view.peek();
      if (top !== before.top || height !== before.height) view.value = { top, height };
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const { top, height } = view.value;
  const rows = offsets.length - 1;
  const whole = offsets[rows] ?? 0;
  const first = rowAt(offsets, top - AROUND);
  const end = rows === 0 ? 0 : rowAt(offsets, top + height + AROUND) + 1;
  return {
    box,
    shown: { first, end, before: offsets[first] ?? 0, after: whole - (offsets[end] ?? whole) },
  };
}
