import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isKeyboardLost } from './keyboard-after.ts';

/**
 * Shows the next page of the list before it; nothing where there is none. With the last page the button is gone, and the
 * keyboard is at the first item of that page.
 */
export function MoreButton({
  label,
  isMore,
  isSmall = false,
  onMore,
}: {
  label: string;
  isMore: boolean;
  isSmall?: boolean;
  onMore: () => void;
}): VNode | null {
  const row = useRef<HTMLDivElement>(null);
  /** Of the list, when the button was pressed. */
  const lastItem = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (isMore || !isKeyboardLost()) return;
    const item = lastItem.current?.nextElementSibling ?? lastItem.current;
    lastItem.current = null;
    if (!(item instanceof HTMLElement)) return;
    item.tabIndex = -1;
    item.focus();
  }, [isMore]);
  if (!isMore) return null;
  return (
    <div class="row" ref={row}>
      <button
        type="button"
        {...(isSmall ? { class: 'small' } : {})}
        onClick={() => {
          const item = row.current?.previousElementSibling?.lastElementChild;
          lastItem.current = item instanceof HTMLElement ? item : null;
          onMore();
        }}
      >
        {label}
      </button>
    </div>
  );
}
