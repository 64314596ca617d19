import { OVER } from '../../../../core/kernel/abort.ts';
import { modelLimits } from '../../../../core/instance/models/limits.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { WireDeps } from './deps.ts';

/** The headers that may leave the machine; the SDKs would also send the system, versions and retries. */
const SENT = new Set([
  'accept',
  'anthropic-beta',
  'anthropic-version',
  'authorization',
  'content-type',
  'x-api-key',
  'x-goog-user-project',
]);

/** Default headers for an SDK that would otherwise add some from the environment (`OPENAI_CUSTOM_HEADERS`). */
export const noAmbientHeaders: Readonly<Record<string, null>> = Object.fromEntries(
  [...SENT].map((name) => [name, null]),
);

/**
 * The only way for the model adapters to reach the network. Does not follow redirects: a key belongs to one host, and
 * fetch would carry `x-api-key` to another. Bodies come uncompressed, so that byte counts are those of the wire. The body
 * of an error response is cut to a short length, whatever the server sends.
 */
export function wireFetch({ userAgent, clock, fetch: send = fetch }: WireDeps): typeof fetch {
  return async (url, init) => {
    const given = new Headers(init?.headers);
    const headers: Record<string, string> = { 'user-agent': userAgent, 'accept-encoding': 'identity' };
    for (const name of SENT) {
      const value = given.get(name);
      if (value !== null) headers[name] = value;
    }
    // As bytes: fetch takes several times as long to encode a text that is not plain ASCII.
    const sent = typeof init?.body === 'string' ? { ...init, body: Buffer.from(init.body) } : init;
    const response = await send(url, { ...sent, headers, redirect: 'manual' });
    if (response.ok || !response.body) return response;
    const { body, status, headers: told } = response;
    return new Response(shortened(body, clock), { status, headers: told });
  };
}

/** More of an error than is ever quoted. The SDKs read such a body to its end, and some bodies have none. */
const ERROR_BYTES = 64 * 1024;

function shortened(body: ReadableStream<Uint8Array>, clock: Clock): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const over = new AbortController();
  let late: Promise<null> | null = null;
  let left = ERROR_BYTES;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        late ??= clock.sleep(modelLimits.refusalMs, over.signal).then(() => null);
        const read = await Promise.race([reader.read(), late]).catch((error: unknown) => {
          over.abort(OVER);
          throw error;
        });
        left -= read?.value?.length ?? 0;
        if (read?.value) controller.enqueue(read.value);
        if (read && !read.done && left > 0) return;
        over.abort(OVER);
        controller.close();
        // Releases the connection; whether the server notices does not matter.
        await reader.cancel().catch(() => undefined);
      },
      cancel: (reason) => {
        over.abort(OVER);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
