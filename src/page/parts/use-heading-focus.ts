import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Another part of an area is shown: the link that led there is gone, and the keyboard goes to the new title. */
export function useHeadingFocus(part: string | null): RefObject<HTMLElement | null> {
  const area = useRef<HTMLElement>(null);
  const before = useRef(part);
  useLayoutEffect(() => {
    if (before.current !== part) area.current?.querySelector('h2')?.focus();
    before.current = part;
  }, [part]);
  return area;
}
