import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** How large a picture is drawn: 1 is its own size, at which everything in it can be tapped. */
export const SMALLEST = 0.5;
export const LARGEST = 2;
/** Of one press of a button. */
export const STEP = 1.25;

/** Distance of two fingers on the screen. */
const apart = ({ touches: [one, two] }: TouchEvent): number =>
  one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0;

/** The size of what is in a box that scrolls. Two fingers in it change the size instead of that of the page. */
export function useSize(box: RefObject<HTMLElement | null>): {
  readonly value: ReadonlySignal<number>;
  /** Makes it this many times as large, within what is allowed, around the middle of what is in sight. */
  readonly change: (times: number) => void;
} {
  const value = useSignal(1);
  const set = (wanted: number) => {
    const [before, next] = [value.peek(), Math.min(LARGEST, Math.max(SMALLEST, wanted))];
    const element = box.current;
    if (next === before || element === null) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    value.value = next;
    requestAnimationFrame(() => {
      const times = next / before;
      element.scrollLeft = (scrollLeft + clientWidth / 2) * times - clientWidth / 2;
      element.scrollTop = (scrollTop + clientHeight / 2) * times - clientHeight / 2;
    });
  };
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let [from, size] = [0, 1];
    const begin = (event: TouchEvent) => {
      from = apart(event);
      size = value.peek();
    };
    const move = (event: TouchEvent) => {
      if (event.touches.length !== 2 || from === 0) return;
      event.preventDefault();
      set((size * apart(event)) / from);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
    };
  }, []);
  return { value, change: (times) => set(value.peek() * times) };
}
