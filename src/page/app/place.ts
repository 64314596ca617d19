import { signal } from '@preact/signals';

/** Where the person is. It is the address of the page, so that a reload, a bookmark and the back button know it. */
export interface Place {
  /** The name of an area. */
  readonly area: string;
  /** The open thread; null for a new one and in areas that show none. */
  readonly threadId: string | null;
}

const CONVERSATION = 'conversation';

/** `#/threads/ID`, `#/settings`; `#` is a new thread. An address of only an id is a thread as well. */
function placeIn(hash: string): Place {
  const [first = '', second = ''] = hash.replace(/^#\/?/u, '').split('/');
  if (first === '' || first === CONVERSATION) return { area: CONVERSATION, threadId: null };
  if (first === 'threads') return { area: CONVERSATION, threadId: second === '' ? null : second };
  if (/^[\da-f]{8}-/u.test(first)) return { area: CONVERSATION, threadId: first };
  return { area: first, threadId: null };
}

export const place = signal(placeIn(location.hash));
addEventListener('hashchange', () => (place.value = placeIn(location.hash)));
addEventListener('popstate', () => (place.value = placeIn(location.hash)));

export const placeOfThread = (threadId: string | null): string =>
  threadId === null ? '#/' : `#/threads/${threadId}`;
export const placeOfArea = (area: string): string => (area === CONVERSATION ? '#/' : `#/${area}`);

export function showThread(threadId: string | null): void {
  history.pushState(null, '', placeOfThread(threadId));
  place.value = placeIn(location.hash);
}
