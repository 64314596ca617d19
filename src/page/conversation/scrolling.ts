import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Pixels from the end that still count as being there. */
const NEAR = 8;

/**
 * Keeps the end of the box in view while text arrives, unless the person has scrolled up. Opening another thread
 * shows its end.
 */
export function useFollowing(threadId: string | null): {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly end: RefObject<HTMLDivElement | null>;
  readonly isAway: Signal<boolean>;
  readonly toEnd: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const isAway = useSignal(false);
  const toEnd = () => {
    isAway.value = false;
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let top = element.scrollTop;
    const onScroll = () => {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      if (isAtEnd) isAway.value = false;
      // What grows below moves nothing up: only the person scrolls back.
      else if (element.scrollTop < top) isAway.value = true;
      top = element.scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (!isAway.value) element.scrollTop = element.scrollHeight;
    });
    const watch = () => {
      observer.disconnect();
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
  useEffect(toEnd, [threadId]);
  return { box, end, isAway, toEnd };
}
