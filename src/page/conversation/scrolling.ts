import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Pixels from the end that still count as being there. */
const NEAR = 8;

export interface Following {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The person has scrolled up; what arrives does not move what they read. */
  readonly isAway: Signal<boolean>;
  readonly toEnd: () => void;
}

/**
 * Keeps the end of the box in view while text arrives, unless the person has scrolled up. Opening another thread
 * shows its end, and a new one its beginning. Earlier content that is added above moves nothing that is in view.
 * @param first names the first thing in the box: when it changes, something was added above
 * @param isNew nothing was said yet: what greets the person is read from the top
 * @param sent counts what was sent from here: who sends something sees what becomes of it
 */
export function useFollowing(
  threadId: string | null,
  first: unknown,
  isNew: boolean,
  sent: number,
): Following {
  const box = useRef<HTMLDivElement>(null);
  const isAway = useSignal(false);
  const hasEnd = useRef(!isNew);
  hasEnd.current = !isNew;
  const toEnd = () => {
    isAway.value = false;
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let top = element.scrollTop;
    let [height, shown] = [element.scrollHeight, element.clientHeight];
    const onScroll = () => {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      if (isAtEnd || !hasEnd.current) isAway.value = false;
      // What grows below moves nothing up, and what shrinks moves the end, as does a taller box: only the person scrolls back.
      else if (element.scrollTop < top && element.scrollHeight >= height && element.clientHeight <= shown)
        isAway.value = true;
      top = element.scrollTop;
      [height, shown] = [element.scrollHeight, element.clientHeight];
    };
    const observer = new ResizeObserver(() => {
      if (hasEnd.current && !isAway.value) element.scrollTop = endOf(element);
    });
    const watch = () => {
      observer.disconnect();
      observer.observe(element);
      for (const child of element.children) observer.observe(child);
    };
    const children = new MutationObserver(watch);
    children.observe(element, { childList: true });
    watch();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      children.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);
  useEffect(() => {
    toEnd();
    if (!hasEnd.current) box.current?.scrollTo({ top: 0 });
  }, [threadId, isNew, sent]);
  useKeptPlace(box, isAway, first);
  return { box, isAway, toEnd };
}

/** Of the box, for the end of an answer; what waits for review below it begins in the rest. */
const FOR_ANSWER = 0.6;

/**
 * How far down the box shows its end. What waits for review below an answer is no end to be led to: the end of the answer
 * stays in sight.
 */
function endOf(box: HTMLElement): number {
  const run = [...box.querySelectorAll(':scope > .run')].at(-1);
  if (run === undefined || box.querySelector(':scope > .review') === null) return box.scrollHeight;
  const end = run.getBoundingClientRect().bottom - box.getBoundingClientRect().top + box.scrollTop;
  const shown = end - FOR_ANSWER * box.clientHeight;
  return Math.max(box.scrollTop, Math.min(shown, box.scrollHeight - box.clientHeight));
}

/** Scroll anchoring of browsers does not work at the very top, where earlier content is asked for. */
function useKeptPlace(box: RefObject<HTMLDivElement | null>, isAway: Signal<boolean>, first: unknown): void {
  const before = useRef<{ readonly element: Element; readonly y: number } | null>(null);
  useLayoutEffect(() => {
    const kept = before.current;
    if (isAway.peek() && kept?.element.isConnected && box.current)
      box.current.scrollTop += kept.element.getBoundingClientRect().top - kept.y;
  }, [first]);
  // What is in view now is what must not move at the next drawing.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const note = () => {
      const edge = element.getBoundingClientRect().top;
      const seen = [...element.querySelectorAll(':scope > .run')].find(
        (run) => run.getBoundingClientRect().bottom > edge,
      );
      before.current = seen ? { element: seen, y: seen.getBoundingClientRect().top } : null;
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, []);
}
