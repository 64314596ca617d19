/** A stream of events that says nothing for this long is dead: a live one has a heartbeat every 15 s. */
export const SILENT_MS = 40_000;

/** A connection that is open at this end only: the machine slept, or a proxy forgot it. */
export class Silence extends Error {}

/** The same bytes; fails with Silence when none come for so long, and lets go of the source. */
export function untilSilent(
  bytes: ReadableStream<Uint8Array>,
  silentMs = SILENT_MS,
): ReadableStream<Uint8Array> {
  const reader = bytes.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const silence = Promise.withResolvers<never>();
      const timer = setTimeout(() => silence.reject(new Silence('Nothing came for too long.')), silentMs);
      try {
        const read = Promise.race([reader.read(), silence.promise]);
        const { done, value } = await read.finally(() => clearTimeout(timer));
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    cancel: async (reason) => reader.cancel(reason),
  });
}
