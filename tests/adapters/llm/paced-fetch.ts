import { setImmediate } from 'node:timers';

/** An answer that the server writes piece by piece. */
export interface Steps {
  next(): Promise<void>;
}

export interface Pace {
  readonly fetch: typeof fetch;
  /** Bodies that are being read. */
  readonly open: number;
  /** Makes the server write a piece to each client that has read everything, and waits for its arrival. */
  proceed(): Promise<void>;
}

/**
 * Real sockets in step with their reader: the server writes its next piece only when the client waits for one, so that an
 * abort interrupts a known state. The n-th request gets the n-th answer.
 */
export function paced(answers: readonly Steps[], send: typeof fetch = fetch): Pace {
  const waiting = new Set<Steps>();
  let begun = 0;
  let open = 0;

  function watched(body: ReadableStream<Uint8Array>, steps: Steps, signal: AbortSignal | null | undefined) {
    const reader = body.getReader();
    open += 1;
    let isOpen = true;
    const closed = () => {
      if (isOpen) open -= 1;
      isOpen = false;
      waiting.delete(steps);
    };
    signal?.addEventListener('abort', closed);
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          waiting.add(steps);
          try {
            const { done, value } = await reader.read();
            waiting.delete(steps);
            if (!done) return controller.enqueue(value);
            closed();
            controller.close();
          } catch (error) {
            closed();
            controller.error(error);
          }
        },
        cancel: (reason) => {
          closed();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    get open() {
      return open;
    },
    fetch: async (url, init) => {
      const steps = answers[begun];
      begun += 1;
      const response = await send(url, init);
      if (!response.body || !steps) return response;
      const { status, headers } = response;
      return new Response(watched(response.body, steps, init?.signal), { status, headers });
    },
    proceed: async () => {
      for (const steps of Array.from(waiting)) {
        waiting.delete(steps);
        await steps.next();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
