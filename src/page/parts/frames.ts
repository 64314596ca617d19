/** Where nothing is drawn, as in a tab out of sight, no frame comes. */
const LONGEST_WAIT_MS = 100;

/** Calls `act` once, before the next frame or soon. @returns takes it back */
export function nextFrame(act: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = () => {
    cancel();
    act();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, LONGEST_WAIT_MS);
  return cancel;
}

/**
 * For work in many small pieces that follow each other without end: lets the browser do what waits each time that they
 * took so many milliseconds together.
 */
export function pauses(afterMs: number): () => Promise<void> | undefined {
  let from = performance.now();
  return () =>
    performance.now() - from < afterMs ? undefined : pause().then(() => void (from = performance.now()));
}

/** Lets the browser do what waits, such as a click. Unlike a timer, it is as soon in a tab out of sight. */
export async function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((goOn) => {
    port1.onmessage = goOn;
    port2.postMessage(null);
  });
  port1.close();
}

/** Resolves once what was just set is drawn: before the next key or click, and in a tab out of sight, too. */
export const drawn = async (): Promise<void> => await new Promise(queueMicrotask);
