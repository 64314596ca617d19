import { signal } from '@preact/signals';

/** Where the person is. It is the address of the page, so that a reload, a bookmark and the back button know it. */
export interface Place {
  /** The name of an area. */
  readonly area: string;
  /** The open thread; null for a new one and in areas that show none. */
  readonly threadId: string | null;
  /** The message of the thread to show, by its `seq`; null for its end. */
  readonly seq: number | null;
  /** The run of the thread to show; null: none. */
  readonly runId: string | null;
  /** The open part of an area that has parts; null for its first. */
  readonly part: string | null;
}

const CONVERSATION = 'conversation';
const nowhere = { threadId: null, seq: null, runId: null, part: null };

/** `#/threads/ID`, `#/threads/ID/SEQ`, `#/threads/ID/run/ID`, `#/settings/model`; `#` is a new thread. An address of only an id is a thread as well. */
export function placeIn(hash: string): Place {
  const [first = '', second = '', third = '', fourth = ''] = hash.replace(/^#\/?/u, '').split('/');
  const thread = { ...nowhere, area: CONVERSATION };
  if (first === '' || first === CONVERSATION) return thread;
  if (first === 'threads')
    return {
      ...thread,
      threadId: second || null,
      seq: /^\d{1,15}$/u.test(third) ? Number(third) : null,
      runId: third === 'run' ? fourth || null : null,
    };
  if (/^[\da-f]{8}-/u.test(first)) return { ...thread, threadId: first };
  // As it was once.
  if (first === 'settings' && second === 'costs') return { ...nowhere, area: 'costs' };
  return { ...nowhere, area: first, part: second || null };
}

export const place = signal(placeIn(location.hash));
const look = () => (place.value = placeIn(location.hash));
addEventListener('hashchange', look);
addEventListener('popstate', look);

export const placeOfThread = (threadId: string | null, seq: number | null = null): string =>
  threadId === null ? '#/' : `#/threads/${threadId}${seq === null ? '' : `/${seq}`}`;
/** Shows this run of the thread, not its end. */
export const placeOfRunIn = (threadId: string, runId: string): string =>
  `${placeOfThread(threadId)}/run/${runId}`;
export const placeOfArea = (area: string, part: string | null = null): string =>
  area === CONVERSATION ? '#/' : `#/${area}${part === null ? '' : `/${part}`}`;

export function showThread(threadId: string | null, seq: number | null = null): void {
  history.pushState(null, '', placeOfThread(threadId, seq));
  look();
}

export function showArea(area: string, part: string | null = null): void {
  history.pushState(null, '', placeOfArea(area, part));
  look();
}

/** The address changes without a step that the back button knows. */
export function replacePlace(address: string): void {
  history.replaceState(null, '', address);
  look();
}
