import type { Answer } from '../engine/client.ts';
import { engine } from '../engine/client.ts';

type Stream = Answer<'threads.events'>;
export type ThreadEvent = Stream['events'] extends AsyncIterable<infer Event> ? Event : never;
/** What a tab is told: the events of the engine, and that they do not arrive at the moment. */
export type Told = ThreadEvent | { readonly type: 'lost' };

const NAME = 'svc.threads';
const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * The events of all threads, for as long as the page is open, over one connection for all tabs of this browser: a browser
 * allows six for each host. The tab that a person looks at takes it over from the others, because browsers may
 * stop the scripts of hidden tabs. Where the browser has no locks (plain HTTP to another machine), each visible tab has its own.
 */
export function followThreads(tell: (event: Told) => void): void {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) {
    whileVisible(tell);
    return;
  }
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => tell(data));
  const tellAll = (event: Told) => {
    channel.postMessage(event);
    tell(event);
  };
  let isHolding = false;
  let isQueued = false;
  const hold = async (isTaking: boolean) => {
    if (isHolding || (isQueued && !isTaking)) return;
    if (!isTaking) isQueued = true;
    const stolen = new AbortController();
    try {
      await locks.request(NAME, { steal: isTaking }, async () => {
        if (!isTaking) isQueued = false;
        isHolding = true;
        await connected(tellAll, stolen.signal);
      });
    } catch {
      // Another tab has taken it over.
    }
    stolen.abort();
    isHolding = false;
    // In case that tab is closed while this one is hidden.
    void hold(false);
  };
  const look = () => {
    if (!document.hidden) void hold(true);
  };
  document.addEventListener('visibilitychange', look);
  void hold(!document.hidden);
}

function whileVisible(tell: (event: Told) => void): void {
  let left: AbortController | null = null;
  const look = () => {
    if (document.hidden) {
      left?.abort();
      left = null;
    } else if (left === null) {
      left = new AbortController();
      void connected(tell, left.signal);
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
}

/** Connects again and again until it is aborted. */
async function connected(tell: (event: Told) => void, left: AbortSignal): Promise<void> {
  let wait = SHORTEST_WAIT_MS;
  while (!left.aborted) {
    // A laptop that slept does not notice that its connection is gone.
    const stale = new AbortController();
    const isBack = () => stale.abort();
    addEventListener('online', isBack);
    let wasReady = false;
    try {
      const { events } = await engine['threads.events']({ signal: AbortSignal.any([left, stale.signal]) });
      for await (const event of events) {
        if (left.aborted) return;
        wasReady = event.type !== 'error';
        wait = SHORTEST_WAIT_MS;
        tell(event);
      }
    } catch {
      // Told below, unless the next attempt succeeds at once.
    } finally {
      removeEventListener('online', isBack);
    }
    if (left.aborted) return;
    if (wasReady) continue;
    tell({ type: 'lost' });
    await pause(wait, left);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** Ends early when the network is back or the tab is looked at. */
async function pause(ms: number, left: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const over = new AbortController();
    const wake = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    addEventListener('online', wake, { signal: over.signal });
    document.addEventListener('visibilitychange', wake, { signal: over.signal });
    left.addEventListener('abort', wake, { signal: over.signal });
  });
}
